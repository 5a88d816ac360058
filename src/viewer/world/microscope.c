/* The contact microscope: lays out words, picture, legend and numbers. */
#include "viewer/world/microscope.h"

#include <math.h>
#include <raylib.h>
#include <raymath.h>
#include <rlgl.h>
#include <stdio.h>
#include <string.h>

#include "math/pi.h"
#include "shaders.h"
#include "viewer/world/body_view.h"
#include "viewer/world/draw_2d.h"
#include "viewer/world/world_parts.h"

enum { U_EXTENT, U_PATCH, U_LEVEL, U_PAPER, U_INK, U_HEAT };

rb_status rb_microscope_create(rb_microscope *m, rb_error *err) {
    static const char *const names[] = {"extent", "patch_", "level", "paper", "ink", "heat", NULL};
    const rb_status status = rb_shader_load(&m->shader, "microscope", rb_shader_microscope_vs,
                                            rb_shader_microscope_fs, names, err);
    m->vao = rlLoadVertexArray();
    return status;
}

void rb_microscope_free(rb_microscope *m) {
    rb_shader_free(&m->shader);
    if (m->vao) {
        rlUnloadVertexArray(m->vao);
    }
    m->vao = 0;
}

/* 1, 2 or 5 times a power of ten, at least x. */
static double round_up(double x) {
    const double decade = pow(10.0, floor(log10(x)));
    return decade * (x > 5.0 * decade ? 10.0 : x > 2.0 * decade ? 5.0 : x > decade ? 2.0 : 1.0);
}

/* Upper end of the colour scale: well above the pressure under the weight alone, in whole ticks. */
static double scale_end(const rb_patch_facts *f, double *tick) {
    const double wish = fmax(2.2 * f->p_typical, 1e-6);
    *tick = round_up(wish / 4.5);
    return *tick * ceil(wish / *tick);
}

static void draw_map(const rb_microscope *m, const rb_picture *p, const rb_patch_facts *f) {
    double tick;
    const rb_shader *s = &m->shader;
    const Rectangle a = p->area;
    const double end = scale_end(f, &tick), millimetre = round_up(18.0 * p->unit / p->scale * f->a);
    float heat[10][3];
    for (int i = 0; i < 10; i++) {
        const Vector4 c = ColorNormalize(rb_heat_color((float)i / 9.0f));
        memcpy(heat[i], &c, sizeof heat[i]);
    }
    rlDrawRenderBatchActive();
    rlViewport((int)a.x, rlGetFramebufferHeight() - (int)(a.y + a.height), (int)a.width, (int)a.height);
    rlEnableShader(s->id);
    rb_uniform_v2(s, U_EXTENT, 0.5f * a.width / p->scale, 0.5f * a.height / p->scale);
    const bool shown = rb_patch_loaded(f);
    rb_uniform_v4(s, U_PATCH, (float)f->b, (float)f->d_c, (float)f->d_s,
                  !shown                               ? 0.0f
                  : f->pressure == RB_PRESSURE_HERTZ   ? 1.0f
                  : f->pressure == RB_PRESSURE_UNIFORM ? 2.0f
                                                       : 0.0f);
    rb_uniform_v4(s, U_LEVEL, (float)(f->N / (f->a * f->a) / end), (float)(millimetre / f->a), 0.0f, 0.0f);
    rb_uniform_color(s, U_PAPER, rb_color(RB_COLOR_PANEL_RAISED));
    rb_uniform_color(s, U_INK, rb_color(RB_COLOR_INK));
    rlSetUniform(s->loc[U_HEAT], heat, RL_SHADER_UNIFORM_VEC3, 10);
    rlEnableVertexArray(m->vao);
    rlDrawVertexArray(0, 3);
    rlDisableVertexArray();
    rlDisableShader();
    rlViewport(0, 0, rlGetFramebufferWidth(), rlGetFramebufferHeight());
}

/* The colour scale with its ticks, in a column at the right. */
static void draw_legend(rb_text *text, Rectangle r, const rb_patch_facts *f, float u) {
    double tick;
    const double end = scale_end(f, &tick);
    const int pixels = rb_text_pixels(13.0f, u);
    const float width = 12.0f * u, top = r.y + 1.7f * (float)pixels, height = r.height - 2.3f * (float)pixels;
    if (height < 40.0f) {
        return;
    }
    enum { STEPS = 48 };
    for (int i = 0; i < STEPS; i++) {
        const float from = top + height * (float)i / STEPS, to = top + height * (float)(i + 1) / STEPS;
        DrawRectangleGradientV((int)r.x, (int)roundf(from), (int)width, (int)(roundf(to) - roundf(from)),
                               rb_heat_color(1.0f - (float)i / STEPS),
                               rb_heat_color(1.0f - (float)(i + 1) / STEPS));
    }
    const Color ink = rb_color(RB_COLOR_INK), soft = rb_color(RB_COLOR_INK_SOFT);
    const int power = (int)floor(log10(end) / 3.0 + 1e-9);
    static const char *const units[] = {"Pa", "kPa", "MPa", "GPa"};
    const int unit = power < 0 ? 0 : power > 3 ? 3 : power;
    rb_text_draw(text, units[unit], r.x, r.y, pixels, soft);
    const int ticks = (int)lround(end / tick);
    for (int i = 0; i <= ticks; i++) {
        char label[24];
        const float y = top + height * (1.0f - (float)i / (float)ticks);
        const bool beyond = i == ticks && rb_patch_peak(f) > end;
        snprintf(label, sizeof label, "%s%g", beyond ? "≥" : "", i * tick / pow(1000.0, unit));
        rb_2d_line((Vector2){r.x + width, y}, (Vector2){r.x + width + 4.0f * u, y}, 1.2f * u, soft);
        rb_text_draw(text, label, r.x + width + 7.0f * u, y - 0.5f * (float)pixels, pixels, ink);
    }
}

static void draw_scale(rb_text *text, const rb_picture *p, const rb_patch_facts *f) {
    const float u = p->unit;
    const int pixels = rb_text_pixels(14.0f, u);
    double length = round_up(0.12 * p->area.width / p->scale * f->a);
    const float bar = (float)(length / f->a) * p->scale;
    char label[32];
    if (length < 0.9995e-3) {
        snprintf(label, sizeof label, length < 1e-4 ? "%g µm" : "%g mm",
                 length * (length < 1e-4 ? 1e6 : 1e3));
    } else {
        snprintf(label, sizeof label, "%g mm", 1e3 * length);
    }
    const float x = p->area.x + 10.0f * u, y = p->area.y + p->area.height - 12.0f * u;
    const Color ink = rb_color(RB_COLOR_INK);
    rb_2d_line((Vector2){x, y}, (Vector2){x + bar, y}, 2.5f * u, ink);
    rb_2d_line((Vector2){x, y - 4.0f * u}, (Vector2){x, y + 4.0f * u}, 2.0f * u, ink);
    rb_2d_line((Vector2){x + bar, y - 4.0f * u}, (Vector2){x + bar, y + 4.0f * u}, 2.0f * u, ink);
    rb_text_draw_edged(text, label, x, y - 7.0f * u - (float)pixels, pixels, ink,
                       Fade(rb_color(RB_COLOR_PANEL_RAISED), 0.85f));
}

/* Six numbers in two rows, or the first four where it is narrow. */
static void draw_readout(rb_text *text, const rb_patch_facts *f, Rectangle r, int pixels) {
    rb_patch_readout numbers;
    rb_patch_numbers(f, numbers);
    static const rb_color_role roles[] = {RB_COLOR_NORMAL, RB_COLOR_FRICTION, RB_COLOR_DRILL,
                                          RB_COLOR_ROLL,   RB_COLOR_SLIDING,  RB_COLOR_OMEGA};
    const int columns = r.width > 23.0f * (float)pixels ? 3 : 2;
    for (int i = 0; i < 2 * columns; i++) {
        static const float starts[2][3] = {{0.0f, 0.5f, 0.0f}, {0.0f, 0.28f, 0.66f}};
        const float x = r.x + starts[columns - 2][i / 2] * r.width;
        const float y = r.y + 1.35f * (float)(pixels * (i % 2));
        rb_2d_box((Rectangle){x, y + 0.15f * (float)pixels, 0.28f * (float)pixels, 0.75f * (float)pixels},
                  2.0f, rb_color(roles[i]));
        rb_text_draw(text, numbers[i], x + 0.55f * (float)pixels, y, pixels, rb_color(RB_COLOR_INK));
    }
}

enum { WORD_LINES = 6 };

/* Which contact it is, if there are several, and what it does. */
static void draw_words(rb_text *text, const rb_patch_facts *f, Rectangle r, int pixels) {
    char lines[WORD_LINES][RB_TEXT_LINE], words[160];
    rb_patch_contact_text(f, lines[0], RB_TEXT_LINE);
    rb_patch_text(f, words, sizeof words);
    int count = lines[0][0] ? 1 : 0;
    count += rb_text_wrap(text, words, r.width, pixels, lines + count, WORD_LINES - count);
    for (int i = 0; i < count; i++) {
        rb_text_draw(text, lines[i], r.x, r.y + 1.25f * (float)(pixels * i), pixels, rb_color(RB_COLOR_INK));
    }
}

/* Lines for the longest text, so that the picture below does not move. */
static int word_lines(rb_text *text, const rb_patch_facts *f, float width, int pixels) {
    char lines[WORD_LINES][RB_TEXT_LINE];
    const int where = f->contact ? 1 : 0;
    return where + rb_text_wrap(text, rb_patch_longest_text(f), width, pixels, lines, WORD_LINES - where);
}

bool rb_microscope_layout_make(rb_text *text, const rb_patch_facts *f, Rectangle area, float ui_scale,
                               rb_microscope_layout *layout) {
    const float u = isfinite(ui_scale) && ui_scale > 0.0f ? ui_scale : 1.0f;
    if (!(area.width >= 48.0f) || !(area.height >= 48.0f) || area.width > 16384.0f ||
        area.height > 16384.0f || !isfinite(area.x) || !isfinite(area.y)) {
        return false;
    }
    area = (Rectangle){roundf(area.x), roundf(area.y), roundf(area.width), roundf(area.height)};
    const int pixels = rb_text_pixels(16.0f, u), small = rb_text_pixels(15.0f, u);
    const float pad = 10.0f * u;
    const Rectangle inner = {area.x + pad, area.y + pad, area.width - 2.0f * pad, area.height - 2.0f * pad};
    const bool roomy = inner.width > 240.0f * u && inner.height > 220.0f * u;
    const int lines = roomy ? word_lines(text, f, inner.width, pixels) : 0;
    const float words = roomy ? 1.25f * (float)(pixels * lines) + 4.0f * u : 0.0f;
    const float numbers = roomy ? 1.35f * (float)(small * 2) + 4.0f * u : 0.0f;
    const float legend = roomy && !f->pure ? 52.0f * u : 0.0f;
    *layout = (rb_microscope_layout){.area = area, .inner = inner, .unit = u, .roomy = roomy};
    rb_picture *p = &layout->picture;
    *p = (rb_picture){.unit = u, .brief = !roomy, .text = text};
    p->area = (Rectangle){roundf(inner.x), roundf(inner.y + words), roundf(inner.width - legend),
                          roundf(inner.height - words - numbers)};
    p->unit = u * Clamp(fminf(p->area.width, p->area.height) / (300.0f * u), 1.0f, 1.5f);
    p->centre = (Vector2){p->area.x + 0.5f * p->area.width, p->area.y + 0.5f * p->area.height};
    /* The patch under the weight alone fills most of the picture; it grows and shrinks from there. */
    p->reach = (float)fmax(f->b, 0.55);
    p->scale = fminf(0.39f * p->area.width, 0.365f * p->area.height / p->reach) *
               (float)fmin(fmax(f->a / f->a_typical, 0.02), 1.25);
    layout->bar = (Rectangle){inner.x + inner.width - legend + 8.0f * u, p->area.y, legend, p->area.height};
    layout->readout = (Rectangle){inner.x, p->area.y + p->area.height + 8.0f * u, inner.width, numbers};
    return true;
}

static rb_patch_facts facts_of(const rb_world_run *run, const rb_snapshot *snapshot, int contact) {
    rb_body_look room;
    const double weight = run->scene ? rb_look_weight(rb_run_look(run, &room), run->scene) : 0.0;
    return rb_patch_facts_with(run->scene, snapshot, contact, weight);
}

void rb_microscope_draw(rb_world *world, Rectangle area, const rb_world_run *run, int contact,
                        const rb_world_style *style) {
    rb_microscope_layout l;
    const rb_patch_facts f = facts_of(run, run->snapshot, contact);
    const rb_patch_facts said = facts_of(run, run->numbers ? run->numbers : run->snapshot, contact);
    if (!world || !rb_microscope_layout_make(&world->text, &f, area, style->ui_scale, &l)) {
        return;
    }
    const float u = l.unit;
    rb_scissor_begin(l.area);
    rb_2d_box(l.area, 8.0f * u, Fade(rb_color(RB_COLOR_PANEL), 0.96f));
    draw_map(&world->microscope, &l.picture, &f);
    rb_scissor_begin(l.picture.area);
    rb_picture_marks(&l.picture, &f, style->show & RB_SHOW_ELLIPSES ? run->scene : NULL);
    if (l.roomy && rb_patch_loaded(&f) && !f.pure) {
        draw_scale(&world->text, &l.picture, &f);
    }
    rb_scissor_begin(l.area);
    if (l.roomy) {
        draw_words(&world->text, &said, l.inner, rb_text_pixels(16.0f, u));
        if (f.pressure != RB_PRESSURE_POINT && rb_patch_loaded(&f) && !f.pure) {
            draw_legend(&world->text, l.bar, &f, u);
        }
        draw_readout(&world->text, &said, l.readout, rb_text_pixels(15.0f, u));
    }
    rb_scissor_end();
}

bool rb_microscope_explain_at(rb_world *world, Rectangle area, const rb_world_run *run, int contact,
                              float ui_scale, Vector2 mouse, char *out, size_t size) {
    rb_microscope_layout l;
    const rb_patch_facts f = facts_of(run, run->snapshot, contact);
    const rb_patch_facts said = facts_of(run, run->numbers ? run->numbers : run->snapshot, contact);
    out[0] = '\0';
    if (world && rb_microscope_layout_make(&world->text, &f, area, ui_scale, &l)) {
        rb_patch_explain(&said, rb_microscope_mark_at(&l, &f, mouse), out, size);
    }
    return out[0] != '\0';
}

/* ---------------------------------------------------------------- paths of S and Mr */

/* Paths of the centre of pressure and of the end of the rolling moment for all directions of the same
   rolling: the ellipses of AK18 Fig. 3. */

bool rb_patch_rolling_path(const rb_scene *scene, const rb_patch_facts *f, double M[RB_TRAVEL_POINTS][2]) {
    const rb_rolling_law *law = scene ? scene->rolling : NULL;
    if (!law || !rb_patch_loaded(f) || hypot(f->M_x, f->M_y) < 1e-9 * f->N * f->a) {
        return false;
    }
    for (int i = 0; i < RB_TRAVEL_POINTS; i++) {
        const double angle = 2.0 * RB_PI * i / (RB_TRAVEL_POINTS - 1);
        const double c = cos(angle), s = sin(angle);
        const rb_rolling_motion motion = {c * f->w_x - s * f->w_y, s * f->w_x + c * f->w_y,
                                          c * f->vr_x - s * f->vr_y, s * f->vr_x + c * f->vr_y};
        rb_rolling_result result = {0};
        law->evaluate(scene->values[RB_SECTION_ROLLING], (rb_patch){f->a, f->b}, &motion, &result, NULL);
        M[i][0] = f->N * f->a * result.M_x;
        M[i][1] = f->N * f->a * result.M_y;
        if (!isfinite(M[i][0]) || !isfinite(M[i][1])) {
            return false;
        }
    }
    return true;
}
