#include "plot/pdf_font.h"

#include <stddef.h>

#include "plot/stroke_font.h"

/* Widths in thousandths of the size, from Adobe's metrics of the standard fonts: ASCII from blank to
   tilde. */
static const short ascii[95] = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};

/* Latin-1 from U+00A0 to U+00FF, which WinAnsi has at the same codes. */
static const short latin[96] = {
    278, 333, 556, 556, 556, 556, 260, 556, 333, 737, 370, 556, 584, 333, 737, 333, 400, 584, 333,  333,
    333, 556, 537, 278, 333, 333, 365, 556, 834, 834, 834, 611, 667, 667, 667, 667, 667, 667, 1000, 722,
    667, 667, 667, 667, 278, 278, 278, 278, 722, 722, 778, 778, 778, 778, 778, 584, 778, 722, 722,  722,
    722, 667, 667, 611, 556, 556, 556, 556, 556, 556, 889, 500, 556, 556, 556, 556, 278, 278, 278,  278,
    556, 556, 556, 556, 556, 556, 556, 584, 611, 556, 556, 556, 556, 500, 556, 500};

static const struct {
    unsigned unicode;
    int font;
    unsigned code;
    short width;
} others[] = {
    {0x2013, 0, 0x96, 556}, {0x2014, 0, 0x97, 1000}, {0x2018, 0, 0x91, 222},  {0x2019, 0, 0x92, 222},
    {0x201C, 0, 0x93, 333}, {0x201D, 0, 0x94, 333},  {0x2026, 0, 0x85, 1000}, {0x394, 1, 'D', 612},
    {0x3A9, 1, 'W', 768},   {0x3B1, 1, 'a', 631},    {0x3B2, 1, 'b', 549},    {0x3B3, 1, 'g', 411},
    {0x3B4, 1, 'd', 494},   {0x3B5, 1, 'e', 439},    {0x3B6, 1, 'z', 494},    {0x3B7, 1, 'h', 603},
    {0x3B8, 1, 'q', 521},   {0x3BA, 1, 'k', 549},    {0x3BB, 1, 'l', 549},    {0x3BC, 1, 'm', 576},
    {0x3BD, 1, 'n', 521},   {0x3BE, 1, 'x', 493},    {0x3C0, 1, 'p', 549},    {0x3C1, 1, 'r', 549},
    {0x3C3, 1, 's', 603},   {0x3C4, 1, 't', 439},    {0x3C6, 1, 'j', 603},    {0x3C7, 1, 'c', 549},
    {0x3C8, 1, 'y', 686},   {0x3C9, 1, 'w', 686},    {0x2032, 1, 0xA2, 247},  {0x2212, 1, '-', 549},
    {0x2248, 1, 0xBB, 549}, {0x2264, 1, 0xA3, 549},  {0x2265, 1, 0xB3, 549},  {0x221E, 1, 0xA5, 713},
    {0x2192, 1, 0xAE, 987}, {0x221A, 1, 0xD6, 549}};

bool rb_pdf_next_glyph(const char **text, rb_pdf_glyph *glyph) {
    double rise = 0;
    unsigned code = rb_stroke_next(text);
    if (code == 0) {
        return false;
    }
    *glyph = (rb_pdf_glyph){.code = '?', .width = 0.556, .scale = 1};
    code = rb_stroke_small(code, &glyph->scale, &rise);
    glyph->rise = 0.0875 * rise; /* the stroke font's grid: 0.0875 of the size */
    if (code >= 32 && code < 127) {
        glyph->code = code;
        glyph->width = ascii[code - 32] / 1000.0;
    } else if (code >= 0xA0 && code <= 0xFF) {
        glyph->code = code;
        glyph->width = latin[code - 0xA0] / 1000.0;
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (others[i].unicode == code) {
            glyph->font = others[i].font;
            glyph->code = others[i].code;
            glyph->width = others[i].width / 1000.0;
        }
    }
    return true;
}
