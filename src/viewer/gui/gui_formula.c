/* Formulas: {A}/{B} is a fraction, √{A} a root, A^{B} a power, A_x or A_{xy} an index; everything else is
   text. */
#include <math.h>
#include <string.h>

#include "viewer/gui/gui.h"

/* Size of what was set, around its baseline, px. */
typedef struct box {
    float width, ascent, descent;
} box;

typedef struct pen {
    ImDrawList *list; /* NULL: only measures */
    ImU32 color;
} pen;

static box set_formula(const pen *p, const char *begin, const char *end, float x, float y, float size);

static float ascent_of(float size) {
    const ImFont *font = igGetFont();
    return font->Ascent * size / font->FontSize;
}

/* Behind the brace that closes the one before `at`. */
static const char *closing(const char *at, const char *end) {
    int depth = 1;
    while (at < end && depth > 0) {
        depth += (*at == '{') - (*at == '}');
        at++;
    }
    return at;
}

static box set_text(const pen *p, const char *begin, const char *end, float x, float y, float size) {
    ImVec2 wide;
    ImFont_CalcTextSizeA(&wide, igGetFont(), size, 1e9f, 0, begin, end, NULL);
    float ascent = ascent_of(size);
    if (p->list != NULL) {
        ImDrawList_AddText_FontPtr(p->list, igGetFont(), size, rb_im2(x, y - ascent), p->color, begin, end, 0,
                                   NULL);
    }
    return (box){wide.x, ascent, size - ascent};
}

static void draw_bar(const pen *p, float x0, float y0, float x1, float y1, float size) {
    if (p->list != NULL) {
        ImDrawList_AddLine(p->list, rb_im2(x0, y0), rb_im2(x1, y1), p->color, fmaxf(1, 0.06f * size));
    }
}

static box set_fraction(const pen *p, const char *const over[2], const char *const under[2], float x, float y,
                        float size) {
    const pen measure = {NULL, 0};
    float small = 0.82f * size, axis = y - 0.3f * size, gap = 0.1f * size, side = 0.12f * size;
    box top = set_formula(&measure, over[0], over[1], 0, 0, small);
    box low = set_formula(&measure, under[0], under[1], 0, 0, small);
    float width = fmaxf(top.width, low.width) + 2 * side;
    set_formula(p, over[0], over[1], x + 0.5f * (width - top.width), axis - gap - top.descent, small);
    set_formula(p, under[0], under[1], x + 0.5f * (width - low.width), axis + gap + low.ascent, small);
    draw_bar(p, x + 0.3f * side, axis, x + width - 0.3f * side, axis, size);
    return (box){width + side, y - (axis - gap - top.descent - top.ascent),
                 axis + gap + low.ascent + low.descent - y};
}

static box set_root(const pen *p, const char *begin, const char *end, float x, float y, float size) {
    const pen measure = {NULL, 0};
    box in = set_formula(&measure, begin, end, 0, 0, size);
    float sign = 0.55f * size, top = y - in.ascent - 0.05f * size, bottom = y + 0.6f * in.descent;
    set_formula(p, begin, end, x + sign, y, size);
    draw_bar(p, x, y - 0.3f * size, x + 0.4f * sign, bottom, size);
    draw_bar(p, x + 0.4f * sign, bottom, x + sign - 1, top, size);
    draw_bar(p, x + sign - 1, top, x + sign + in.width, top, size);
    return (box){sign + in.width + 0.1f * size, in.ascent + 0.1f * size, in.descent};
}

/* Raised or lowered, and smaller. */
static box set_script(const pen *p, const char *begin, const char *end, bool raised, float x, float y,
                      float size) {
    float shift = raised ? -0.38f * size : 0.2f * size;
    box in = set_formula(p, begin, end, x, y + shift, 0.7f * size);
    return (box){in.width + 0.05f * size, fmaxf(in.ascent - shift, 0), fmaxf(in.descent + shift, 0)};
}

/* Sets the construct at *at, and moves *at behind it. */
static box set_next(const pen *p, const char **at, const char *end, float x, float y, float size) {
    static const char root[] = "√{";
    const char *begin = *at;
    if (*begin == '{') {
        const char *close = closing(begin + 1, end);
        if (close + 1 < end && close[0] == '/' && close[1] == '{') {
            const char *under = close + 2, *last = closing(under, end);
            *at = last;
            return set_fraction(p, (const char *const[]){begin + 1, close - 1},
                                (const char *const[]){under, last - 1}, x, y, size);
        }
        *at = close;
        return set_formula(p, begin + 1, close - 1, x, y, size);
    }
    if (strncmp(begin, root, sizeof root - 1) == 0) {
        const char *inside = begin + sizeof root - 1;
        *at = closing(inside, end);
        return set_root(p, inside, *at - 1, x, y, size);
    }
    if (*begin == '^' || *begin == '_') {
        bool braced = begin + 1 < end && begin[1] == '{';
        const char *inside = begin + (braced ? 2 : 1);
        *at = braced ? closing(inside, end) : inside + 1 < end ? inside + 1 : end;
        return set_script(p, inside, braced ? *at - 1 : *at, *begin == '^', x, y, size);
    }
    *at = begin + 1;
    while (*at < end && strchr("{^_", **at) == NULL && strncmp(*at, root, sizeof root - 1) != 0) {
        (*at)++;
    }
    return set_text(p, begin, *at, x, y, size);
}

static box set_formula(const pen *p, const char *begin, const char *end, float x, float y, float size) {
    box whole = {0, ascent_of(size), size - ascent_of(size)};
    for (const char *at = begin; at < end;) {
        box part = set_next(p, &at, end, x + whole.width, y, size);
        whole.width += part.width;
        whole.ascent = fmaxf(whole.ascent, part.ascent);
        whole.descent = fmaxf(whole.descent, part.descent);
    }
    return whole;
}

ImVec2 rb_formula(ImDrawList *list, ImVec2 at, float width, ImU32 color, const char *text) {
    const pen measure = {NULL, 0}, ink = {list, color};
    const char *end = text + strcspn(text, "\n");
    float size = igGetFontSize();
    box whole = set_formula(&measure, text, end, 0, 0, size);
    size *= fminf(1, width / fmaxf(whole.width, 1));
    whole = set_formula(&measure, text, end, 0, 0, size);
    if (list != NULL) {
        set_formula(&ink, text, end, at.x, at.y + whole.ascent, size);
    }
    return rb_im2(whole.width, whole.ascent + whole.descent);
}
