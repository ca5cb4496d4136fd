// RawPage: what is read off a page's bytes without parsing them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sitedoor::ingest {

// Where the tag whose beginning is `tag` ("<body", lower case) first stands in `html`, in any case;
// npos when it does not.
std::size_t FindTag(std::string_view html, std::string_view tag);

// A frameset page as a client without frames shows it: its <noframes>, or else its title.
std::string WithoutFrames(std::string_view html);

}  // namespace sitedoor::ingest
