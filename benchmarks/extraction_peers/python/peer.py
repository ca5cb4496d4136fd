"""An extractor of Python as one process: a JSON line {"id", "path", "url"} in, {"id", "out", "err"} out.

    peer.py trafilatura|resiliparse|readability
"""
import json
import logging
import sys


def trafilatura():
    from trafilatura import extract
    return lambda page, url: extract(page, url=url, output_format="markdown", include_links=True, include_tables=True,
                                     include_formatting=True)


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding
    return lambda page, url: extract_plain_text(bytes_to_str(page, detect_encoding(page)), main_content=True,
                                                preserve_formatting=True)


def readability():
    from html2text import HTML2Text
    from readability import Document

    def extract(page, url):
        writer = HTML2Text(baseurl=url or "")
        writer.body_width = 0
        return writer.handle(Document(page, url=url).summary())
    return extract


def main():
    logging.disable(logging.CRITICAL)
    extract = {"trafilatura": trafilatura, "resiliparse": resiliparse, "readability": readability}[sys.argv[1]]()
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        page = json.loads(line)
        answer = {"id": page["id"], "out": "", "err": None}
        try:
            with open(page["path"], "rb") as file:
                answer["out"] = extract(file.read(), page["url"]) or ""
        except Exception as error:  # whatever an extractor throws is a page that it did not manage
            answer["err"] = f"{type(error).__name__}: {error}"[:300]
        # JSON has no lone surrogates, and a decoded page may hold some.
        text = json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace").decode("utf-8")
        answers.write(text + "\n")
        answers.flush()


main()
