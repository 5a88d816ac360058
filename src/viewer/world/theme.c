#include "viewer/world/theme.h"

#include <math.h>

#include "math/pi.h"

#define RGB(hex)                                                                                             \
    { ((hex) >> 16) & 0xff, ((hex) >> 8) & 0xff, (hex)&0xff, 255 }

/* Colours by meaning have the same hue in both themes; only backgrounds, text and greys change. */
static const Color palettes[RB_THEME_COUNT][RB_COLOR_ROLE_COUNT] = {
    [RB_THEME_DARK] =
        {
            [RB_COLOR_BACKGROUND_TOP] = RGB(0x12161d), [RB_COLOR_BACKGROUND_BOTTOM] = RGB(0x222933),
            [RB_COLOR_FLOOR] = RGB(0x3c4551),          [RB_COLOR_TABLE_EDGE] = RGB(0x6f4e33),
            [RB_COLOR_GRID] = RGB(0x8fa3bd),           [RB_COLOR_INK] = RGB(0xe9ecf0),
            [RB_COLOR_INK_SOFT] = RGB(0xa4aebb),       [RB_COLOR_PANEL] = RGB(0x181c23),
            [RB_COLOR_PANEL_RAISED] = RGB(0x252b35),   [RB_COLOR_ACCENT] = RGB(0x7da2d6),
            [RB_COLOR_WARNING] = RGB(0xf2b04b),        [RB_COLOR_STONE_A] = RGB(0xd9cdb8),
            [RB_COLOR_STONE_B] = RGB(0x4f6d73),        [RB_COLOR_WEIGHT] = RGB(0x9aa2ad),
            [RB_COLOR_NORMAL] = RGB(0x2f8fd8),         [RB_COLOR_FRICTION] = RGB(0xe8702a),
            [RB_COLOR_DRILL] = RGB(0xcc79a7),          [RB_COLOR_ROLL] = RGB(0x1fb588),
            [RB_COLOR_OMEGA] = RGB(0xe69f00),          [RB_COLOR_MOMENTUM] = RGB(0x7fd0f5),
            [RB_COLOR_SLIDING] = RGB(0xf1f3f6),        [RB_COLOR_STICK] = RGB(0x2fbf92),
            [RB_COLOR_SLIP] = RGB(0xf58a3c),           [RB_COLOR_SPIN_PLUS] = RGB(0xf0a818),
            [RB_COLOR_SPIN_MINUS] = RGB(0xa88bff),
        },
    [RB_THEME_LIGHT] =
        {
            [RB_COLOR_BACKGROUND_TOP] = RGB(0xdfe5ec), [RB_COLOR_BACKGROUND_BOTTOM] = RGB(0xf6f5f1),
            [RB_COLOR_FLOOR] = RGB(0xcdd3d6),          [RB_COLOR_TABLE_EDGE] = RGB(0xb98d5f),
            [RB_COLOR_GRID] = RGB(0x5d7188),           [RB_COLOR_INK] = RGB(0x1d232b),
            [RB_COLOR_INK_SOFT] = RGB(0x5a6470),       [RB_COLOR_PANEL] = RGB(0xfbfaf7),
            [RB_COLOR_PANEL_RAISED] = RGB(0xecebe6),   [RB_COLOR_ACCENT] = RGB(0x35608f),
            [RB_COLOR_WARNING] = RGB(0xa65f00),        [RB_COLOR_STONE_A] = RGB(0xd8c9ae),
            [RB_COLOR_STONE_B] = RGB(0x4d6b72),        [RB_COLOR_WEIGHT] = RGB(0x6f7782),
            [RB_COLOR_NORMAL] = RGB(0x0072b2),         [RB_COLOR_FRICTION] = RGB(0xd55e00),
            [RB_COLOR_DRILL] = RGB(0xcc79a7),          [RB_COLOR_ROLL] = RGB(0x009e73),
            [RB_COLOR_OMEGA] = RGB(0xe69f00),          [RB_COLOR_MOMENTUM] = RGB(0x56b4e9),
            [RB_COLOR_SLIDING] = RGB(0x20262e),        [RB_COLOR_STICK] = RGB(0x007a59),
            [RB_COLOR_SLIP] = RGB(0xb84e00),           [RB_COLOR_SPIN_PLUS] = RGB(0xc97c00),
            [RB_COLOR_SPIN_MINUS] = RGB(0x6a48c8),
        },
};

/* Colours of runs: none looks like the gold and violet of the spin, and any two differ for colour-blind
   eyes as well (test_viewer_theme: runs_differ_for_all_eyes). */
static const Color runs[RB_THEME_COUNT][8] = {
    [RB_THEME_DARK] = {RGB(0xe9ecf0), RGB(0xff5c8a), RGB(0x72c8f3), RGB(0x82e09e), RGB(0xcbfc87),
                       RGB(0x1f78ff), RGB(0xc8465a), RGB(0x6a7fae)},
    [RB_THEME_LIGHT] = {RGB(0x1d232b), RGB(0xd0103f), RGB(0x3f86cf), RGB(0x07916a), RGB(0x6b0f14),
                        RGB(0x0b2a6b), RGB(0xa3006b), RGB(0x398da2)},
};

/* Grounds that text in a role's colour is drawn on. */
static const rb_color_role text_grounds[] = {RB_COLOR_PANEL, RB_COLOR_PANEL_RAISED};

static rb_theme current = RB_THEME_DARK;

void rb_theme_use(rb_theme theme) {
    current = theme == RB_THEME_LIGHT ? RB_THEME_LIGHT : RB_THEME_DARK;
}

rb_theme rb_theme_current(void) {
    return current;
}

Color rb_color(rb_color_role role) {
    if ((int)role < 0 || role >= RB_COLOR_ROLE_COUNT) {
        role = RB_COLOR_INK;
    }
    return palettes[current][role];
}

/* Relative luminance (WCAG 2.1). */
static double luminance(Color c) {
    const double parts[3] = {c.r / 255.0, c.g / 255.0, c.b / 255.0};
    static const double weights[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += weights[i] * (parts[i] <= 0.04045 ? parts[i] / 12.92 : pow((parts[i] + 0.055) / 1.055, 2.4));
    }
    return sum;
}

double rb_contrast(Color a, Color b) {
    const double x = luminance(a), y = luminance(b);
    return (fmax(x, y) + 0.05) / (fmin(x, y) + 0.05);
}

Color rb_readable(Color color) {
    const Color end = current == RB_THEME_DARK ? WHITE : BLACK; /* keeps the hue better than ink */
    Color mixed = color;
    for (size_t i = 0; i < sizeof text_grounds / sizeof text_grounds[0]; i++) {
        const Color ground = rb_color(text_grounds[i]);
        for (int k = 1; k <= 20 && rb_contrast(mixed, ground) < RB_TEXT_CONTRAST; k++) {
            mixed = ColorLerp(color, end, (float)k / 20.0f);
        }
    }
    mixed.a = 255;
    return mixed;
}

Color rb_text_color(rb_color_role role) {
    return rb_readable(rb_color(role));
}

Color rb_ink_on(Color ground) {
    const Color inks[] = {rb_color(RB_COLOR_INK), rb_color(RB_COLOR_PANEL), BLACK, WHITE};
    int best = 0; /* one of black and white has a contrast of at least sqrt(21) */
    while (best < 3 && rb_contrast(inks[best], ground) < RB_TEXT_CONTRAST) {
        best++;
    }
    return inks[best];
}

Color rb_spin_color(double spin) {
    return rb_color(spin < 0.0 ? RB_COLOR_SPIN_MINUS : RB_COLOR_SPIN_PLUS);
}

Color rb_run_color(int run) {
    return runs[current][(run % 8 + 8) % 8];
}

Color rb_heat_color(float t) {
    /* Even steps in lightness from deep violet to yellow, distinct for colour-blind eyes. */
    static const Color stops[] = {RGB(0x440154), RGB(0x482878), RGB(0x3e4a89), RGB(0x31688e), RGB(0x26828e),
                                  RGB(0x1f9e89), RGB(0x35b779), RGB(0x6dcd59), RGB(0xb4de2c), RGB(0xfde725)};
    const int last = (int)(sizeof stops / sizeof stops[0]) - 1;
    if (!(t > 0.0f)) {
        return stops[0];
    }
    if (t >= 1.0f) {
        return stops[last];
    }
    const float s = t * (float)last;
    const int i = (int)s;
    return ColorLerp(stops[i], stops[i + 1], s - (float)i);
}

/* ---------------------------------------------------------------- drawing quality */

const char *rb_style_name(rb_style style) {
    static const char *const names[RB_STYLE_COUNT] = {"auto", "full", "plain"};
    return names[(unsigned)style < RB_STYLE_COUNT ? style : RB_STYLE_AUTO];
}

bool rb_pace_frame(rb_pace *pace, double dt) {
    enum { window = 60 };
    /* Slightly above 1/30 s: a 30 Hz screen is not slow. A frame longer than 0.2 s has another cause: a
       file was opened, or the machine was suspended. */
    static const double longest = 1.0 / 28.0, hitch = 0.2;
    if (pace->saving == RB_SAVING_STYLE || !(dt > 0.0)) {
        return false;
    }
    pace->sum += fmin(dt, hitch);
    pace->frames++;
    if (pace->frames < window) {
        return false;
    }
    const bool slow = pace->sum > window * longest;
    *pace = (rb_pace){.saving = slow ? pace->saving + 1 : pace->saving};
    return slow;
}

rb_saving rb_style_saving(rb_style style, const rb_pace *pace) {
    return style == RB_STYLE_PLAIN ? RB_SAVING_STYLE : style == RB_STYLE_FULL ? RB_SAVING_NONE : pace->saving;
}

/* ---------------------------------------------------------------- materials */

const char *rb_material_name(rb_material material) {
    static const char *const names[RB_MATERIAL_COUNT] = {"auto",    "stone", "beech",
                                                         "acrylic", "metal", "plastic"};
    return names[(unsigned)material < RB_MATERIAL_COUNT ? material : RB_MATERIAL_AUTO];
}

rb_material rb_material_of(const rb_body_look *look) {
    static const double wood = 900.0; /* kg/m3, at most */
    const rb_vec3 a = look->solid.size;
    const double whole = 4.0 / 3.0 * RB_PI * a.x * a.y * a.z;
    const double volume = look->solid.form == RB_FORM_BOWL ? 0.5 * whole : whole;
    const double density = look->mass / volume;
    if (!(look->mass > 0.0) || !isfinite(density)) {
        return RB_MATERIAL_METAL;
    }
    return density < wood ? RB_MATERIAL_BEECH : RB_MATERIAL_PLASTIC;
}

Color rb_material_tone(rb_material material, bool light) {
    static const Color tones[RB_MATERIAL_COUNT][2] = {
        [RB_MATERIAL_BEECH] = {{122, 74, 44, 255}, {224, 186, 140, 255}},
        [RB_MATERIAL_ACRYLIC] = {{24, 112, 124, 255}, {226, 236, 238, 255}},
        [RB_MATERIAL_METAL] = {{88, 100, 116, 255}, {226, 226, 224, 255}},
        [RB_MATERIAL_PLASTIC] = {{4, 66, 88, 255}, {244, 236, 220, 255}},
    };
    if (material == RB_MATERIAL_STONE || !tones[material][0].a) {
        return rb_color(light ? RB_COLOR_STONE_A : RB_COLOR_STONE_B);
    }
    return tones[material][light];
}
