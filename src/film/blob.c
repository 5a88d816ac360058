#include "film/blob.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double off_line = 0.5;     /* largest distance from the line between both colours */
static const double luma_contrast = 25; /* levels; below it the brightness of a dot is not used */

/* 0 below low, 1 above high, linear between. */
static double ramp(double value, double low, double high) {
    return fmin(fmax((value - low) / (high - low), 0), 1);
}

void rb_chroma_at(const rb_film_frame *frame, int x, int y, double c[2]) {
    int at =
        rb_clamp(y, 0, frame->height / 2 - 1) * (frame->width / 2) + rb_clamp(x, 0, frame->width / 2 - 1);
    c[0] = frame->blue[at];
    c[1] = frame->red[at];
}

/* A square around (x, y), cut at the edges of the picture. */
void rb_window_place(rb_window *w, const rb_film_frame *frame, double x, double y, double reach) {
    int width = frame->width / 2, height = frame->height / 2;
    int r = rb_clamp((int)ceil(reach), 4, RB_WINDOW_SIDE / 2 - 1);
    x = isfinite(x) ? fmin(fmax(x, -1e6), 1e6) : 0;
    y = isfinite(y) ? fmin(fmax(y, -1e6), 1e6) : 0;
    w->x = rb_clamp((int)lround(x) - r, 0, width);
    w->y = rb_clamp((int)lround(y) - r, 0, height);
    w->width = rb_clamp((int)lround(x) + r + 1, w->x, width) - w->x;
    w->height = rb_clamp((int)lround(y) + r + 1, w->y, height) - w->y;
}

/* Share of the dot's colour in every sample; 0 for colours beside the line between both colours. */
void rb_window_fill(rb_window *w, const rb_film_frame *frame, const rb_film_dot *dot) {
    double D[2] = {dot->colour[0] - dot->beside[0], dot->colour[1] - dot->beside[1]};
    double square = D[0] * D[0] + D[1] * D[1];
    for (int y = 0; y < w->height; y++) {
        for (int x = 0; x < w->width; x++) {
            double c[2];
            rb_chroma_at(frame, w->x + x, w->y + y, c);
            c[0] -= dot->beside[0];
            c[1] -= dot->beside[1];
            double along = (c[0] * D[0] + c[1] * D[1]) / square;
            double across = fabs(c[0] * D[1] - c[1] * D[0]) / square;
            bool on_line = across < off_line * fmax(along, 0.5);
            w->share[y * w->width + x] = (float)(on_line ? fmin(fmax(along, 0), 1) : 0);
        }
    }
}

static void mark_near(rb_window *w, int x, int y) {
    for (int j = y > 2 ? y - 2 : 0; j <= y + 2 && j < w->height; j++) {
        for (int i = x > 2 ? x - 2 : 0; i <= x + 2 && i < w->width; i++) {
            w->at_rim[j * w->width + i] = 1;
        }
    }
}

/* Marks the samples connected to `seed` with a share above `RB_BLOB_INSIDE`. Returns their number. */
int rb_window_flood(rb_window *w, int seed) {
    int top = 0, count = 0;
    memset(w->in_blob, 0, (size_t)w->width * (size_t)w->height);
    memset(w->at_rim, 0, (size_t)w->width * (size_t)w->height);
    w->stack[top++] = seed;
    w->in_blob[seed] = 1;
    while (top > 0) {
        int at = w->stack[--top], x = at % w->width, y = at / w->width;
        count++;
        mark_near(w, x, y);
        const int next[4] = {x > 0 ? at - 1 : -1, x + 1 < w->width ? at + 1 : -1, y > 0 ? at - w->width : -1,
                             y + 1 < w->height ? at + w->width : -1};
        for (int i = 0; i < 4; i++) {
            if (next[i] >= 0 && !w->in_blob[next[i]] && (double)w->share[next[i]] > RB_BLOB_INSIDE) {
                w->in_blob[next[i]] = 1;
                w->stack[top++] = next[i];
            }
        }
    }
    return count;
}

/* The share at a pixel, between four samples. The centre of sample x is at pixel 2 x + 0.5. */
static double share_at(const rb_window *w, int u, int v) {
    double x = (u - 0.5) / 2 - w->x, y = (v - 0.5) / 2 - w->y;
    int i = rb_clamp((int)floor(x), 0, w->width - 2), j = rb_clamp((int)floor(y), 0, w->height - 2);
    const float *at = w->share + j * w->width + i;
    double a = x - i, b = y - j;
    return ((double)at[0] * (1 - a) + (double)at[1] * a) * (1 - b) +
           ((double)at[w->width] * (1 - a) + (double)at[w->width + 1] * a) * b;
}

static int median_of(const int histogram[256]) {
    int count = 0, below = 0, level = 0;
    for (int i = 0; i < 256; i++) {
        count += histogram[i];
    }
    while (level < 255 && 2 * (below + histogram[level]) < count) {
        below += histogram[level++];
    }
    return count > 0 ? level : -1;
}

/* Improves the centroid by the brightness, which has four times as many pixels as the chroma and is less
   compressed. Only pixels whose chroma belongs to the dot count, so that shadows and edges do not. */
static void refine(const rb_window *w, const rb_film_frame *frame, rb_blob *found) {
    int r = rb_clamp((int)(2.5 * sqrt(found->area)) + 8, 8, RB_WINDOW_SIDE);
    int u0 = rb_clamp((int)(2 * found->x) - r, 1, frame->width - 2),
        u1 = rb_clamp(u0 + 2 * r, 1, frame->width - 2);
    int v0 = rb_clamp((int)(2 * found->y) - r, 1, frame->height - 2);
    int v1 = rb_clamp(v0 + 2 * r, 1, frame->height - 2);
    int own[256] = {0}, beside[256] = {0};
    double peak = 0, sum = 0, su = 0, sv = 0;
    for (int i = 0; i < w->width * w->height; i++) {
        peak = w->in_blob[i] ? fmax(peak, (double)w->share[i]) : peak;
    }
    for (int v = v0; v <= v1; v++) {
        for (int u = u0; u <= u1; u++) {
            int x = rb_clamp(u / 2 - w->x, 0, w->width - 1), y = rb_clamp(v / 2 - w->y, 0, w->height - 1);
            bool in_blob = w->in_blob[y * w->width + x];
            double share = share_at(w, u, v);
            own[frame->luma[v * frame->width + u]] += in_blob && share > 0.85 * peak;
            beside[frame->luma[v * frame->width + u]] +=
                !in_blob && share < 0.05 && w->at_rim[y * w->width + x];
        }
    }
    int dot = median_of(own), body = median_of(beside);
    if (dot < 0 || body < 0 || abs(dot - body) < luma_contrast) {
        return;
    }
    for (int v = v0; v <= v1; v++) {
        for (int u = u0; u <= u1; u++) {
            int x = rb_clamp(u / 2 - w->x, 0, w->width - 1), y = rb_clamp(v / 2 - w->y, 0, w->height - 1);
            double gate = w->at_rim[y * w->width + x] ? ramp(share_at(w, u, v), 0.2 * peak, 0.4 * peak) : 0;
            double bright = (double)(frame->luma[v * frame->width + u] - body) / (dot - body);
            double weight = gate > 0 ? gate * ramp(bright, 0.2, 0.8) : 0;
            sum += weight;
            su += weight * u;
            sv += weight * v;
        }
    }
    if (sum > found->area) { /* at least a quarter of the dot */
        found->x = (su / sum - 0.5) / 2;
        found->y = (sv / sum - 0.5) / 2;
    }
}

/* The centroid of the blob and its soft edge, weighted by the share of the colour. */
rb_blob rb_window_measure(const rb_window *w, const rb_film_frame *frame, int area) {
    double sum = 0, sx = 0, sy = 0, spread = 0, noise = 0;
    int others = 0;
    rb_blob out = {.area = area};
    for (int y = 0; y < w->height; y++) {
        for (int x = 0; x < w->width; x++) {
            double share = (double)w->share[y * w->width + x];
            if (!w->at_rim[y * w->width + x]) {
                noise += share < RB_BLOB_INSIDE ? share * share : 0;
                others += share < RB_BLOB_INSIDE;
                continue;
            }
            share = ramp(share, 0.15, 0.85);
            if (share <= 0) {
                continue;
            }
            sum += share;
            sx += share * x;
            sy += share * y;
            bool edge = w->x + x == 0 || w->y + y == 0 || w->x + x == frame->width / 2 - 1 ||
                        w->y + y == frame->height / 2 - 1;
            out.at_edge = out.at_edge || (edge && share > RB_BLOB_INSIDE);
        }
    }
    out.x = w->x + sx / sum;
    out.y = w->y + sy / sum;
    spread = area * (area / 6.2832); /* sum of squared distances from the centre of a disk, one axis x 2 */
    double variance = others > 0 ? 2 * noise / others : 0; /* shares below 0 were cut: half of the noise */
    out.sigma = sqrt(variance * spread / 2) / fmax(sum, 1);
    if (w->width > 2 && w->height > 2) {
        refine(w, frame, &out);
    }
    return out;
}

/* The best seed for a dot near (x, y): a high mean share of 3 x 3 samples, and not far away; -1: none. */
int rb_window_seed(const rb_window *w, double x, double y, double reach) {
    double best = RB_BLOB_INSIDE;
    int seed = -1;
    for (int j = 1; j + 1 < w->height; j++) {
        for (int i = 1; i + 1 < w->width; i++) {
            double mean = 0;
            for (int k = 0; k < 9; k++) {
                mean += (double)w->share[(j - 1 + k / 3) * w->width + i - 1 + k % 3] / 9;
            }
            double score = mean - 0.3 * hypot(w->x + i - x, w->y + j - y) / reach;
            if (score > best - 0.3 && mean > RB_BLOB_INSIDE && (seed < 0 || score > best)) {
                best = score;
                seed = j * w->width + i;
            }
        }
    }
    return seed >= 0 && (double)w->share[seed] > RB_BLOB_INSIDE ? seed : -1;
}
