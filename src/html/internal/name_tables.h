// The tables in which a document keeps the names of tags and attributes that lexbor does not know.
#pragma once

#include <cstddef>

#include <lexbor/dom/interfaces/document.h>

namespace sitedoor::html::internal {

// lexbor makes them with 128 chains and never grows them, so that a page of 100,000 different names
// takes seconds. Gives the tables of a new, empty document as many chains as a page of `html_bytes`
// can need; without memory for that they stay as they are.
void SizeNameTables(lxb_dom_document_t& document, std::size_t html_bytes);

}  // namespace sitedoor::html::internal
