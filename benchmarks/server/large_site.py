#!/usr/bin/env python3
"""Writes a large made-up site from the sentences of a real one: the same bytes every time for the same arguments.

    large_site.py REAL_SITE FOLDER [--pages 100000]

Each page has a title, six sections of some 800 characters with headings, a code line in every third section, a
navigation block and a footer. Sentences and headings are the real site's, drawn anew for each page, and every section
names two identifiers of its page alone, so that the number of different words grows with the site as it does in real
documentation.
"""
import argparse
import html
import html.parser
import pathlib
import random
import re

SECTIONS = 6
SECTION_CHARACTERS = 800
PAGES_A_FOLDER = 500
NAVIGATION = "".join(f'<li><a href="/part{i}/">Part {i}</a></li>' for i in range(12))


class Texts(html.parser.HTMLParser):
    """Collects the sentences of <p> and the texts of <h1> to <h3>."""

    def __init__(self):
        super().__init__()
        self.sentences, self.headings = [], []
        self.collected, self.element = [], None

    def handle_starttag(self, tag, attributes):
        if tag in ("p", "h1", "h2", "h3"):
            self.element, self.collected = tag, []

    def handle_data(self, text):
        if self.element:
            self.collected.append(text)

    def handle_endtag(self, tag):
        if tag != self.element:
            return
        text = " ".join("".join(self.collected).replace("¶", "").split())
        if tag == "p":
            self.sentences += [s for s in re.split(r"(?<=[.!?]) ", text) if 30 <= len(s) <= 400]
        elif 4 <= len(text) <= 80:
            self.headings.append(text)
        self.element = None


def read_texts(site):
    texts = Texts()
    for path in sorted(pathlib.Path(site).rglob("*.html")):
        texts.feed(path.read_text("utf-8", "replace"))
        texts.reset()
    return sorted(set(texts.sentences)), sorted(set(texts.headings))


def section(chance, sentences, headings, number, place):
    names = [f"{chance.choice(headings).split()[0].lower().strip('.:,()')}_{number:x}_{place}{letter}" for letter in "ab"]
    length, parts = 0, []
    while length < SECTION_CHARACTERS:
        parts.append(chance.choice(sentences))
        length += len(parts[-1]) + 1
    middle = len(parts) // 2
    paragraphs = [" ".join(parts[:middle]), " ".join(parts[middle:]) + f" See {names[0]}."]
    code = f"<pre><code>value = {names[1]}({number})</code></pre>" if place % 3 == 0 else ""
    return (f'<h2 id="section-{place}">{html.escape(chance.choice(headings))}</h2>' +
            "".join(f"<p>{html.escape(paragraph)}</p>\n" for paragraph in paragraphs) + code)


def page(seed, sentences, headings, number):
    chance = random.Random(seed * 1_000_003 + number)
    title = html.escape(f"{chance.choice(headings)} {number}")
    body = "\n".join(section(chance, sentences, headings, number, place) for place in range(SECTIONS))
    return (f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body>'
            f"<nav><ul>{NAVIGATION}</ul></nav><main><h1>{title}</h1>\n{body}</main>"
            "<footer><p>Made for measuring.</p></footer></body></html>\n")


def write_site(site, folder, pages, seed=1):
    sentences, headings = read_texts(site)
    folder = pathlib.Path(folder)
    for number in range(pages):
        part = folder / f"part{number // PAGES_A_FOLDER}"
        if number % PAGES_A_FOLDER == 0:
            part.mkdir(parents=True, exist_ok=True)
        (part / f"page{number}.html").write_text(page(seed, sentences, headings, number), "utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("site")
    parser.add_argument("folder")
    parser.add_argument("--pages", type=int, default=100_000)
    arguments = parser.parse_args()
    write_site(arguments.site, arguments.folder, arguments.pages)
