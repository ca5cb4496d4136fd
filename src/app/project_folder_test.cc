#include "app/project_folder.h"

#include <gtest/gtest.h>

#include "base/testing/temp_dir.h"

namespace sitedoor::app {
namespace {

TEST(RecogniseProject, FindsTheFolderThatTheToolWrites) {
  const testing::TempDir dir;
  dir.Write("mkdocs.yml", "site_name: x\n");
  auto project = RecogniseProject(dir.Path());
  ASSERT_TRUE(project);
  EXPECT_FALSE(project->is_built);
  EXPECT_EQ(project->build_command, "mkdocs build");
  dir.Write("site/index.html", "x");
  project = RecogniseProject(dir.Path());
  EXPECT_TRUE(project->is_built);
  EXPECT_EQ(project->output, dir.PathOf("site"));
}

TEST(RecogniseProject, TriesEveryPlaceThatAToolMayWriteTo) {
  const testing::TempDir dir;
  dir.Write("docs/conf.py", "");
  dir.Write("docs/build/html/index.html", "x");
  EXPECT_EQ(RecogniseProject(dir.Path())->output, dir.PathOf("docs/build/html"));
}

TEST(RecogniseProject, LeavesABuiltSiteAlone) {
  const testing::TempDir dir;
  dir.Write("index.html", "x");
  EXPECT_FALSE(RecogniseProject(dir.Path()));
}

}  // namespace
}  // namespace sitedoor::app
