/* same_picture A B: do two pictures show the same? Drivers and fonts may differ in details: the
   pictures are averaged over cells of 8x8 pixels, and few cells may differ visibly. */
#include <math.h>
#include <raylib.h>
#include <stdio.h>

enum { cell = 8 };
static const double visible = 14.0; /* of 255, in the mean of a cell */
static const double allowed = 0.02; /* share of the cells */

static double cell_mean(const Color *pixels, int width, int x, int y, int channel) {
    double sum = 0;
    for (int j = 0; j < cell; j++) {
        for (int i = 0; i < cell; i++) {
            const Color *p = &pixels[(y + j) * width + x + i];
            sum += channel == 0 ? p->r : channel == 1 ? p->g : p->b;
        }
    }
    return sum / (cell * cell);
}

static double share_of_different_cells(Image a, Image b) {
    Color *pa = LoadImageColors(a);
    Color *pb = LoadImageColors(b);
    int cells = 0;
    int different = 0;
    for (int y = 0; y + cell <= a.height; y += cell) {
        for (int x = 0; x + cell <= a.width; x += cell) {
            double worst = 0;
            for (int c = 0; c < 3; c++) {
                worst = fmax(worst, fabs(cell_mean(pa, a.width, x, y, c) - cell_mean(pb, b.width, x, y, c)));
            }
            cells++;
            different += worst > visible;
        }
    }
    UnloadImageColors(pa);
    UnloadImageColors(pb);
    return (double)different / cells;
}

int main(int argc, char **argv) {
    SetTraceLogLevel(LOG_WARNING);
    if (argc != 3) {
        fprintf(stderr, "usage: same_picture A B\n");
        return 2;
    }
    Image a = LoadImage(argv[1]);
    Image b = LoadImage(argv[2]);
    int result = 1;
    if (a.data == NULL || b.data == NULL) {
        fprintf(stderr, "%s cannot be read\n", a.data == NULL ? argv[1] : argv[2]);
    } else if (a.width != b.width || a.height != b.height) {
        fprintf(stderr, "sizes differ: %dx%d and %dx%d\n", a.width, a.height, b.width, b.height);
    } else {
        double share = share_of_different_cells(a, b);
        printf("%.2f %% of the cells differ (allowed %.0f %%)\n", 100 * share, 100 * allowed);
        result = share <= allowed ? 0 : 1;
    }
    UnloadImage(a);
    UnloadImage(b);
    return result;
}
