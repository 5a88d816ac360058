#include "viewer/platform/desktop/window_icon.h"

#include <math.h>
#include <raylib.h>

enum { smallest = 16, sizes = 4, fineness = 4 /* samples along a side of a pixel */ };

static const Color clear = {0, 0, 0, 0};
static const Color tone_light = {0xd8, 0xc9, 0xae, 255};
static const Color tone_dark = {0x4d, 0x6b, 0x72, 255};
static const Color spin = {0xe6, 0x9f, 0x00, 255};

/* What lies at a point of the square from -1 to 1, y up. */
static Color at(float x, float y) {
    /* The stone: half an ellipse, cut top, rocked a little to the left. */
    const float tilt = 0.14f;
    const float u = x * cosf(tilt) - (y + 0.02f) * sinf(tilt);
    const float v = x * sinf(tilt) + (y + 0.02f) * cosf(tilt);
    if (v <= 0 && u * u / 0.88f + v * v / 0.5f <= 1) {
        return u < 0 ? tone_light : tone_dark;
    }
    /* The arrow: most of a flat ring around the upright, and its head. */
    const float ring = hypotf(x / 0.62f, (y - 0.42f) / 0.34f);
    if (ring > 0.72f && ring < 1.08f && !(x > 0 && y < 0.42f)) {
        return spin;
    }
    if (y < 0.5f && y > 0.12f && fabsf(x - 0.55f) < 0.85f * (y - 0.12f)) {
        return spin;
    }
    return clear;
}

/* Colour counts as much as it covers, so that edges do not turn dark. */
static Color pixel(int size, int i, int j) {
    float sum[3] = {0, 0, 0};
    int covered = 0;
    for (int k = 0; k < fineness * fineness; k++) {
        const float fine = (float)(size * fineness);
        const int column = i * fineness + k % fineness;
        const int row = j * fineness + k / fineness;
        const float x = 2 * ((float)column + 0.5f) / fine - 1;
        const float y = 1 - 2 * ((float)row + 0.5f) / fine;
        const Color c = at(x, y);
        if (c.a > 0) {
            covered++;
            sum[0] += (float)c.r;
            sum[1] += (float)c.g;
            sum[2] += (float)c.b;
        }
    }
    if (covered == 0) {
        return clear;
    }
    const float n = (float)covered;
    return (Color){(unsigned char)(sum[0] / n), (unsigned char)(sum[1] / n),
                   (unsigned char)(sum[2] / n),
                   (unsigned char)(255 * covered / (fineness * fineness))};
}

void rb_window_icon(void) {
    Image images[sizes];
    for (int k = 0; k < sizes; k++) {
        const int size = smallest << k;
        images[k] = GenImageColor(size, size, clear);
        for (int i = 0; i < size * size; i++) {
            ImageDrawPixel(&images[k], i % size, i / size, pixel(size, i % size, i / size));
        }
    }
    SetWindowIcons(images, sizes);
    for (int k = 0; k < sizes; k++) {
        UnloadImage(images[k]);
    }
}
