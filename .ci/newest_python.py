"""Prints the path of the newest Python on this machine that the project supports, as its classifiers say.

Looks along PATH and where pyenv and uv keep theirs. A Python counts if it starts, is no preview and can make virtual
environments.
"""

import os
import pathlib
import re
import subprocess
import sys
import tomllib

ASK = "import ensurepip, sys, venv; print(*sys.version_info[:4])"

project = tomllib.loads((pathlib.Path(__file__).resolve().parent.parent / "pyproject.toml").read_text("utf-8"))
supported = set(re.findall(r"Python :: (3\.\d+)", " ".join(project["project"]["classifiers"])))
home = pathlib.Path.home()
folders = [pathlib.Path(one) for one in os.environ.get("PATH", "").split(os.pathsep) if one]
folders += pathlib.Path(os.environ.get("PYENV_ROOT", home / ".pyenv")).glob("versions/*/bin")
folders += pathlib.Path(os.environ.get("UV_PYTHON_INSTALL_DIR", home / ".local/share/uv/python")).glob("*/bin")


def version(python: pathlib.Path) -> tuple[int, ...] | None:
    """The version of a Python that can be used here, else None."""
    told = subprocess.run([python, "-c", ASK], capture_output=True, text=True, check=False)
    if told.returncode:
        return None
    major, minor, micro, level = told.stdout.split()
    return (int(major), int(minor), int(micro)) if level == "final" and f"{major}.{minor}" in supported else None


pythons = {one for folder in folders for one in folder.glob("python3.*") if re.fullmatch(r"python3\.\d+", one.name)}
found = {one: number for one in sorted(pythons) if (number := version(one))}
print(max(found, key=found.__getitem__, default=sys.executable))
