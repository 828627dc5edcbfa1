# What `.ci/run` and `.ci/long` share. Sourced, it makes a folder for the work, which is removed at the end.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
work=$(mktemp -d)
declare -A job began
failed=()
trap 'for one in $(jobs -p); do kill -- "-$one" 2>/dev/null || true; done; rm -rf "$work"' EXIT

step() { printf '\n== %s (%s s)\n' "$*" "$SECONDS"; }

# Starts a command or function as a job of its own: its failure ends it alone, and `finish` tells of it.
start() {
    local name=$1
    shift
    began[$name]=$SECONDS
    : >"$work/$name.log" # `finish` may read it before the job begins
    set -m # a group of processes, so that nothing of it is left behind
    ("$@") </dev/null >>"$work/$name.log" 2>&1 &
    set +m
    job[$name]=$!
}

# Shows what a job prints until it ends, and notes whether it failed.
finish() {
    local status=0
    step "$1"
    tail -n +1 -s 0.2 -f --pid="${job[$1]}" "$work/$1.log"
    wait "${job[$1]}" || status=$?
    [ "$status" -eq 0 ] || failed+=("$1")
}

# Runs tests with a pytest and a command that calls it. Where `once_more` follows, tests that failed are left to it, if they are few.
tested() {
    local pytest=$1 status=0 again
    shift
    rm -f .pytest_cache/v/cache/lastfailed # of a job before this one
    "$@" || status=$?
    if [ "$status" -eq 1 ] && [ -e "$work/once_more" ]; then
        again=$(python3 "$root/.ci/failed_tests.py")
        while read -r test; do
            printf '%s\t%s\t%s\t%s\n' "$PWD" "$pytest" "$test" "${TILEWRIGHT_EXPECT_INSTALLED-}" >>"$work/once_more"
        done <<<"$again"
        status=0
    fi
    return "$status"
}

# The gate's last step: each test that failed runs once more, alone, so that a change can land. If it passes, the gate's last
# line names it, since a test that fails by chance is a fault.
once_more() {
    local folder pytest test installed unsteady=()
    step "Once more, alone"
    while IFS=$'\t' read -r folder pytest test installed; do
        if (cd "$folder" && TILEWRIGHT_EXPECT_INSTALLED=$installed "$pytest" -n 0 -m "" "$test" </dev/null); then
            unsteady+=("$test")
        else
            failed+=("$test")
        fi
    done <"$work/once_more"
    last_line="Failed, and passed when run once more, so each is to be mended before anything else: ${unsteady[*]:-no test}"
}

# Runs tests in the checkout; none may be skipped that is not on the list.
in_checkout() {
    local report
    report=$(mktemp "$work/report.XXXX")
    PYTEST_ADDOPTS="--junitxml=$report" tested .venv/bin/pytest "$@"
    python3 .ci/check_skips.py "$report" .ci/allowed-skips
}

# Files that take long keep to one process each: much of their time is waiting.
by_files=(.venv/bin/pytest -n auto --dist loadfile --no-loadscope-reorder)

# A fresh clone, and the newest Python that there is.
clone() {
    step "What the tests need from Debian"
    if ! command -v chromium >/dev/null || [ ! -d /usr/share/dict/scowl ] ||
        ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
        apt-get update -q
        apt-get install -qy --no-install-recommends chromium postgresql scowl
    fi
    git clone -q "$root" "$work/checkout"
    [ ! -d "$root/../shared" ] || ln -s "$(cd "$root/../shared" && pwd)" "$work/shared"
    cd "$work/checkout"
    checkout=$PWD
    newest_python=$(python3 .ci/newest_python.py)
}

# The environment that the README's test command makes; `test_command` is the rest of it.
environment() {
    local command
    command=$(python3 .ci/readme_command.py test)
    test_command=${command##* && }
    step "${command% && *}"
    bash -euo pipefail -c "${command% && *}"
}

# Goes to an empty folder with nothing but the tests, for what is installed.
to_empty_folder() {
    mkdir -p "$work/empty"
    cp -r "$checkout"/{tests,pyproject.toml} "$work/empty"
    cd "$work/empty"
}

# Installs the wheel and what its tests need into a virtual environment that exists.
install_wheel() {
    "$1/bin/pip" install -q -c "$checkout/.ci/constraints.txt" "$(echo "$work"/dist/*.whl)[test]"
}

# Fails if a job failed.
end() {
    local status=0
    if [ "${#failed[@]}" -eq 0 ]; then step "All well"; else step "Failed: ${failed[*]}" && status=1; fi
    [ -z "${last_line-}" ] || printf '%s\n' "$last_line"
    exit "$status"
}
