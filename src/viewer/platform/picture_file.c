#include "viewer/platform/picture_file.h"

#include "base/file.h"

/* raylib's own writing takes half a file on a full disk for a success. */
rb_status rb_picture_write(Image image, const char *path, rb_error *err) {
    if (!IsFileExtension(path, ".png")) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a name that ends in .png", path);
    }
    int size = 0;
    unsigned char *data = ExportImageToMemory(image, ".png", &size);
    if (data == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: the picture cannot be made: out of memory", path);
    }
    rb_status status = rb_file_write(path, data, (size_t)size, err);
    MemFree(data);
    return status;
}
