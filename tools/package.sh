#!/usr/bin/env bash
# ./run package|tarball|source|wheel|npm|site|windows: builds and packs what others install or serve. docs/releasing.md
# describes the files; tools/release.sh makes all of them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source tools/setup.sh

command_package() {
    local folder=$PWD/build/package log=build/package/cpack.log
    ensure_packages "${packages_build[@]}" "${packages_package[@]}"
    set_up
    compile all
    rm -rf "$folder" && mkdir -p "$folder"
    (cd $build && cpack -G DEB -B "$folder") >$log 2>&1 ||
        fail "building the package failed:" "$(cat $log)"
    say "Install the package with: apt install $(echo "$folder"/*.deb)"
}

command_tarball() {
    set_up_portable
    compile all
    tools/artefacts.py tarball $build dist
}

command_source() { tools/artefacts.py source build dist; }

command_wheel() {
    set_up_portable
    compile rattleback_shared
    tools/artefacts.py wheel $build dist
    say "Install it with: pip install $(ls -t "$PWD"/dist/*.whl | head -n 1)"
}

command_npm() {
    ensure_packages "${packages_web[@]}" "${packages_npm[@]}"
    install_optional "${packages_optional[@]}"
    use_emscripten
    compile npm_package
    mkdir -p dist
    rm -f dist/rattleback-*.tgz
    npm pack --silent --offline --ignore-scripts --pack-destination dist ./$build/npm-package >/dev/null ||
        fail "npm pack failed; its message is above."
    say "Install the package with: npm install $(echo "$PWD"/dist/rattleback-*.tgz)"
}

command_site() {
    local reference=()
    ensure_packages "${packages_web[@]}" "${packages_site[@]}"
    install_optional "${packages_optional[@]}" "${packages_docs[@]}"
    use_emscripten
    compile site
    build=build/release
    set_up_sim
    compile rbsim
    if command -v doxygen >/dev/null; then
        ./docs/make.sh build/docs || fail "building the reference failed; Doxygen's messages are above."
        reference=(build/docs/html)
    fi
    RATTLEBACK_DATA=$PWD/assets /usr/bin/python3 docs/make_html.py build/site build/web $build/bin/rbsim "${reference[@]}" ||
        fail "building the site failed; the reason is above."
    tools/artefacts.py site build/site dist >&2
    say "The site is in $PWD/build/site, packed in $PWD/dist; any static web host can serve that folder, below any path."
}

# Files have the date of the newest version, so that the archives do not depend on the time of the build.
command_windows() {
    local version date tree name epoch log=build/windows/install.log
    ensure_packages "${packages_windows[@]}"
    build=build/windows
    if ! is_configured OFF; then call_cmake --preset windows; fi
    compile all
    version=$(cached CMAKE_PROJECT_VERSION)
    date=$(sed -n 's/^## [0-9].* (\([0-9-]*\))$/\1/p;T;q' CHANGELOG.md)
    name=rattleback-$version-windows-x86_64
    tree=$PWD/build/dist/$name
    epoch=$(date -u -d "$date" +%s)
    rm -rf build/dist/rattleback-*-windows-x86_64* build/dist/*-win_amd64.whl && mkdir -p build/dist
    # strip writes a time into programs.
    SOURCE_DATE_EPOCH=$epoch cmake --install $build --prefix "$tree" --strip >$log 2>&1 || fail "installing failed:" "$(tail -n 20 $log)"
    find "$tree" -exec touch -h -d "$date UTC" {} +
    (cd build/dist && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -q -X "$name.zip" -@)
    (cd "$tree" && find . -mindepth 1 -depth -type f -printf 'Delete "$INSTDIR\\%P"\n' -o -type d -printf 'RMDir "$INSTDIR\\%P"\n') |
        tr / '\\' >$build/remove.nsh
    SOURCE_DATE_EPOCH=$epoch makensis -V2 -NOCD -DVERSION="$version" -DTREE="$tree" \
        -DREMOVE=$build/remove.nsh -DOUTPUT="$tree-setup.exe" packaging/windows/rattleback.nsi >&2 || fail "building the installer failed."
    SOURCE_DATE_EPOCH=$epoch tools/artefacts.py windows-wheel "$tree" build/dist >&2
    say "The programs are in $tree, to copy: $tree.zip; the installer is $tree-setup.exe" \
        "The Python wheel: $(echo "$PWD"/build/dist/*-win_amd64.whl)"
}

if (($# != 1)); then fail "$1: expected no arguments, got \"${*:2}\""; fi
"command_$1"
