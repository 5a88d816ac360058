#!/usr/bin/env bash
# Obtains the third-party code that no Debian 12 package offers in the version we need, builds it as
# static libraries and prints the folder that holds them (lib/, include/, manifest.txt).
#
#   cmake/third-party.sh [--system-raylib | --web | --windows | --sources | --cjson]
#
# The result is cached outside the source tree, keyed by version, so that every build folder and
# every clone shares it. Sources come from the cache, else from apt's source packages (signatures
# checked by apt, nothing on the system changed, no root), else from the projects' own git
# repositories. There nothing vouches for a tag, which may be moved: every file that is used must
# have the SHA-256 of the one in Debian's signed packages (third-party.sha256), all else is dropped.
# --web builds for a browser, with emscripten; --windows for Windows, with mingw-w64; --sources obtains the
# sources only and prints their folder; --cjson does that for cJSON.
# Only the folder goes to stdout; everything a person should read goes to stderr.
#
# Settings from the environment:
#   RATTLEBACK_CACHE          cache folder (default: XDG_CACHE_HOME/rattleback or ~/.cache/rattleback)
#   RATTLEBACK_SOURCES        "apt git" by default; which origins to try, in this order
set -euo pipefail

readonly RAYLIB=6.0 GLFW=3.4 IMGUI=1.90.8 IMPLOT=0.17
readonly MONADO=25.0.0 # its tree contains matching versions of ImGui, cimgui, ImPlot and cimplot
readonly CJSON=1.7.18  # for browsers, Windows and RB_PORTABLE: elsewhere the system has it
readonly RECIPE=4      # increase when the build steps change, so that old caches are not reused
readonly WEB_RECIPE=2  # the same for a browser
readonly WINDOWS_RECIPE=1

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${RATTLEBACK_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rattleback}/third-party
sources=$cache/sources
work=
build_raylib=yes
no_paths=
web=no
windows=no
emscripten=/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake

say() { printf '[third-party] %s\n' "$*" >&2; }

fail() {
    printf '\n[third-party] FAILED: %s\n' "$1" >&2
    shift
    printf '  %s\n' "$@" >&2
    exit 1
}

cleanup() { if [[ -n $work ]]; then rm -rf "$work"; fi; }
trap cleanup EXIT

# ---------------------------------------------------------------- obtaining sources

# The Debian mirror that this machine already uses; asking apt keeps host names out of our files.
debian_mirror() {
    [[ -r /etc/os-release ]] && grep -q '^ID=debian$' /etc/os-release || return 1
    command -v apt-get >/dev/null || return 1
    apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 2>/dev/null |
        awk '$2 !~ /[-\/]/ && !found { print $1; found = 1 } END { exit !found }'
}

# apt-get with a configuration of its own: its own lists and cache, none of the system's sources.
private_apt() {
    local options=(
        -o "Dir::Etc::sourcelist=$work/apt/sources.list"
        -o Dir::Etc::sourceparts=/dev/null
        -o "Dir::State::lists=$work/apt/lists"
        -o "Dir::Cache=$work/apt/cache"
        -o Acquire::Languages=none -o Acquire::Retries=2 -o Acquire::http::Timeout=30
        -o Acquire::https::Timeout=30
        # A mirror of testing may be outdated. Signatures are still checked, and exact versions are requested,
        # so an old list can only lack them.
        -o Acquire::Check-Valid-Until=false
    )
    # The sandbox user cannot write to a private folder; this avoids a warning of apt.
    if [[ $(id -u) == 0 ]]; then options+=(-o APT::Sandbox::User=root); fi
    "$1" "${options[@]}" "${@:2}" 2>>"$work/apt/log"
}

apt_prepare() { # SUITE...
    local mirror suite option='' keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    mirror=$(debian_mirror) || return 1
    mkdir -p "$work"/apt/{lists,cache/archives}/partial
    if [[ -r $keyring ]]; then option="[signed-by=$keyring] "; fi
    for suite in "$@"; do
        printf 'deb-src %s%s %s main\n' "$option" "$mirror" "$suite"
    done >"$work/apt/sources.list"
    say "reading Debian's source lists: $*"
    private_apt apt-get -q update >>"$work/apt/log"
}

# The newest Debian version of source package $1 with upstream version $2.
apt_version() {
    private_apt apt-cache showsrc --only-source "$1" |
        awk -v want="$2" '$1 == "Version:" && index($2, want) == 1 && $2 ~ "^[0-9.]+([-+~].*)?$" {
            split($2, part, /[-+~]/); if (part[1] == want) print $2 }' |
        sort -V | tail -n 1 | grep .
}

apt_fetch() { # PACKAGE UPSTREAM_VERSION DESTINATION
    local version tarball folder=$work/apt/$1
    version=$(apt_version "$1" "$2") || return 1
    say "downloading Debian's source of $1 $version"
    mkdir -p "$folder"
    # Some .dsc and .diff files are not available, and neither is needed: --tar-only.
    (cd "$folder" && private_apt apt-get -q source --download-only --tar-only "$1=$version") \
        >>"$work/apt/log" || return 1
    tarball=$(find "$folder" -name '*.orig.tar.*' ! -name '*.asc' | head -n 1)
    [[ -n $tarball ]] && mkdir -p "$3" && tar -xf "$tarball" -C "$3" --strip-components=1
}

fetch_by_apt() {
    # The index of forky first, that of sid only if needed: each is a download of 10 MB.
    apt_prepare trixie forky || return 1
    if ! apt_version raylib $RAYLIB >/dev/null; then apt_prepare trixie forky sid || return 1; fi
    apt_fetch raylib $RAYLIB "$work/raylib" &&
        apt_fetch glfw3 $GLFW "$work/glfw" &&
        apt_fetch monado $MONADO "$work/monado"
}

fetch_cjson_by_apt() { apt_prepare trixie && apt_fetch cjson $CJSON "$work/cjson"; }

git_fetch() { # URL TAG DESTINATION [SPARSE_FOLDER]
    say "cloning $1 at $2"
    local options=(--quiet --depth 1 --branch "$2" -c advice.detachedHead=false)
    if [[ -n ${4:-} ]]; then options+=(--filter=blob:none --sparse); fi
    GIT_TERMINAL_PROMPT=0 git clone "${options[@]}" "$1" "$3" >&2 || return 1
    if [[ -n ${4:-} ]]; then git -C "$3" sparse-checkout set "$4" >&2; fi
}

fetch_by_git() {
    command -v git >/dev/null || return 1
    git_fetch https://github.com/raysan5/raylib.git $RAYLIB "$work/raylib" &&
        git_fetch https://github.com/glfw/glfw.git $GLFW "$work/glfw" &&
        git_fetch https://gitlab.freedesktop.org/monado/monado.git v$MONADO "$work/monado" \
            src/external/imgui
}

fetch_cjson_by_git() {
    command -v git >/dev/null && git_fetch https://github.com/DaveGamble/cJSON.git v$CJSON "$work/cjson"
}

# Checks that every file of the list matches, and that there are no others.
check_listed() { # FOLDER LIST
    local list=$here/$2 file
    find "$1" -type l -delete
    if ! (cd "$1" && sha256sum --quiet --strict --check "$list" >&2); then
        fail "the sources from git are not those of raylib $RAYLIB, GLFW $GLFW, monado $MONADO and cJSON $CJSON." \
            "The files named above differ from $list: a tag was moved," \
            "or somebody changed them. Nothing of them is used."
    fi
    (cd "$1" && find . -type f | sed 's#^\./##') | LC_ALL=C sort |
        LC_ALL=C comm -23 - <(cut -c 67- "$list" | LC_ALL=C sort) |
        while IFS= read -r file; do rm -- "$1/$file"; done
}

# Keeps the three source folders that the build below reads.
store_sources() { # ORIGIN
    local staged=$work/staged-sources
    mkdir -p "$staged"
    cp -R "$work/raylib" "$staged/raylib"
    rm -rf "$staged/raylib/src/external/glfw" "$staged/raylib/.git"
    cp -R "$work/glfw" "$staged/raylib/src/external/glfw"
    rm -rf "$staged/raylib/src/external/glfw/.git" "$staged"/raylib/{examples,projects,logo,tools}
    cp -R "$work/monado/src/external/imgui" "$staged/imgui"
    if [[ $1 == git ]]; then check_listed "$staged" third-party.sha256; fi
    printf '%s\n' "$1" >"$staged/origin"
    check_sources "$staged"
    mkdir -p "$(dirname "$source_dir")"
    rm -rf "$source_dir"
    mv "$staged" "$source_dir"
}

store_cjson() { # ORIGIN
    local staged=$work/staged-cjson
    mkdir -p "$staged" "$(dirname "$cjson_dir")"
    cp "$work"/cjson/{LICENSE,cJSON.c,cJSON.h} "$staged"
    if [[ $1 == git ]]; then check_listed "$staged" third-party-cjson.sha256; fi
    printf '%s\n' "$1" >"$staged/origin"
    rm -rf "$cjson_dir"
    mv "$staged" "$cjson_dir"
}

# A package may be mislabelled: the headers decide.
check_sources() {
    grep -q "define RAYLIB_VERSION_MAJOR 6" "$1/raylib/src/raylib.h" &&
        grep -q "define IMGUI_VERSION  *\"$IMGUI\"" "$1/imgui/imgui/imgui.h" &&
        grep -q "define IMPLOT_VERSION  *\"$IMPLOT\"" "$1/imgui/implot/implot.h" &&
        [[ -f $1/raylib/src/external/glfw/CMakeLists.txt ]] ||
        fail "the downloaded sources are not the versions asked for." \
            "Wanted: raylib $RAYLIB, GLFW $GLFW, ImGui $IMGUI, ImPlot $IMPLOT."
}

obtain_sources() {
    local origin
    if [[ -f $source_dir/origin ]]; then
        say "sources: from the cache ($source_dir)"
        return
    fi
    for origin in ${RATTLEBACK_SOURCES:-apt git}; do
        rm -rf "$work"/{raylib,glfw,monado}
        if "fetch_by_$origin"; then
            store_sources "$origin"
            say "sources: obtained by $origin"
            return
        fi
        say "sources: not to be had by $origin$(why_not "$origin")"
    done
    fail "could not obtain raylib $RAYLIB, GLFW $GLFW, ImGui $IMGUI and ImPlot $IMPLOT." \
        "Needed: a network connection to a Debian mirror (on Debian) or to the projects' git" \
        "repositories (with git installed), once. Afterwards everything comes from" \
        "  $cache" \
        "You can also copy that folder from a machine where it is filled, or point the" \
        "environment variable RATTLEBACK_CACHE to one. Without the viewer none of this is" \
        "needed: cmake -DRB_VIEWER=OFF."
}

obtain_cjson() {
    local origin
    if [[ -f $cjson_dir/origin ]]; then return; fi
    for origin in ${RATTLEBACK_SOURCES:-apt git}; do
        if "fetch_cjson_by_$origin"; then
            store_cjson "$origin"
            say "cJSON: obtained by $origin"
            return
        fi
        say "cJSON: not to be had by $origin$(why_not "$origin")"
    done
    fail "could not obtain cJSON $CJSON." "Needed: a network connection, once; see docs/testing.md."
}

why_not() {
    case $1 in
    apt)
        if ! debian_mirror >/dev/null; then
            echo ' (this is not Debian, or apt names no mirror)'
        elif grep -qs '^[EW]:' "$work/apt/log"; then
            echo ":"
            grep '^[EW]:' "$work/apt/log" | grep -v "'deb-src'" | sort -u | head -n 4 | sed 's/^/    /'
        fi
        ;;
    git) command -v git >/dev/null || echo ' (git is not installed)' ;;
    esac
}

# ---------------------------------------------------------------- building

# Runs a step with its output in a log that is shown only if the step fails. A tenth of the lines of a build
# counter ("[17/40] ..." by ninja, "[ 42%] ..." by make) is shown as progress.
quietly() { # TITLE COMMAND...
    local title=$1 log=$work/build.log
    shift
    say "$title"
    if ! "$@" 2>&1 | tee "$log" | show_progress; then
        tail -n 40 "$log" >&2
        fail "$title" "The last lines of its output are above." \
            "On Debian './run' installs all that is needed; elsewhere install a C and C++" \
            "compiler, cmake, ninja and the development files of OpenGL and X11" \
            "(Xrandr, Xinerama, Xcursor, Xi, Xext)."
    fi
}

show_progress() {
    awk 'match($0, /^\[ *[0-9]+(\/[0-9]+|%)\]/) {
             split(substr($0, 2, RLENGTH - 2), part, "/")
             percent = part[2] ? 100 * part[1] / part[2] : part[1] + 0
             if (percent >= next_shown) {
                 printf "[third-party]   %3d %%\n", percent
                 fflush(); next_shown = 10 * int(percent / 10) + 10
             }
         }' >&2
}

jobs() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

cmake_build() { # NAME SOURCE OPTIONS...
    local name=$1 source=$2 build=$work/build-$1 generator=()
    shift 2
    if command -v ninja >/dev/null; then generator=(-G Ninja); fi
    quietly "configuring $name" cmake -S "$source" -B "$build" "${generator[@]}" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_LIBDIR=lib -DBUILD_SHARED_LIBS=OFF \
        -DCMAKE_POSITION_INDEPENDENT_CODE=ON "$@"
    quietly "building $name" cmake --build "$build" -j "$(jobs)"
    quietly "installing $name into the cache" cmake --install "$build" --prefix "$work/prefix"
}

build_all() {
    # As in cmake/Hardening.cmake: this code is linked into what is shipped.
    local hardening="-fstack-protector-strong -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 $no_paths"
    if [[ $(uname -m) == x86_64 ]]; then hardening+=" -fcf-protection"; fi
    if [[ $build_raylib == yes ]]; then
        # No screen capture: raylib would write a picture at every F12.
        cmake_build raylib "$source_dir/raylib" "-DCMAKE_C_FLAGS=-DSUPPORT_SCREEN_CAPTURE=0 $hardening" \
            -DBUILD_EXAMPLES=OFF -DUSE_EXTERNAL_GLFW=OFF -DGLFW_BUILD_WAYLAND=OFF -DGLFW_BUILD_X11=ON
        install_license raylib "$source_dir/raylib/LICENSE"
        install_license glfw "$source_dir/raylib/src/external/glfw/LICENSE.md"
    fi
    build_imgui "-DCMAKE_CXX_FLAGS=$hardening"
}

build_imgui() { # OPTIONS...
    cmake_build imgui "$here/third-party" "-DIMGUI_SOURCE=$source_dir/imgui" "$@"
    install_license imgui "$source_dir/imgui/imgui/LICENSE.txt"
    install_license cimgui "$source_dir/imgui/cimgui/LICENSE"
    install_license implot "$source_dir/imgui/implot/LICENSE"
    install_license cimplot "$source_dir/imgui/cimplot/LICENSE"
}

# Size before speed: in a browser the download is slow, and the physics is not built here.
build_web() {
    local small="-Oz -DNDEBUG $no_paths"
    local options=("-DCMAKE_TOOLCHAIN_FILE=$emscripten" "-DCMAKE_C_FLAGS_RELEASE=$small")
    [[ -f $emscripten ]] && command -v emcc >/dev/null ||
        fail "emscripten is not installed." "On Debian: apt-get install emscripten (./run web does it)."
    # Its cmake files need Debian's modules also where node is not Debian's.
    export NODE_PATH=/usr/share/nodejs${NODE_PATH:+:$NODE_PATH}
    cmake_build raylib "$here/third-party/web" "${options[@]}" \
        "-DRAYLIB_SOURCE=$source_dir/raylib/src" "-DCJSON_SOURCE=$cjson_dir"
    install_license raylib "$source_dir/raylib/LICENSE"
    install_license cjson "$cjson_dir/LICENSE"
    build_imgui "${options[@]}" "-DCMAKE_CXX_FLAGS_RELEASE=$small -fno-exceptions -fno-rtti -DIMGUI_IMPL_OPENGL_ES3"
}

build_windows() {
    # As in build_all; C_FLAGS replace those of the toolchain file, which are repeated here.
    local flags="-D__USE_MINGW_ANSI_STDIO=1 -fstack-protector-strong $no_paths"
    local options=("-DCMAKE_TOOLCHAIN_FILE=$here/mingw-w64-x86_64.cmake" -DCMAKE_POSITION_INDEPENDENT_CODE=OFF)
    command -v x86_64-w64-mingw32-g++-posix >/dev/null ||
        fail "mingw-w64 is not installed." \
            "On Debian: apt-get install g++-mingw-w64-x86-64-posix (./run windows does it)."
    cmake_build cjson "$here/third-party/windows" "${options[@]}" "-DCMAKE_C_FLAGS=$flags" "-DCJSON_SOURCE=$cjson_dir"
    install_license cjson "$cjson_dir/LICENSE"
    cmake_build raylib "$source_dir/raylib" "${options[@]}" "-DCMAKE_C_FLAGS=-DSUPPORT_SCREEN_CAPTURE=0 $flags" \
        -DBUILD_EXAMPLES=OFF -DUSE_EXTERNAL_GLFW=OFF
    install_license raylib "$source_dir/raylib/LICENSE"
    install_license glfw "$source_dir/raylib/src/external/glfw/LICENSE.md"
    build_imgui "${options[@]}" "-DCMAKE_CXX_FLAGS=$flags"
}

install_license() { # NAME FILE
    mkdir -p "$work/prefix/share/licenses"
    cp "$2" "$work/prefix/share/licenses/$1.txt"
}

# From a text, not from a pipe: a writer fails when its reader has closed.
first_line() { printf '%s\n' "${1%%$'\n'*}"; }

write_manifest() {
    {
        if [[ $build_raylib == yes ]]; then echo "raylib $RAYLIB with GLFW $GLFW"; fi
        echo "ImGui $IMGUI, ImPlot $IMPLOT, cimgui, cimplot (from monado $MONADO)"
        if [[ $web == yes || $windows == yes ]]; then echo "cJSON $CJSON"; fi
        echo "origin: $(cat "$source_dir/origin")"
        if [[ $web == yes ]]; then
            first_line "$(emcc --version)"
        elif [[ $windows == yes ]]; then
            first_line "$(x86_64-w64-mingw32-g++-posix --version)"
        else
            echo "compiler: $(first_line "$(${CC:-cc} --version)")"
        fi
    } >"$work/prefix/manifest.txt"
}

make_sources() {
    work=$(mktemp -d "$cache/work.XXXXXX")
    obtain_sources
}

make_prefix() {
    make_sources
    if [[ $web == yes ]]; then
        obtain_cjson
        build_web
    elif [[ $windows == yes ]]; then
        obtain_cjson
        build_windows
    else
        build_all
    fi
    write_manifest
    mv "$work/prefix" "$prefix" # this rename makes the result visible
    say "ready: $prefix"
}

# Two clones may run this at once; the second waits and finds the result.
lock_cache() {
    mkdir -p "$cache" 2>/dev/null && [[ -w $cache ]] ||
        fail "cannot write to $cache" "Set RATTLEBACK_CACHE to a folder you may write to."
    exec 9>"$cache/lock"
    if command -v flock >/dev/null && ! flock -n 9; then
        say "another build is filling the cache; waiting for it"
        flock 9
    fi
}

main() {
    local raylib_key="raylib-${RAYLIB}_glfw-${GLFW}" sources_only=no cjson_only=no
    local machine="$(uname -s)-$(uname -m)_r$RECIPE"
    case ${1:-} in
    '') ;;
    --system-raylib) build_raylib=no raylib_key=raylib-system ;;
    --web) web=yes raylib_key="raylib-${RAYLIB}_cjson-${CJSON}" machine=web_r$WEB_RECIPE ;;
    --windows) windows=yes raylib_key="raylib-${RAYLIB}_glfw-${GLFW}_cjson-${CJSON}" machine=windows-x86_64_r$WINDOWS_RECIPE ;;
    --sources) sources_only=yes ;;
    --cjson) cjson_only=yes ;;
    *) fail "unknown option '$1'" "usage: cmake/third-party.sh [--system-raylib | --web | --windows | --sources | --cjson]" ;;
    esac
    prefix="$cache/${raylib_key}_imgui-${IMGUI}_implot-${IMPLOT}_$machine"
    source_dir="$sources/raylib-${RAYLIB}_glfw-${GLFW}_imgui-${IMGUI}_implot-${IMPLOT}"
    cjson_dir="$sources/cjson-$CJSON"
    no_paths="-fmacro-prefix-map=$sources/=" # no path of this machine in what is shipped
    if [[ $cjson_only == yes ]]; then
        lock_cache
        work=$(mktemp -d "$cache/work.XXXXXX")
        obtain_cjson
        printf '%s\n' "$cjson_dir"
        return
    fi
    if [[ $sources_only == yes ]]; then
        lock_cache
        make_sources
        printf '%s\n' "$source_dir"
        return
    fi
    if [[ -f $prefix/manifest.txt ]]; then
        say "using the cache: $prefix"
    else
        lock_cache
        if [[ ! -f $prefix/manifest.txt ]]; then make_prefix; fi
    fi
    printf '%s\n' "$prefix"
}

main "$@"
