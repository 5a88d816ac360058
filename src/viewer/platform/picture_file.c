#include "viewer/platform/picture_file.h"

#include <stdlib.h>

#include "base/file.h"

/* What is seen of a window is opaque: three of its four channels say it all, in a smaller file that
   is made sooner. Returns the pixels, to be freed, or NULL where that is not so. */
static unsigned char *opaque(const Image *image) {
    size_t count = (size_t)image->width * (size_t)image->height;
    const unsigned char *from = image->data;
    bool fits = image->format == PIXELFORMAT_UNCOMPRESSED_R8G8B8A8;
    unsigned char *rgb = fits ? malloc(3 * count) : NULL;
    for (size_t i = 0; rgb != NULL && i < count; i++) {
        if (from[4 * i + 3] != 255) {
            free(rgb);
            return NULL;
        }
        rgb[3 * i] = from[4 * i];
        rgb[3 * i + 1] = from[4 * i + 1];
        rgb[3 * i + 2] = from[4 * i + 2];
    }
    return rgb;
}

/* raylib's own writing takes half a file on a full disk for a success. */
rb_status rb_picture_write(Image image, const char *path, rb_error *err) {
    if (!IsFileExtension(path, ".png")) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a name that ends in .png", path);
    }
    int size = 0;
    unsigned char *rgb = opaque(&image);
    if (rgb != NULL) {
        image = (Image){rgb, image.width, image.height, 1, PIXELFORMAT_UNCOMPRESSED_R8G8B8};
    }
    unsigned char *data = ExportImageToMemory(image, ".png", &size);
    free(rgb);
    if (data == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: the picture cannot be made: out of memory", path);
    }
    rb_status status = rb_file_write(path, data, (size_t)size, err);
    MemFree(data);
    return status;
}
