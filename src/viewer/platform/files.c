#include "viewer/platform/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"

/* ---------------------------------------------------------------- names */

void rb_path_new(char *path, size_t size, const char *stem, const char *ending) {
    char now[32];
    rb_local_time("%Y-%m-%d-%H%M%S", now, sizeof now);
    snprintf(path, size, "%s-%s%s", stem, now, ending);
    for (int i = 2; rb_path_exists(path) && i < 100; i++) {
        snprintf(path, size, "%s-%s-%d%s", stem, now, i, ending);
    }
}

/* ---------------------------------------------------------------- files opened lately */

/* Does the entry of the list mean this path, which may be relative? */
static bool is_same_file(const char *entry, const char *path) {
    size_t all = strlen(entry), end = strlen(path);
    return strcmp(entry, path) == 0 || (!rb_path_is_absolute(path) && all > end &&
                                        entry[all - end - 1] == '/' && strcmp(entry + all - end, path) == 0);
}

void rb_recent_remove(char list[RB_RECENT_MAX], const char *path) {
    char kept[RB_RECENT_MAX] = "", one[RB_PATH_MAX];
    const char *rest = list;
    size_t used = 0;
    while (rb_list_next(&rest, RB_RECENT_SEPARATOR, one, sizeof one)) {
        size_t length = strlen(one);
        if (!is_same_file(one, path) && used + length + 1 < sizeof kept) {
            used += (size_t)snprintf(kept + used, sizeof kept - used, "%s%s", used > 0 ? "|" : "", one);
        }
    }
    memcpy(list, kept, sizeof kept);
}

void rb_recent_add(char list[RB_RECENT_MAX], const char *path) {
    enum { FILES = 8 };
    char *whole = rb_path_resolve(path), added[RB_RECENT_MAX] = "", one[RB_PATH_MAX];
    if (whole != NULL && strlen(whole) < RB_RECENT_MAX / 2 && strpbrk(whole, "|\n") == NULL) {
        rb_recent_remove(list, whole);
        size_t used = (size_t)snprintf(added, sizeof added, "%s", whole);
        const char *rest = list;
        for (int i = 1; i < FILES && rb_list_next(&rest, RB_RECENT_SEPARATOR, one, sizeof one); i++) {
            if (used + strlen(one) + 2 < sizeof added) {
                used += (size_t)snprintf(added + used, sizeof added - used, "|%s", one);
            }
        }
        memcpy(list, added, sizeof added);
    }
    free(whole);
}

/* ---------------------------------------------------------------- pictures */

/* An opaque picture needs three channels: the file is smaller and written faster. Returns the pixels, to be
   freed; NULL for a picture with transparency. */
static unsigned char *without_alpha(const Image *image) {
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

/* raylib's ExportImage reports success on a full disk. */
rb_status rb_picture_write(Image image, const char *path, rb_error *err) {
    if (!IsFileExtension(path, ".png")) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a name that ends in .png", path);
    }
    int size = 0;
    unsigned char *rgb = without_alpha(&image);
    if (rgb != NULL) {
        image = (Image){rgb, image.width, image.height, 1, PIXELFORMAT_UNCOMPRESSED_R8G8B8};
    }
    unsigned char *data = ExportImageToMemory(image, ".png", &size);
    free(rgb);
    if (data == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    rb_status status = rb_file_write(path, data, (size_t)size, err);
    MemFree(data);
    return status;
}

/* ---------------------------------------------------------------- fonts */

/* A line of Open Sans is 1.362 em high: this factor puts letters of 16 px into lines of 18 px. The other
   fonts are close to DejaVu. */
float rb_font_scale(const char *path) {
    return strstr(path, "OpenSans") != NULL ? 1.362f * 16.0f / 18.0f : 1.0f;
}
