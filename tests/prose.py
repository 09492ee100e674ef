"""A check of prose: phrases in docstrings, comments, strings and pages that are hard to read.

    python -m tests.prose [--since REVISION | FILE ...]

It prints each phrase with its place and a better form. Without files it looks at the lines added
since a revision, by default the last commit. It finds candidates; the writer decides.
"""

import argparse
import ast
import re
import subprocess
import sys
from pathlib import Path

#: Phrases, and what to write instead.
PHRASES = {
    r"\b(anew|lest|hereby|henceforth|beforehand|shall)\b": "a modern word",
    r"\b(is|are|was|be|been) (told|said|spoken|looked at|taken for)\b": "an active verb",
    r"\bso (many|much|few)\b": "a number, or how many",
    r"\bat (most|least)(?=[.;:)])": "a number after it: at most 5",
    r"\b(gone on with|goes? on with|come about|will do|behind the scenes)\b": "resume, happen",
    r"\b(yardstick|strangers?|shelf|shelves|desk)\b": "the standard term",
    r"\ba text\b(?! (file|field|box|event|element))": "a string, a label or a name",
}
SUMMARY = re.compile(r"(What|Who|Whose|Whether|Where|How|Which|Why|That)\b(?!.*\?)")
ADVICE = "an imperative or a noun phrase"

_PATTERNS = [(re.compile(text, re.IGNORECASE), advice) for text, advice in PHRASES.items()]
_ANY = re.compile("|".join(PHRASES), re.IGNORECASE)


def prose_of(path):
    """Yield the line number and the text of each line of prose, and whether it is a summary."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        fenced = False
        for number, line in enumerate(source.splitlines(), 1):
            fenced ^= line.lstrip().startswith("```")
            if not fenced:
                yield number, line, False
        return
    summaries = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            if ast.get_docstring(node) is not None:
                summaries.add(node.body[0].value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            for offset, line in enumerate(node.value.splitlines()):
                yield node.lineno + offset, line, node in summaries and offset == 0
    for number, line in enumerate(source.splitlines(), 1):
        if "#" in line:  # a comment, or a string once more
            yield number, line[line.index("#") :], False


def findings(path):
    """Return (line number, phrase, advice) for each hard phrase of a file."""
    found = set()
    for number, line, is_summary in prose_of(path):
        text = re.sub(r"`[^`]*`", "`", line) if "`" in line else line
        if is_summary and (match := SUMMARY.match(text)):
            found.add((number, match[0], ADVICE))
        if _ANY.search(text):
            for pattern, advice in _PATTERNS:
                found |= {(number, match[0], advice) for match in pattern.finditer(text)}
    return sorted(found)


def added_lines(revision):
    """Return the numbers of the lines added since a revision, by file."""
    command = ["git", "diff", "--unified=0", revision, "--", "*.py", "*.md"]
    diff = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    added = {}
    for line in diff.splitlines():
        if line.startswith("+++ b/"):
            numbers = added.setdefault(Path(line[6:]), set())
        elif match := re.match(r"@@ .* \+(\d+)(?:,(\d+))? @@", line):
            first = int(match[1])
            numbers.update(range(first, first + int(match[2] or 1)))
    return added


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--since", metavar="REVISION", default="HEAD")
    arguments = parser.parse_args()
    lines = None if arguments.files else added_lines(arguments.since)
    count = 0
    for path in arguments.files or lines:
        for number, phrase, advice in findings(path) if path.exists() else ():
            if lines is None or number in lines[path]:
                count += 1
                print(f"{path}:{number}: {phrase!r}: write {advice}")
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())
