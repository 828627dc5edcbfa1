"""What operators deploy with: the image, the compositions, the unit. No container is started here.

`.ci/long` runs the scripts of the image's RUN steps in an empty folder.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer
from dockerfile_parse import DockerfileParser
from ruamel.yaml import YAML
from typer.testing import CliRunner

from bot import cli
from bot.settings import KEYS
from bot.wiring.starting import MISCONFIGURED, TOKEN_REFUSED
from engine import jit

ROOT = Path(__file__).parents[1]
UNIT = ROOT / "assets" / "systemd" / "tilewright.service"
VARIABLES = frozenset({*KEYS.values(), jit.PREPARED})
LONG, GATE = ((ROOT / ".ci" / name).read_text() if (ROOT / ".ci").is_dir() else "" for name in ("long", "run"))

pytestmark = pytest.mark.skipif(not UNIT.is_file(), reason="installed from the wheel")


def steps(*kinds: str) -> list[str]:
    """The values of the image's instructions of some kinds, in order."""
    with (ROOT / "Dockerfile").open("rb") as file:
        return [one["value"] for one in DockerfileParser(fileobj=file).structure if one["instruction"] in kinds]


def services(profile: str) -> dict[str, Any]:
    """The services that a profile starts."""
    found = YAML(typ="safe").load(ROOT / "compose.yaml")["services"]
    return {name: one for name, one in found.items() if profile in one.get("profiles", [profile])}


def known_commands() -> set[str]:
    """The subcommands of `tilewright`."""
    return set(getattr(typer.main.get_command(cli.build()), "commands", {}))


# --- the image ---


def test_X11_each_step_of_the_image_is_a_script_that_ci_runs() -> None:
    scripts = {shlex.split(step)[0] for step in steps("RUN")}
    assert scripts == {f".ci/image/{one.name}" for one in (ROOT / ".ci" / "image").iterdir()}
    assert all(script in LONG for script in scripts)


def test_X11_the_image_runs_as_another_user_and_keeps_its_data_in_a_volume() -> None:
    (user,) = steps("USER")
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", user)
    assert steps("VOLUME") == ["/data"]
    (owned,) = [step for step in steps("COPY") if step.endswith("/data /data")]
    assert f"--chown={user}" in owned
    assert "--from=build" in steps("COPY")[1]


def test_X11_the_build_sees_what_the_wheel_is_made_of_and_nothing_private() -> None:
    """As `.dockerignore` says."""
    lines = (ROOT / ".dockerignore").read_text().split()
    allowed = {line[1:] for line in lines if line.startswith("!")}
    assert lines[0] == "*"
    assert {"engine", "bot", "data", "assets/fonts", "LICENSE", "README.md", "pyproject.toml"} <= allowed
    assert {".ci/image", ".ci/constraints.txt"} <= allowed
    assert all((ROOT / one).exists() for one in allowed)


# --- which tests run ---


def test_every_test_that_is_left_out_by_default_is_in_the_gate_or_the_long_checks() -> None:
    """Benchmarks assert nothing. What is kept from the part with all others has a part of its own."""
    options = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]["addopts"]
    assert set(re.findall(r"not (\w+)", options)) == {
        *(marker for script in (GATE, LONG) for marker in re.findall(r"(?<!python)(?<!python\") -m (\w+)", script)),
        "benchmark",
    }
    (others,) = re.findall(r"(?m)^others=\((.*)\)$", LONG)
    for one in others.split():
        assert re.search(rf"(?m)^    (soak|alone) {re.escape(one)}", LONG), one
    parts = subprocess.run([ROOT / ".ci" / "long", "--list"], capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"(?m)^(\w+): .", parts)) == set(re.findall(r"(?m)^(\w+)\(\) \{ #", LONG))


# --- compositions ---


def test_X11_the_composition_follows_the_specification() -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*command, str(ROOT / "compose.yaml")], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout + done.stderr


def test_X11_each_profile_starts_what_it_says() -> None:
    """No profile starts bots with the same token on two databases."""
    assert set(services("sqlite")) == {"bot"}
    shared = services("postgresql")
    assert set(shared) == {"first-bot", "second-bot", "worker", "database"}
    places = {one["environment"]["TILEWRIGHT_DATABASE_URL"] for name, one in shared.items() if name != "database"}
    assert len(places) == 1
    assert not services("neither")


@pytest.mark.parametrize("profile", ["sqlite", "postgresql"])
def test_X11_nothing_in_a_container_can_be_changed_but_its_volume(profile: str) -> None:
    for name, one in services(profile).items():
        if name != "database":
            assert one["read_only"] and one["cap_drop"] == ["ALL"]
            assert "no-new-privileges:true" in one["security_opt"]
            assert [volume.partition(":")[2] for volume in one["volumes"]] == steps("VOLUME")


def test_X11_only_bots_know_the_token_and_any_password_fits() -> None:
    """A password in an address would have to be escaped."""
    shared = services("postgresql")
    assert {name for name, one in shared.items() if "DISCORD_TOKEN" in one["environment"]} == {
        "first-bot",
        "second-bot",
    }
    for name, one in shared.items():
        password = one["environment"].get("POSTGRES_PASSWORD" if name == "database" else "PGPASSWORD", "")
        assert password.startswith("${DATABASE_PASSWORD")
        assert "PASSWORD" not in one["environment"].get("TILEWRIGHT_DATABASE_URL", "")


@pytest.mark.parametrize("profile", ["sqlite", "postgresql"])
def test_X11_no_container_takes_all_of_the_machine(profile: str) -> None:
    for one in services(profile).values():
        assert one["mem_limit"] and one["pids_limit"]


# --- the unit ---


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_X11_the_unit_is_valid(tmp_path: Path) -> None:
    """With a program that exists in place of the bot's."""
    unit = tmp_path / UNIT.name
    unit.write_text(re.sub(r"(?m)^ExecStart=\S+", f"ExecStart={sys.executable}", UNIT.read_text()))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert not done.returncode and unit.name not in done.stderr, done.stderr


def test_X11_the_unit_lets_compiled_kernels_run() -> None:
    """They are loaded into memory that becomes executable."""
    assert "\nMemoryDenyWriteExecute" not in UNIT.read_text()
    assert "\nProtectSystem=strict" in UNIT.read_text()


def test_X11_the_unit_does_not_start_without_a_token(tmp_path: Path) -> None:
    """The command in it ends, with the code after which it is not started again."""
    (arguments,) = re.findall(r"(?m)^ExecStart=\S+/tilewright (.*)$", UNIT.read_text())
    others: dict[str, str | None] = dict.fromkeys(
        name for name in os.environ if name.startswith(("TILEWRIGHT", "DISCORD"))
    )
    environment = others | {"TILEWRIGHT_DATA": str(tmp_path), "DISCORD_TOKEN": ""}
    done = CliRunner().invoke(cli.build(), arguments.split(), env=environment)
    assert done.exit_code == MISCONFIGURED
    assert "DISCORD_TOKEN" in done.stderr and len(done.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_X11_the_unit_does_not_restart_what_no_restart_mends() -> None:
    """Neither a refused token nor bad settings."""
    (codes,) = re.findall(r"(?m)^RestartPreventExitStatus=(.*)$", UNIT.read_text())
    assert {*map(int, codes.split())} == {MISCONFIGURED, TOKEN_REFUSED}


# --- all of them ---


def test_X11_they_name_settings_and_commands_that_exist() -> None:
    texts = [(ROOT / name).read_text() for name in ("Dockerfile", "compose.yaml")] + [UNIT.read_text()]
    named = {name for text in texts for name in re.findall(r"TILEWRIGHT_[A-Z_]+", text)}
    assert named <= VARIABLES
    commands = [step.strip('[]"') for step in steps("CMD")]
    commands += re.findall(r'CMD \["tilewright", "(\w+)"', *steps("HEALTHCHECK"))
    assert len(commands) == 2
    bots = [one for name, one in services("postgresql").items() if name != "database"]
    commands += [word for one in bots for word in one.get("command", [])[:1]]
    commands += re.findall(r"ExecStart=\S+/tilewright (\w+)", UNIT.read_text())
    assert set(commands) <= known_commands()


def test_the_tests_that_the_gate_and_the_long_run_name_exist() -> None:
    """If one does not, pytest runs none of those named with it."""
    named = re.findall(r"tests/[\w/{},.]+", GATE + LONG)
    told = subprocess.run(["bash", "-c", f"echo {' '.join(named)}"], capture_output=True, text=True, check=True)
    assert [one for one in told.stdout.split() if not (ROOT / one).exists()] == []
