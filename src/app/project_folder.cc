#include "app/project_folder.h"

#include <array>
#include <filesystem>
#include <string_view>

namespace sitedoor::app {
namespace {

namespace fs = std::filesystem;

struct Tool {
  std::string_view name;
  std::string_view marker;   // a file that only its projects have
  std::string_view outputs;  // where its HTML may be, most usual first, separated by spaces
  std::string_view command;
};

// The tools' own defaults. More telling markers stand first: a Docusaurus site has a package.json
// as well.
constexpr std::array<Tool, 22> kTools{{
    {"MkDocs", "mkdocs.yml", "site", "mkdocs build"},
    {"MkDocs", "mkdocs.yaml", "site", "mkdocs build"},
    {"Zensical", "zensical.toml", "site", "zensical build"},
    {"Sphinx", "conf.py", "_build/html build/html ../build/html",
     "sphinx-build -b html . _build/html"},
    {"Sphinx", "docs/conf.py", "docs/_build/html docs/build/html", "make -C docs html"},
    {"Sphinx", "doc/conf.py", "doc/_build/html doc/build/html", "make -C doc html"},
    {"Sphinx", "source/conf.py", "build/html _build/html", "make html"},
    {"Hugo", "hugo.toml", "public", "hugo"},
    {"Hugo", "hugo.yaml", "public", "hugo"},
    {"Hugo", "archetypes", "public", "hugo"},
    {"Docusaurus", "docusaurus.config.js", "build", "npm run build"},
    {"Docusaurus", "docusaurus.config.ts", "build", "npm run build"},
    {"VitePress", ".vitepress", ".vitepress/dist", "npx vitepress build"},
    {"VitePress", "docs/.vitepress", "docs/.vitepress/dist", "npx vitepress build docs"},
    {"Astro", "astro.config.mjs", "dist", "npm run build"},
    {"Astro", "astro.config.ts", "dist", "npm run build"},
    {"mdBook", "book.toml", "book/html book", "mdbook build"},
    {"Antora", "antora-playbook.yml", "build/site", "npx antora antora-playbook.yml"},
    {"Eleventy", "eleventy.config.js", "_site", "npx @11ty/eleventy"},
    {"Eleventy", ".eleventy.js", "_site", "npx @11ty/eleventy"},
    {"Jekyll", "_config.yml", "_site", "bundle exec jekyll build"},
    {"Doxygen", "Doxyfile", "html docs/html", "doxygen"},
}};

}  // namespace

std::optional<Project> RecogniseProject(const std::string& folder) {
  std::error_code ignored;
  for (const Tool& tool : kTools) {
    if (!fs::exists(fs::path(folder) / tool.marker, ignored)) continue;
    Project project{std::string(tool.name), "", std::string(tool.command)};
    std::string_view rest = tool.outputs;
    while (!rest.empty() && !project.is_built) {
      const std::size_t space = rest.find(' ');
      const fs::path output = (fs::path(folder) / rest.substr(0, space)).lexically_normal();
      project.is_built = fs::is_directory(output, ignored);
      if (project.is_built || project.output.empty()) project.output = output.string();
      rest = space == std::string_view::npos ? std::string_view() : rest.substr(space + 1);
    }
    return project;
  }
  return std::nullopt;
}

}  // namespace sitedoor::app
