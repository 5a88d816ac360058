#!/usr/bin/env bash
# ./run windows, then in a fresh wine prefix: the silent installer, the installed programs without the source tree
# (a state hash, a picture drawn with the fonts that come with it), a program that is built from the zip and uses
# the DLL, the DLL of the Python wheel, and the silent uninstaller, which leaves files of the user alone.
#
#   install.sh BUILD
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
need x86_64-w64-mingw32-gcc-posix wine makensis zip python3 xvfb-run
readonly build=$1
RATTLEBACK_NO_INSTALL=1 ./run windows 2>"$PWD/build/windows.log" || fail "$(tail -n 30 build/windows.log)"
cmake --build "$build" --target rbsim rattleback_shared >/dev/null
cc -Iinclude tests/lint/consumer/consumer.c -L"$build/lib" -Wl,-rpath,"$build/lib" -lrattleback -o "$build/consumer"
setup=$(echo "$PWD"/build/dist/*-setup.exe) zip=$(echo "$PWD"/build/dist/*.zip) wheel=$(echo "$PWD"/build/dist/*-win_amd64.whl) source=$PWD
scratch=$(mktemp -d)
export WINEPREFIX=$scratch/prefix
trap 'stop_wine; rm -rf "$scratch"' EXIT
cd "$scratch"

# No "| grep -q" here: it ends at the first match, and the program before it can then fail by SIGPIPE.
registered() { # KEY VALUE
    wine reg query "HKCU\\Software\\$1" /v "$2" >/dev/null 2>&1
}
start_menu() { find "$WINEPREFIX/drive_c" -name Rattleback.lnk; }

wine "$setup" /S || fail "the installer failed"
installed=$(echo "$WINEPREFIX"/drive_c/users/*/AppData/Local/Programs/Rattleback)
folder=C:${installed#"$WINEPREFIX/drive_c"}
folder=${folder//\//\\} # as Windows writes it
for file in bin/rbsim.exe bin/rattleback.exe bin/librattleback.dll share/rattleback/fonts/DejaVuSans.ttf uninstall.exe; do
    [[ -s $installed/$file ]] || fail "the installer made no $file"
done
[[ -n $(start_menu) ]] || fail "there is no entry in the start menu"
uninstall='Microsoft\Windows\CurrentVersion\Uninstall\Rattleback'
registered "$uninstall" UninstallString || fail "the uninstaller is not registered"
registered 'Classes\.json\OpenWithProgids' Rattleback.Scene || fail "scenes have no \"Open with\""

for program in "$installed"/bin/*; do
    x86_64-w64-mingw32-objdump -p "$program" | sed -n 's/.*DLL Name: //p'
done | sort -uf >imports
if grep -viE '^(advapi32|gdi32|kernel32|msvcrt|opengl32|shell32|user32|winmm)\.dll$' imports; then
    fail "the DLLs above are needed, but they are no part of Windows"
fi

hash() { sed -n 's/.*"state_hash": "\([0-9a-f]*\)".*/\1/p'; }
want=$(RATTLEBACK_DATA=$source/assets "$build/bin/rbsim" run k11-fig5 --until 2 --solver scene --summary - | hash)
got=$(wine "$installed/bin/rbsim.exe" run k11-fig5 --until 2 --solver scene --summary - | hash)
[[ -n $want && $got == "$want" ]] || fail "state hash: expected $want, got $got"

# A program of another user's: built from the zip with its import library, it runs with the DLL of the zip.
python3 -m zipfile -e "$zip" .
tree=$scratch/$(basename "$zip" .zip) consumer=$source/tests/lint/consumer/consumer.c
x86_64-w64-mingw32-gcc-posix -D__USE_MINGW_ANSI_STDIO=1 -I"$tree/include" "$consumer" -L"$tree/lib" -lrattleback -o consumer.exe ||
    fail "the zip is not enough to build a program with the library"
x86_64-w64-mingw32-objdump -p consumer.exe >headers.txt
grep -q 'DLL Name: librattleback.dll' headers.txt || fail "the program does not import the DLL"
want_consumer=$(RATTLEBACK_DATA=$source/assets "$build/consumer" k11-fig5)
got=$(WINEPATH=$(winepath -w "$tree/bin") wine consumer.exe k11-fig5 | tr -d '\r')
[[ -n $want_consumer && $got == "$want_consumer" ]] || fail "DLL in another program: expected $want_consumer, got $got"

# The wheel: complete, and its DLL finds the scenes beside it.
mkdir inside
(cd inside && python3 -m zipfile -e "$wheel" .)
python3 "$source/tests/lint/wheel_record.py" inside || fail "RECORD of the wheel is wrong"
cmp inside/rattleback/lib/librattleback.dll "$tree/bin/librattleback.dll" || fail "the wheel has another DLL"
cp consumer.exe inside/rattleback/lib/
got=$(wine inside/rattleback/lib/consumer.exe k11-fig5 | tr -d '\r')
[[ $got == "$want_consumer" ]] || fail "DLL of the wheel: expected $want_consumer, got $got"

# A scene file as "Open with" gives it. Only the installed fonts can be found: wine has no drive Z: here.
cp "$installed/share/rattleback/scenes/k11-fig5.json" "$WINEPREFIX/drive_c/Maß.json"
rm "$WINEPREFIX/dosdevices/z:"
stop_wine # its desktop was started without a display
# wine 8 with Mesa's software renderer rarely crashes while a process ends (seen once in about ten runs on a busy machine).
draw() {
    (cd "$WINEPREFIX/drive_c" && LIBGL_ALWAYS_SOFTWARE=1 timeout 200 xvfb-run -a -s '-screen 0 1280x800x24' \
        wine "$folder\\bin\\rattleback.exe" 'C:\Maß.json' --fresh --screenshot 'C:\shot.png' --at 2 --print-hash) >viewer.txt 2>viewer.err
}
draw || draw || fail "the viewer failed twice:" "$(cat viewer.txt viewer.err)"
grep -q "hash $want" viewer.txt || fail "viewer: expected the hash $want, got $(cat viewer.txt)"
size=$(wc -c <"$WINEPREFIX/drive_c/shot.png")
((size > 100000)) || fail "the picture has only $size bytes: expected a drawn window"
cp "$WINEPREFIX/drive_c/shot.png" "$source/build/windows/shot.png"

touch "$installed/bin/mine.txt"
wine "$folder\\uninstall.exe" /S || fail "the uninstaller failed"
wineserver -w # a copy of it does the work
left=$(cd "$installed" && find . -type f)
[[ $left == ./bin/mine.txt ]] || fail "expected only the user's file after uninstalling, got:" "$left"
[[ -z $(start_menu) ]] || fail "the entry in the start menu is left"
registered "$uninstall" UninstallString && fail "the uninstaller is still registered"
registered 'Classes\.json\OpenWithProgids' Rattleback.Scene && fail "\"Open with\" is left"
echo "installed, run and uninstalled; installer $(wc -c <"$setup") bytes, zip $(wc -c <"$zip") bytes"
