#include "viewer/platform/picture_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* raylib's own writing takes half a file on a full disk for a success. */
static bool write_png(Image image, const char *path) {
    int size = 0;
    unsigned char *data = ExportImageToMemory(image, ".png", &size);
    FILE *file = data != NULL ? fopen(path, "wb") : NULL;
    if (file == NULL) {
        MemFree(data);
        return false;
    }
    bool good = fwrite(data, 1, (size_t)size, file) == (size_t)size;
    int reason = errno;
    good = fclose(file) == 0 && good;
    MemFree(data);
    if (!good) {
        reason = reason != 0 ? reason : errno;
        remove(path);
        errno = reason;
    }
    return good;
}

rb_status rb_picture_write(Image image, const char *path, rb_error *err) {
    errno = 0;
    bool good = IsFileExtension(path, ".png") ? write_png(image, path) : ExportImage(image, path);
    if (good) {
        return RB_OK;
    }
    return rb_fail(err, RB_ERR_IO, "%s: the picture cannot be written%s%s", path,
                   errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
}
