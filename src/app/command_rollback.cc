#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "app/command.h"
#include "app/open_index.h"
#include "base/directory.h"
#include "base/json_text.h"
#include "index/generation_writer.h"

namespace sitedoor::app {
namespace {

namespace json = boost::json;

json::object GenerationJson(const index::Manifest& manifest) {
  return {{"generation", manifest.generation},
          {"sequence", manifest.sequence},
          {"pages", manifest.page_count},
          {"built_at", manifest.built_at}};
}

Result<int> List(const Directory& directory, const Invocation& invocation, Console& console) {
  ASSIGN_OR_RETURN(const auto live, index::ReadLiveManifest(directory));
  ASSIGN_OR_RETURN(const auto generations, index::ListGenerations(directory));
  json::array list;
  for (const index::Manifest& manifest : generations) {
    const bool is_live = live && live->generation == manifest.generation;
    if (invocation.Has("--json")) {
      json::object generation = GenerationJson(manifest);
      generation["live"] = is_live;
      list.push_back(std::move(generation));
    } else {
      console.Print(fmt::format("{}  {}  {}  built {}\n", is_live ? "*" : " ", manifest.generation,
                                Counted(manifest.page_count, "page"), manifest.built_at));
    }
  }
  if (invocation.Has("--json")) console.Print(ToJson(list) + "\n");
  const bool has_live = live && std::ranges::any_of(generations, [&](const index::Manifest& each) {
                          return each.generation == live->generation;
                        });
  if (live && !has_live) {
    console.PrintWarning("the live generation, " + live->generation +
                         ", is not listed: its files are not those of its manifest");
  }
  if (generations.empty())
    console.PrintNote((live ? "there is no other generation in " : "there is no generation in ") +
                      directory.Root());
  return generations.empty() ? kNothing : kFine;
}

// Where there is nothing to go back to.
std::string WhereToGo(const Directory& directory, const Settings& settings,
                      const Console& console) {
  const auto generations = index::ListGenerations(directory);
  const std::string flag = IndexFlag(settings);
  if (generations && !generations->empty()) {
    return "see what is there with: " + console.program() + " rollback --list" + flag;
  }
  return "build again: " + console.program() + " build <folder of HTML>" + flag;
}

}  // namespace

Result<int> RunRollback(const Invocation& invocation, Console& console) {
  const std::string& path = invocation.settings.Text(Key::kIndexPath);
  if (invocation.Has("--list") && !invocation.arguments.empty()) {
    return Fail(
        ErrorCode::kInvalidArgument,
        "--list changes nothing, so it takes no generation, but got " + invocation.arguments[0],
        "leave one of the two out");
  }
  struct stat found{};
  // Opening the folder would make it.
  if (::stat(path.c_str(), &found) != 0) {
    return Fail(ErrorCode::kNotFound, "there is no index in " + path,
                "name another folder with --index");
  }
  ASSIGN_OR_RETURN(const auto directory, OpenDirectory(path));
  if (invocation.Has("--list")) return List(*directory, invocation, console);
  std::optional<std::string> wanted;
  if (!invocation.arguments.empty()) wanted = invocation.arguments[0];
  auto manifest = index::RollBack(*directory, wanted);
  if (!manifest && manifest.error().code == ErrorCode::kNotFound) {
    Error error = std::move(manifest).error();
    if (error.hint.empty()) error.hint = WhereToGo(*directory, invocation.settings, console);
    console.PrintError(error);
    return kNothing;
  }
  if (!manifest) return std::unexpected(std::move(manifest).error());
  if (invocation.Has("--json")) {
    console.Print(ToJson(GenerationJson(*manifest)) + "\n");
  } else {
    console.Print(fmt::format("live: generation {} ({}, built {})\n", manifest->generation,
                              Counted(manifest->page_count, "page"), manifest->built_at));
  }
  return kFine;
}

}  // namespace sitedoor::app
