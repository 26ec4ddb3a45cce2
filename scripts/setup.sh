# shellcheck shell=bash disable=SC2034
# Shared by ./run, ./test and .ci/run (source it): finds the project's root, installs what is missing with apt-get on
# Debian and its kin, builds a preset. Plain bash and dpkg, because on a bare machine there is nothing else.

lope_caller="$PWD"
lope_root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$lope_root" || exit 1

lope_jobs() { nproc 2>/dev/null || echo 2; }

# A package counts as there when the command that it brings is, wherever that came from, or else when dpkg knows it.
lope_has_package() {
    case "$1" in
    cmake | make | gcc | g++ | pkg-config | clang | clang-format | python3 | npm | chromium | pngquant)
        command -v "$1" >/dev/null 2>&1 && return 0
        ;;
    nodejs) command -v node >/dev/null 2>&1 && return 0 ;;
    esac
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# lope_install PACKAGE...: installs those that are missing, asks for nothing, says what it does.
lope_install() {
    local package missing=() as_root=()
    for package in "$@"; do
        lope_has_package "$package" || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    local command="apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "Missing, by their Debian names: ${missing[*]}" >&2
        echo "There is no apt-get here: install what these packages bring, then try again." >&2
        exit 1
    fi
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
            as_root=(sudo -n)
        else
            echo "Missing packages: ${missing[*]}" >&2
            echo "No right to install them here. As root, run: $command" >&2
            exit 1
        fi
    fi
    echo "Installing: ${missing[*]}"
    if ! lope_slowly "reading the lists of packages" "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=300 update ||
        ! lope_slowly "installing" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 \
            install -y --no-install-recommends "${missing[@]}"; then
        echo "Installing failed. By hand, as root: $command" >&2
        exit 1
    fi
}

# The same for what can be done without: when it cannot be had, that is said, and the work goes on.
lope_install_or_go_on() { # WHAT_FOR PACKAGE...
    local what_for="$1"
    shift
    (lope_install "$@") || echo "Going on without $what_for." >&2
}

# What the tour and its replay page take, what all programs take, what making the page's template anew takes, and what the
# tests take.
lope_tour_packages=(cmake make gcc libc6-dev g++ pkg-config libcjson-dev libassimp-dev zlib1g-dev)
lope_tool_packages=("${lope_tour_packages[@]}" libbullet-dev librecast-dev libssl-dev libwebsockets-dev libenet-dev libsodium-dev)
lope_page_packages=(nodejs npm)
lope_test_packages=("${lope_tool_packages[@]}" libcmocka-dev python3)

# Says how far a command has come, by what it has printed into the file: make's percentage and apt's packages are known.
lope_how_far() { # LOG
    local total done last
    total="$(sed -n 's/.* \([0-9]*\) newly installed.*/\1/p' "$1" | tail -n 1)"
    last="$(grep -oE '^\[ *[0-9]+%\]' "$1" | tail -n 1 | tr -d '[] ')"
    if [ -n "$last" ]; then
        echo "$last"
    elif [ -n "$total" ]; then
        done="$(grep -cE '^(Unpacking|Setting up) ' "$1")"
        if [ "$done" -gt 0 ]; then
            echo "$done of $((2 * total)) steps, unpacking and setting up"
        else
            echo "$(grep -c '^Get:' "$1") of $total packages loaded"
        fi
    else
        echo "under way"
    fi
}

# Runs a command, and prints every few seconds how far it is. What it prints itself is shown only when it fails.
lope_slowly() { # WHAT COMMAND...
    local what="$1" log status begin=$SECONDS said=$SECONDS command
    shift
    log="$(mktemp)"
    LC_ALL=C "$@" >"$log" 2>&1 &
    command=$!
    trap 'kill "$command" 2>/dev/null; exit 130' INT TERM
    while kill -0 "$command" 2>/dev/null; do
        sleep 0.2
        [ $((SECONDS - said)) -ge 5 ] || continue
        echo "  $what: $(lope_how_far "$log") ($((SECONDS - begin)) s)"
        said=$SECONDS
    done
    wait "$command"
    status=$?
    trap - INT TERM
    [ $status -eq 0 ] || tail -n 200 "$log" >&2
    [ $status -eq 0 ] || echo "failed: $*" >&2
    rm -f "$log"
    return $status
}

# What is not said unless it fails.
lope_quietly() {
    local log
    log="$(mktemp)"
    if ! "$@" >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        echo "failed: $*" >&2
        return 1
    fi
    rm -f "$log"
}

# lope_build PRESET [TARGET...] builds into build/PRESET.
lope_build() {
    local preset="$1"
    shift
    local targets=()
    [ $# -gt 0 ] && targets=(--target "$@")
    echo "Building into build/$preset"
    lope_quietly cmake --preset "$preset" || exit 1
    lope_slowly "building" cmake --build "build/$preset" -j "$(lope_jobs)" "${targets[@]}" || exit 1
}
