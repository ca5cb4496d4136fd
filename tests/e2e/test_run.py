"""./run as far as it goes without building: what it refuses, and with which words."""
import subprocess
import unittest

from harness import PATIENCE, ROOT, Case, clean_environment


class Run(Case):
    def start(self, *arguments):
        done = subprocess.run([ROOT / "run", *arguments], cwd=self.folder, capture_output=True, env=clean_environment(), timeout=PATIENCE)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_help_shows_every_way_to_start_it(self):
        code, out, err = self.start("--help")
        self.assertEqual((code, err), (0, ""))
        for way in ("./run ", "./run FOLDER", "./run --build-only", "SITEDOOR_SERVER_LISTEN"):
            self.assertIn(way, out)

    def test_what_it_cannot_read_is_refused_before_anything_is_installed(self):
        self.write("page.html", "<p>x</p>")
        for arguments, said in ((["https://example.com"], "comes with the crawler"), (["nowhere"], "nowhere is not a folder"), (["page.html"], "page.html is not a folder"),
                                ([""], "name is empty"), (["a", "b"], "one site at a time"), (["--build"], "unknown option --build")):
            code, out, err = self.start(*arguments)
            self.assertEqual((code, out), (2, ""), arguments)
            self.assertIn(said, err)
            self.assertNotIn("Installing", err)


if __name__ == "__main__":
    unittest.main()
