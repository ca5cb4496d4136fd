// ProjectFolder: which documentation tool a folder belongs to, and where that tool writes its HTML.
#pragma once

#include <optional>
#include <string>

namespace sitedoor::app {

struct Project {
  std::string tool;           // "MkDocs"
  std::string output;         // where the HTML is, or would be: a path
  std::string build_command;  // "mkdocs build"
  bool is_built = false;      // `output` is there
};

// nullopt for a folder that no known tool's file lies in.
std::optional<Project> RecogniseProject(const std::string& folder);

}  // namespace sitedoor::app
