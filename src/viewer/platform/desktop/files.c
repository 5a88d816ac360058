#include "viewer/platform/files.h"

#include <raylib.h>
#include <stdio.h>

int rb_files_dropped(char *path, size_t size) {
    if (!IsFileDropped()) {
        return 0;
    }
    FilePathList list = LoadDroppedFiles();
    int count = (int)list.count;
    if (count > 0) {
        snprintf(path, size, "%s", list.paths[0]);
    }
    UnloadDroppedFiles(list);
    return count;
}

bool rb_files_can_choose(void) {
    return false;
}

void rb_files_choose(void) {}

void rb_files_hand_over(const char *path) {
    (void)path;
}
