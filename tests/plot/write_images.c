/* write_images FOLDER: images that use every part of the PNG writer, each as NAME.png and as plain bytes in
   NAME.rgb. tests/plot/read_back.py compares the two with a decoder of its own. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "plot/canvas_formats.h"

static uint32_t state = 1;

static unsigned char noise(int x, int y, int channel) {
    (void)x, (void)y, (void)channel;
    state = state * 1664525u + 1013904223u;
    return (unsigned char)(state >> 24);
}

/* Runs of equal bytes of every length from 1 to beyond the longest that deflate can express. */
static unsigned char runs(int x, int y, int channel) {
    int place = 3 * x + channel;
    return (unsigned char)(y % 2 == 0 ? place / (y / 2 + 1) : 200);
}

static unsigned char flat(int x, int y, int channel) {
    (void)x, (void)y, (void)channel;
    return 255;
}

static bool write_image(const char *folder, const char *name, int width, int height,
                        unsigned char (*value)(int x, int y, int channel)) {
    size_t size = 3 * (size_t)width * (size_t)height;
    unsigned char *rgb = malloc(size);
    char path[2][512];
    snprintf(path[0], sizeof path[0], "%s/%s.png", folder, name);
    snprintf(path[1], sizeof path[1], "%s/%s.rgb", folder, name);
    FILE *png = fopen(path[0], "wb"), *plain = fopen(path[1], "wb");
    bool written = rgb != NULL && png != NULL && plain != NULL;
    for (size_t i = 0; written && i < size; i++) {
        int pixel = (int)(i / 3);
        rgb[i] = value(pixel % width, pixel / width, (int)(i % 3));
    }
    written = written && fwrite(rgb, 1, size, plain) == size && rb_png_write(png, width, height, rgb);
    written = (plain == NULL || fclose(plain) == 0) && written;
    written = (png == NULL || fclose(png) == 0) && written;
    free(rgb);
    return written;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: write_images FOLDER\n", stderr);
        return 2;
    }
    bool written = write_image(argv[1], "noise-64x32", 64, 32, noise) &&
                   write_image(argv[1], "runs-200x600", 200, 600, runs) &&
                   write_image(argv[1], "flat-300x200", 300, 200, flat) &&
                   write_image(argv[1], "pixel-1x1", 1, 1, noise);
    return written ? 0 : 1;
}
