#!/bin/sh
# desktop-entry.sh [--remove]: puts the viewer of this folder into the menu of this user, or takes it out again.
# It writes two files below ~/.local/share (or XDG_DATA_HOME) and prints their names.
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
data=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$data/applications/rattleback.desktop
icon=$data/icons/hicolor/scalable/apps/rattleback.svg
mark="X-Rattleback-Archive=true" # only an entry that this script wrote is replaced or removed

if [ -e "$entry" ] && ! grep -qx "$mark" "$entry"; then
    echo "desktop-entry.sh: $entry exists and was not written by this script: nothing is changed" >&2
    exit 1
fi
case ${1:-} in
'')
    mkdir -p "${entry%/*}" "${icon%/*}"
    cp "$here/share/icons/hicolor/scalable/apps/rattleback.svg" "$icon"
    while IFS= read -r line; do
        case $line in
        Exec=*) printf 'Exec="%s/rattleback"\n' "$here" ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <"$here/share/applications/rattleback.desktop" >"$entry"
    echo "$mark" >>"$entry"
    printf 'Wrote %s\nWrote %s\n' "$entry" "$icon"
    ;;
--remove)
    if [ -e "$entry" ]; then
        rm -f "$entry" "$icon"
        printf 'Deleted %s\nDeleted %s\n' "$entry" "$icon"
    else
        echo "Nothing to remove: $entry does not exist"
    fi
    ;;
*)
    echo "usage: desktop-entry.sh [--remove]" >&2
    exit 2
    ;;
esac
