"""Prints one of the README's two commands, so that what is checked is what people are told to type.

The commands are in fenced blocks after the comments `<!-- run -->` and `<!-- test -->`.
"""

import pathlib
import re
import sys

readme = pathlib.Path(__file__).resolve().parent.parent / "README.md"
block = rf"<!-- {re.escape(sys.argv[1])} -->\n+```[a-z]*\n(.*?)```"
found = re.search(block, readme.read_text(encoding="utf-8"), re.DOTALL)
if not found:
    sys.exit(f"README.md has no command marked {sys.argv[1]!r}")
print(found[1].strip())
