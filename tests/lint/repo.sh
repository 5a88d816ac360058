#!/usr/bin/env bash
# Rules about the repository that no compiler checks. Every finding is printed as FILE:LINE: text.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

readonly rooms=(base math contact bodies sim analysis plot reproduce app cli viewer)
readonly max_lines=500
readonly max_function=60
findings=0

# The files of the repository: those of git, or everything outside of build folders if it is not a clone.
files() {
    git ls-files --cached --others --exclude-standard 2>/dev/null ||
        find . -type f -not -path './build/*' -not -path './.git/*' -printf '%P\n'
}

# The last stage of a pipe runs in a subshell unless lastpipe is set, and its count would be lost.
shopt -s lastpipe

sources() { files | grep -E "$1" || true; } # PATTERN

report() { # RULE, findings on stdin
    local found
    found=$(cat)
    if [[ -n $found ]]; then
        printf '%s:\n%s\n' "$1" "$found"
        findings=$((findings + $(wc -l <<<"$found")))
    fi
}

search() { # PATTERN, files on stdin
    { xargs -d '\n' grep -nIE -- "$1" /dev/null || true; }
}

# The brackets keep this file from finding itself.
check_unfinished() {
    files | search '\b(T[O]DO|F[I]XME|X[X]X)\b' | report 'left unfinished'
}

check_hosts() {
    local hosts='\b(deb|ftp|security|archive|mirrors?|registry|pypi|crates|snapshot)\.[a-z0-9-]+\.(org|net|com|io)\b'
    files | search "$hosts" | report 'a package server is named'
    if command -v apt-get >/dev/null; then
        # The mirror of this machine, whatever its name.
        hosts=$(apt-get indextargets --format '$(SITE)' 2>/dev/null | sed 's#^[a-z]*://##; s#/.*##' |
            sort -u | grep -F . | sed 's/\./[.]/g' | paste -sd '|' || true)
        if [[ -n $hosts ]]; then
            files | search "$hosts" | report "this machine's package server is named"
        fi
    fi
}

check_paths() {
    files | search '(^|[^[:alnum:]_.$}/])/([w]ork|[r]oot|[h]ome)/' | report "a path of one machine"
}

# Files that the viewer saves in the current folder do not belong to the repository.
check_top() {
    { files | grep -v / | grep -vE '^(\.(clang-format|clang-tidy|editorconfig|gitignore)|[A-Z]+\.md|LICENSE|CITATION\.cff|CMakeLists\.txt|CMakePresets\.json|run)$' || true; } |
        report 'does not belong at the top'
    { files | grep / | grep -vE '^(\.ci|assets|cmake|docs|examples|include|npm|packaging|paper|python|shaders|src|tests|tools)/' || true; } |
        report 'is in a folder that does not belong at the top'
}

# tests/sim/states*.txt and tables.txt are written by tests, a row for each case.
check_sizes() {
    sources '^(src|include|tests|examples)/.*\.([ch]|inc|sh|txt)$' |
        grep -v '^tests/sim/\(states\|tables\).*\.txt$' | xargs -d '\n' -r wc -l |
        awk -v max=$max_lines '$2 != "total" && $1 > max { print $2 ":" $1 ": more than " max " lines" }' |
        report 'too long'
}

# In the layout of clang-format, a function begins at the margin with a line that contains a bracket, and ends
# with a brace at the margin.
check_functions() {
    sources '^(src|include|tests|tools|examples)/.*\.[ch]$' | xargs -d '\n' -r awk -v max=$max_function '
        FNR == 1 { begin = 0 }
        /^[A-Za-z_]/ { begin = FNR; code = index($0, "(") }
        /^}/ {
            if (begin && code && FNR - begin + 1 > max)
                print FILENAME ":" begin ": a function of " FNR - begin + 1 " lines, more than " max
            begin = 0
        }' | report 'too long'
}

# A condition or loop whose line ends without a brace, as clang-format lays it out, has an unbraced body. (A
# condition that continues in the next line has an open parenthesis, or ends in an operator.)
check_braces() {
    sources '^(src|include|tests|tools|examples)/.*\.[ch]$' | xargs -d '\n' -r awk '
        /^ *(} )?(else )?(if|for|while) \(.*\)$/ || /^ *(} )?else$/ {
            line = $0
            opened = gsub(/\(/, "", line)
            closed = gsub(/\)/, "", line)
            if (opened == closed && $0 !~ /} while /)
                print FILENAME ":" FNR ": a body without braces"
        }' | report 'unbraced'
}

# The include guard of a header is its path, so that all are different.
check_guards() {
    local file name
    sources '^(src|tests)/.*\.h$' | while read -r file; do
        name=RB_$(tr a-z/ A-Z_ <<<"${file#src/}")
        name=${name%.H}_H
        grep -qx "#ifndef $name" "$file" || echo "$file:1: expected #ifndef $name"
    done | report 'not guarded by its path'
}

check_graphics() {
    local graphics='#include *[<"](raylib|raymath|rlgl|rcamera|cimgui|cimplot|cglm/|GL/|GLES|GLFW/)'
    sources '^(include|src/[^v][^/]*)/.*\.[ch]$' | search "$graphics" |
        report 'graphics in the physics library'
}

# tests/lint/headers.sh compares with the exported functions; this check names the line.
check_exports() {
    sources '^include/rattleback/.*\.h$' |
        search '^(const |struct )?[a-z_0-9]+ \**rb_[a-z0-9_]+\(' |
        report 'a public function without RB_API'
    sources '^include/rattleback/.*\.h$' | grep -vE '/(rattleback|studies)\.h$' |
        xargs -d '\n' -r grep -L '^RB_BEGIN_DECLS$' |
        report 'a public header without RB_BEGIN_DECLS and RB_END_DECLS (see base.h)'
}

# Only src/bodies uses the layout of a body's state.
check_state() {
    sources '^(include|src)/.*\.[ch]$' | grep -v '^src/bodies/' |
        search '\bRB_Y_|bodies/rigid_state|shape\.radius' | report "a body's state or shape outside src/bodies"
}

# Definitions that must exist once, and headers that may contain code.
check_once() {
    sources '^(include|src|tests)/.*\.[ch]$' | grep -v '^src/math/pi\.h$' |
        search '3\.14159|6\.28318|1\.570796' | report 'pi is in math/pi.h'
    sources '^src/.*\.h$' | grep -v '_inline\.h$' |
        search '^RB_INLINE' | report 'a header with code ends in _inline.h'
}

# Doxygen ignores other comments, and files that do not begin with "/** @file".
check_reference() {
    sources '^include/rattleback/.*\.h$' | search '^/\* ' |
        report 'a comment of a public header that Doxygen does not read: begin it with /**'
    sources '^include/rattleback/.*\.h$' | xargs -d '\n' -r grep -L '^/\*\* @file$' |
        report 'a public header that does not begin with /** @file'
}

# base.h has the version; other files must agree.
check_version() {
    local version date
    version=$(sed -n 's/^#define RB_VERSION_[A-Z]* \([0-9]*\).*/\1/p' include/rattleback/base.h | paste -sd .)
    version+=$(sed -n 's/^#define RB_PRERELEASE "\([^"]*\)".*/\1/p' include/rattleback/base.h)
    date=$(sed -n "s/^## $version (\(.*\))$/\1/p" CHANGELOG.md)
    if [[ $(grep -m 1 '^## [0-9]' CHANGELOG.md) != "## $version ($date)" ]]; then
        echo "CHANGELOG.md: the newest version is not $version"
    fi | report 'another version than base.h'
    for line in "version: $version" "date-released: $date"; do
        if ! grep -qx "$line" CITATION.cff; then echo "CITATION.cff: expected \"$line\""; fi
    done | report 'another version or date than base.h and CHANGELOG.md'
}

# The physics computes with src/math/elementary.h: libm's functions differ between machines.
check_libm() {
    sources '^src/(base|math|contact|bodies|sim)/.*\.[ch]$' | grep -vE '/elementary|_look\.c$' |
        search '^[^*/]*[^a-z_.>](tanh|expm?1?|log1?p?|pow|cbrt|asin|acos|atan2?|sin|cos|tan|hypot)\(' |
        { grep -vE ':[0-9]+: +[^;{}]*$' || true; } | report "libm in the physics"
}

# Each folder may use itself and the folders before it; cli and viewer do not use each other.
check_rooms() {
    local i later
    for ((i = 0; i < ${#rooms[@]}; i++)); do
        later=("${rooms[@]:i+1}")
        if [[ ${rooms[i]} == viewer ]]; then later=(cli); fi
        sources "^src/${rooms[i]}/.*\.[ch]$" |
            search "#include \"($(
                IFS='|'
                echo "${later[*]}"
            ))/" |
            report "src/${rooms[i]} uses a later room"
    done
}

# Folders of the viewer, and what each may include besides itself, src/app and the physics: folders, or single
# headers. Files that are not listed (at the top, and the handlers in actions/) may include everything;
# nothing else uses them.
readonly -A viewer_rooms=(
    [platform]=''
    [world]='platform'
    [gui]='platform world'
    [plots]='platform world gui'
    [panels]='platform world gui plots'
    [capture]='platform world'
)

check_viewer_rooms() {
    local room allowed other
    for room in "${!viewer_rooms[@]}"; do
        allowed="$room/"
        for other in ${viewer_rooms[$room]}; do
            if [[ $other == *.h ]]; then allowed+="|$other\""; else allowed+="|$other/"; fi
        done
        sources "^src/viewer/$room/.*\.[ch]$" | search '#include "viewer/' |
            { grep -vE "#include \"viewer/($allowed)" || true; } |
            report "src/viewer/$room uses what it may not see (may see: ${viewer_rooms[$room]:-nothing})"
    done
    sources '^src/viewer/(platform|world|gui)/.*\.[ch]$' | search '#include "app/' |
        { grep -vE '#include "app/language/|^src/viewer/world/[^:]*:[0-9]*:#include "app/appearance/' || true; } |
        report 'platform, world and gui use src/app (all may use app/language, world app/appearance)'
    sources '^src/viewer/platform/.*\.[ch]$' |
        search '#include ("(math|contact|bodies|sim|analysis|reproduce)/|<rattleback/)' |
        { grep -vE '<rattleback/(status|file)\.h>' || true; } | report 'the platform knows the physics'
}

# Only src/base/system.h and platform/ contain differences between systems. Threads and clocks of C and POSIX
# exist everywhere.
check_platform() {
    local viewer='^src/viewer/([^p]|p[^l]|plots).*\.[ch]$'
    sources '^src/' | { grep -v '^src/viewer/platform/' || true; } |
        search '^ *# *(if|ifdef|ifndef|elif).*(__linux__|__unix__|_WIN32|__APPLE__|__EMSCRIPTEN__|__ANDROID__)' |
        report 'an operating system is named outside platform/'
    sources '^src/[^v].*\.[ch]$' | { grep -vE '^src/(base/(posix|windows)/|film/process_|cli/mpi_main)' || true; } |
        search '#include <(unistd|fcntl|poll|spawn|signal|dirent|dlfcn|windows|io|X11/|sys/)' |
        report "the system's headers outside base/posix and base/windows"
    sources "$viewer" |
        search '#include <(unistd|fcntl|spawn|pthread|signal|dirent|dlfcn|time|windows|emscripten|X11/|sys/)' |
        report "the system's headers outside platform/"
    sources "$viewer" |
        search '\b((Init|Close|Restore|Maximize|Minimize)Window|WindowShouldClose|(Is|Set)Window[A-Z][a-zA-Z]*|Get(Screen|Render)(Width|Height)|GetWindow[A-Z][a-zA-Z]*|GetMonitor[a-zA-Z]*|GetFrameTime|GetTime|WaitTime|SetTargetFPS|PollInputEvents|(Begin|End)Drawing|(Get|Set)ClipboardText|FileExists|(IsFile|LoadDropped|UnloadDropped)[a-zA-Z]*Dropped?[a-zA-Z]*|Is(Key|MouseButton|Cursor)[A-Z][a-zA-Z]*|Get(Key|Char)Pressed|GetMouse[A-Z][a-zA-Z]*|SetMouse[A-Z][a-zA-Z]*|ToggleBorderlessWindowed)\(' |
        report "raylib's window, input or clock outside platform/"
}

check_unfinished
check_hosts
check_paths
check_top
check_sizes
check_functions
check_braces
check_guards
check_graphics
check_libm
check_exports
check_once
check_reference
check_state
check_version
check_rooms
check_viewer_rooms
check_platform
if ((findings)); then
    echo "$findings finding(s)"
    exit 1
fi
