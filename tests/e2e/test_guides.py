"""What the guides tell people to type and to write: every command, every settings file, every unit, as far as tools are here to check it."""
import json
import re
import shlex
import shutil
import subprocess
import unittest

from harness import BIN, HARBOUR, ROOT, Case

GUIDES = sorted([*(ROOT / "docs").rglob("*.md"), ROOT / "README.md"])


def blocks(kind):
    """(page, text) of each fenced block of this kind."""
    for page in GUIDES:
        for text in re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL):
            yield page.name, text


def files():
    """The text of each block that begins with the path of the file that it is, by that path."""
    return {match[1]: text for kind in ("ini", "toml", "nginx", "caddy", "apache", "cron", "yaml") for _, text in blocks(kind)
            if (match := re.match(r"# (\S+)\n", text))}


def commands():
    """The words of every call of sitedoor in a block of shell, a unit, a crontab or a pipeline."""
    for page, text in [*((page, text) for kind in ("sh", "ini", "cron", "yaml", "dockerfile") for page, text in blocks(kind))]:
        for line in text.replace("\\\n", " ").splitlines():
            for call in re.findall(r"(?:^|[\s/=])sitedoor ((?:init|build|search|fetch|extract|serve|healthcheck|report|rollback|config|completion|help)\b[^|#)]*)", line):
                yield page, shlex.split(call)


class Guides(Case):
    def test_every_command_and_flag_that_a_guide_names_is_there(self):
        seen = set()
        for page, words in commands():
            help_text = self.run_door(words[0], "--help").out
            for word in words:
                if word.startswith("--") and word != "--":
                    self.assertRegex(help_text, rf"(?m)^ +{re.escape(word.split('=')[0])}\b", f"{page}: {words}")
            seen.add(words[0])
        self.assertGreaterEqual(seen, {"init", "build", "search", "serve", "config"})

    def test_settings_in_guides_are_settings(self):
        text = files()["/etc/sitedoor/sitedoor.toml"]
        self.write("sitedoor.toml", text)
        done = self.run_door("config", "check")
        self.assertEqual(done.code, 0, done.err)
        names = set(json.loads(self.run_door("config", "show", "--json").out))
        for page in (ROOT / "docs/guides").iterdir():
            for name in re.findall(r"`((?:site|source|extraction|build|chunks|guards|index|search|server|log)\.[a-z_]+)`", page.read_text()):
                self.assertIn(name, names, page.name)

    def test_links_lead_to_files_and_headings_that_are_there(self):
        for page in [*GUIDES, ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md"]:
            text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
            for link in re.findall(r"(?<!!)\[[^\]\n]+\]\(([^)\s]+)\)", re.sub(r"`[^`\n]*`", "", text)):
                if "://" in link:
                    continue
                path, _, anchor = link.partition("#")
                target = (page.parent / path).resolve() if path else page
                self.assertTrue(target.exists(), f"{page.name}: {link}")
                if anchor:
                    headings = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", target.read_text(), re.MULTILINE)}
                    self.assertIn(anchor, headings, f"{page.name}: {link}")

    def test_the_architecture_page_names_folders_and_headers_that_are_there(self):
        text = (ROOT / "ARCHITECTURE.md").read_text()
        named = {folder for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE) for folder in re.findall(r"`([^`]+)`", row)}
        for folder in named:
            self.assertTrue((ROOT / folder).is_dir(), folder)
        libraries = {str(listing.parent.relative_to(ROOT)) for listing in (ROOT / "src").rglob("CMakeLists.txt")} - {"src"}
        self.assertEqual(libraries - named, set())
        for folder, rest in re.findall(r"^\| `(src/[^`]+)` \| (.*) \|$", text, re.MULTILINE):
            for name in re.findall(r"`([a-z0-9_]+(?:\.h|\.cc)?)`", rest):
                if name not in ("search", "fetch"):  # operations
                    self.assertTrue((ROOT / folder / name).exists() or (ROOT / folder / f"{name}.h").exists(), f"{folder}: {name}")

    def test_units_are_units(self):
        if not shutil.which("systemd-analyze"):
            self.skipTest("no systemd-analyze here")
        for path, text in files().items():
            if not path.startswith("/etc/systemd/"):
                continue
            name = path.rsplit("/", 1)[1]
            # The program is where the build put it, and users are those of this machine.
            self.write(f"units/{name}", text.replace("/usr/local/bin/sitedoor", BIN).replace("User=deploy", "User=daemon"))
        for unit in sorted((self.folder / "units").iterdir()):
            done = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], cwd=self.folder / "units", capture_output=True)
            said = [line for line in done.stderr.decode().splitlines() if unit.name in line]
            self.assertEqual((done.returncode, said), (0, []), done.stderr.decode())

    def test_proxies_read_their_files(self):
        found = files()
        self.assertIn("proxy_set_header Host $host;", found["/etc/nginx/conf.d/sitedoor.conf"])
        self.assertIn("proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;", found["/etc/nginx/conf.d/sitedoor.conf"])
        self.assertIn("ProxyPreserveHost On", found["/etc/apache2/sites-available/sitedoor.conf"])
        for path, text in found.items():
            if "{" in text and not path.endswith((".yml", ".toml")):
                self.assertEqual(text.count("{"), text.count("}"), path)
        if shutil.which("caddy"):
            config = self.write("Caddyfile", found["/etc/caddy/Caddyfile"])
            done = subprocess.run(["caddy", "adapt", "--config", config], capture_output=True)
            self.assertEqual(done.returncode, 0, done.stderr)


class Installed(Case):
    def test_cmake_installs_the_program_its_page_its_completions_and_the_licence(self):
        built = BIN.removesuffix("/sitedoor")
        done = subprocess.run(["cmake", "--install", built, "--prefix", self.folder / "usr"], capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        names = {str(path.relative_to(self.folder / "usr")) for path in (self.folder / "usr").rglob("*") if path.is_file()}
        self.assertEqual(names, {"bin/sitedoor", "share/man/man1/sitedoor.1", "share/doc/sitedoor/LICENSE",
                                 "share/bash-completion/completions/sitedoor", "share/zsh/site-functions/_sitedoor",
                                 "share/fish/vendor_completions.d/sitedoor.fish"})
        for name in names:
            self.assertGreater((self.folder / "usr" / name).stat().st_size, 500, name)
        done = subprocess.run([self.folder / "usr/bin/sitedoor", "build", "--source", HARBOUR, "--quiet"], cwd=self.folder, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)


    def test_a_machine_without_a_compiler_is_told_every_library_that_the_program_needs(self):
        page = (ROOT / "docs/guides/deploy.md").read_text()
        found = re.findall(r"=> (/\S+)", subprocess.run(["ldd", BIN], capture_output=True, check=True).stdout.decode())
        self.assertTrue(found)
        for library in found:
            for path in (library, library.removeprefix("/usr"), "/usr" + library):
                owner = subprocess.run(["dpkg", "-S", path], capture_output=True)
                if owner.returncode == 0:
                    break
            package = owner.stdout.decode().split(":")[0]
            if package not in ("libc6", "libgcc-s1", "libstdc++6"):  # on every Debian
                self.assertIn(f" {package}", page, library)


if __name__ == "__main__":
    unittest.main()
