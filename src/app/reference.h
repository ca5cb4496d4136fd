// The generated reference: pages and completion scripts made from the two tables.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sitedoor::app {

std::string SettingsReference();  // docs/reference/settings.md
std::string CommandReference();   // docs/reference/cli.md
std::string ManualPage();         // sitedoor.1, troff

// "bash", "zsh" or "fish"; nullopt for another shell.
std::optional<std::string> CompletionScript(std::string_view shell);

// The settings as a commented sitedoor.toml. `name`, `url` and `folder` are written as values when
// they are not empty; everything else is a comment with its default.
struct InitialSettings {
  std::string site_name, site_url, folder;
};
std::string CommentedSettingsFile(const InitialSettings& initial);

// A TOML basic string, quoted.
std::string TomlQuoted(std::string_view text);

}  // namespace sitedoor::app
