# Shell library for ./run and the scripts beside this file: packages, configuring, compiling. Source it
# from the repository's root. Text for people goes to stderr, so that `./run sim` can be piped.

build=build/release # commands that need no graphics also accept build/sim, see set_up_sim

# Debian packages. To build and run rbsim:
readonly packages_sim=(build-essential cmake ninja-build libcjson-dev)
# The viewer, in addition:
readonly packages_build=(
    "${packages_sim[@]}"
    ca-certificates xz-utils
    libcglm-dev
    libgl-dev libx11-dev libxcursor-dev libxext-dev libxi-dev libxinerama-dev libxrandr-dev
    libgl1 libgl1-mesa-dri fonts-dejavu-core
)
# The viewer's preferred font; without it DejaVu is used.
readonly packages_optional=(fonts-open-sans)
readonly packages_offscreen=(xauth xvfb)
readonly packages_docs=(doxygen)
readonly packages_fuzz=(clang libclang-rt-14-dev)
readonly packages_rivals=(libsundials-dev r-cran-desolve libsimbody-dev libmujoco-dev libbullet-dev libode-dev)
readonly packages_web=("${packages_sim[@]}" ca-certificates xz-utils libcglm-dev emscripten fonts-dejavu-core python3-fonttools brotli)
# The cross-build for Windows, and wine to run it:
readonly packages_windows=(
    "${packages_sim[@]}" ca-certificates xz-utils libcglm-dev
    fonts-dejavu-core fonts-open-sans python3-fonttools nsis zip
    gcc-mingw-w64-x86-64-posix g++-mingw-w64-x86-64-posix wine wine64
)
# Debian's npm consists of hundreds of packages; one that is already installed another way is used.
packages_npm=()
command -v npm >/dev/null || packages_npm=(npm)
readonly packages_site=(python3-markdown)
# Cross compilers and emulators for the determinism tests:
readonly packages_determinism=(clang emscripten gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user)
readonly packages_package=(file)
readonly packages_portable=(binutils git python3)
# The default test set:
readonly packages_test=(
    "${packages_build[@]}" "${packages_offscreen[@]}" "${packages_optional[@]}"
    clang-format codespell ffmpeg libcmocka-dev libgsl-dev libmpfr-dev pkg-config poppler-utils python3 xdotool zbar-tools
)

# What the tests with a certain label need in addition (tests/lint/CMakeLists.txt, tests/web/CMakeLists.txt).
packages_of_label() { # LABEL
    case $1 in
    desktop) printf '%s\n' openbox wmctrl x11-utils xclip ;;
    web) printf '%s\n' "${packages_web[@]}" "${packages_npm[@]}" "${packages_site[@]}" chromium chromium-driver firefox-esr ;;
    windows) printf '%s\n' "${packages_windows[@]}" "${packages_offscreen[@]}" ;;
    determinism) printf '%s\n' "${packages_determinism[@]}" ;;
    tidy) printf '%s\n' clang-tidy ;;
    reference) printf '%s\n' "${packages_docs[@]}" ;;
    install) printf '%s\n' abigail-tools clang locales mypy python3-matplotlib python3-numpy ;;
    package) printf '%s\n' "${packages_package[@]}" appstream desktop-file-utils groff-base python3-numpy ;;
    wheel) printf '%s\n' "${packages_portable[@]}" python3-numpy python3-venv ;;
    mpi) printf '%s\n' libopenmpi-dev openmpi-bin ;;
    instructions) printf '%s\n' valgrind ;;
    esac
}

say() { printf '%s\n' "$*" >&2; }

fail() { # MESSAGE [LINE...]
    printf 'run: %s\n' "$1" >&2
    shift
    if (($#)); then printf '     %s\n' "$@" >&2; fi
    exit 1
}

# ---------------------------------------------------------------- packages

is_debian() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

missing_packages() { # PACKAGE...
    local name
    for name in "$@"; do
        if [[ $(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null) != installed* ]]; then
            printf '%s\n' "$name"
        fi
    done
}

as_root() {
    if [[ $(id -u) == 0 ]]; then "$@"; else sudo "$@"; fi
}

apt_install() { # PACKAGE...
    local options=(-y --no-install-recommends -o Dpkg::Use-Pty=0)
    as_root apt-get -q update >&2 || say "run: the package lists could not be refreshed; trying anyway"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get -q install "${options[@]}" "$@" >&2
}

packages_changed=no # yes after an installation: the build must be configured again to find the new tools

ensure_packages() { # PACKAGE...
    local missing
    if [[ ${RATTLEBACK_NO_INSTALL:-} == 1 ]]; then return; fi
    if ! is_debian; then
        check_tools "$@"
        return
    fi
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then return; fi
    if [[ $(id -u) != 0 ]] && ! command -v sudo >/dev/null; then
        fail "these packages are missing, and installing them needs root:" \
            "apt-get install ${missing[*]}" \
            "Run that as root, or set RATTLEBACK_NO_INSTALL=1 if the tools are installed another way."
    fi
    say "Installing ${#missing[@]} missing package(s): ${missing[*]}"
    apt_install "${missing[@]}" ||
        fail "apt could not install: ${missing[*]}" \
            "Its message is above. Check the network connection, then run the same command again."
    packages_changed=yes
}

# Packages that improve the result but are not required.
install_optional() { # PACKAGE...
    local missing
    if [[ ${RATTLEBACK_NO_INSTALL:-} == 1 ]] || ! is_debian; then return; fi
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then return; fi
    if [[ $(id -u) != 0 ]] && ! sudo -n true 2>/dev/null; then return; fi # do not ask for a password
    say "Installing optional package(s): ${missing[*]}"
    apt_install "${missing[@]}" || say "run: continuing without ${missing[*]}"
}

# Other systems: what is needed, a program or a header, and the package that has it by package manager.
readonly managers=(dnf pacman zypper brew)
readonly needed_by_sim=(
    'cc gcc gcc gcc gcc'
    'cmake cmake cmake cmake cmake'
    'ninja ninja-build ninja ninja ninja'
    'cjson/cJSON.h cjson-devel cjson cJSON-devel cjson'
)
readonly needed_by_viewer=(
    "${needed_by_sim[@]}"
    'c++ gcc-c++ gcc gcc-c++ gcc'
    'xz xz xz xz xz'
    'cglm/cglm.h cglm-devel cglm cglm-devel cglm'
    'GL/gl.h mesa-libGL-devel mesa Mesa-libGL-devel mesa'
    'X11/Xlib.h libX11-devel libx11 libX11-devel libx11'
    'X11/Xcursor/Xcursor.h libXcursor-devel libxcursor libXcursor-devel libxcursor'
    'X11/extensions/Xext.h libXext-devel libxext libXext-devel libxext'
    'X11/extensions/XInput2.h libXi-devel libxi libXi-devel libxi'
    'X11/extensions/Xinerama.h libXinerama-devel libxinerama libXinerama-devel libxinerama'
    'X11/extensions/Xrandr.h libXrandr-devel libxrandr libXrandr-devel libxrandr'
)
readonly needed_by_files=( # ./run wheel, tarball, release
    'python3 python3 python python3 python'
    'strip binutils binutils binutils binutils'
    'git git git git git'
)

is_present() { # PROGRAM|HEADER.h
    if [[ $1 == *.h ]]; then
        cc -E -include "$1" -x c /dev/null >/dev/null 2>&1
    else
        command -v "$1" >/dev/null
    fi
}

# The command that installs packages here; the number of the manager's column goes to $column.
find_manager() {
    local i options=('install' '-S --needed' 'install' 'install')
    column=0 manager=''
    for i in "${!managers[@]}"; do
        if command -v "${managers[i]}" >/dev/null; then
            column=$((i + 1)) manager="${managers[i]} ${options[i]}"
            return
        fi
    done
}

# Installs nothing: names what is missing and the command that installs it.
check_tools() { # DEBIAN_PACKAGE...
    local row words missing=() packages=() rows=("${needed_by_sim[@]}") column manager
    if [[ " $* " == *' libgl-dev '* ]]; then rows=("${needed_by_viewer[@]}"); fi
    if [[ " $* " == *' binutils '* ]]; then rows+=("${needed_by_files[@]}"); fi
    find_manager
    for row in "${rows[@]}"; do
        read -ra words <<<"$row"
        if ! is_present "${words[0]}"; then
            missing+=("${words[0]}")
            if ((column > 0)) && [[ " ${packages[*]-} " != *" ${words[column]} "* ]]; then packages+=("${words[column]}"); fi
        fi
    done
    if ((${#missing[@]} == 0)); then return; fi
    if ((column > 0)); then
        fail "these programs and headers are missing: ${missing[*]}" "Install them with: $manager ${packages[*]}"
    fi
    fail "these programs and headers are missing: ${missing[*]}" "Install them; this system has none of ${managers[*]}."
}

# ---------------------------------------------------------------- configure and compile

cached() { sed -n "s/^$1:[A-Z]*=//p" "$build/CMakeCache.txt" 2>/dev/null; }

# Ninja configures again by itself when a list of sources changes; this covers the rest.
is_configured() { # WITH_TESTS
    [[ -f $build/build.ninja && -d $(cached RB_THIRD_PARTY_PREFIX) ]] &&
        [[ $1 == OFF || $(cached BUILD_TESTING) == ON ]]
}

configure() { # WITH_TESTS
    if is_configured "$1" && [[ $packages_changed == no ]]; then return; fi
    call_cmake --preset release -DBUILD_TESTING="$1"
    packages_changed=no
}

call_cmake() { # ARGUMENT...
    say "Configuring in $build"
    cmake --log-level=NOTICE "$@" >/dev/null ||
        fail "configuring failed; the reason is above." \
            "If it mentions an old path or compiler: ./run clean, then try again."
}

# Ninja's own counter is the progress display; nothing is printed when there is nothing to do.
compile() { # TARGET...
    local plan
    plan=$(ninja -C "$build" -n "$@" 2>/dev/null || true)
    if [[ $plan == *'no work to do'* ]]; then return; fi
    cmake --build "$build" --target "$@" >&2 || fail "the build failed; the compiler's message is above."
}

set_up() {
    ensure_packages "${packages_build[@]}"
    install_optional "${packages_optional[@]}"
    configure OFF # does not switch the tests off in a build that has them
}

set_up_tests() {
    ensure_packages "${packages_test[@]}"
    configure ON
}

# For other distributions: only libc and X11 are the system's.
set_up_portable() {
    ensure_packages "${packages_build[@]}" "${packages_portable[@]}"
    build=build/portable
    if ! is_configured OFF; then call_cmake --preset portable; fi
}

# Without graphics: uses build/release if it exists, otherwise configures build/sim.
set_up_sim() {
    ensure_packages "${packages_sim[@]}"
    if is_configured OFF; then return; fi
    build=build/sim
    if [[ ! -f $build/build.ninja ]]; then call_cmake --preset sim; fi
}

# Emscripten needs Debian's node modules even where node is not Debian's.
use_emscripten() {
    export NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}
    build=build/emscripten
    if ! is_configured OFF; then call_cmake --preset web; fi
}

check_minutes() { # COMMAND TEXT
    [[ $2 =~ ^[0-9]+(\.[0-9]+)?$ ]] || fail "$1: expected a number of minutes, got \"$2\""
}
