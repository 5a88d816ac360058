/* The PDF form of a canvas. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>

#include <rattleback/base.h>

#include "plot/canvas_formats.h"

/* ---------------------------------------------------------------- the standard fonts */

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

/* A character of the standard PDF fonts. */
typedef struct pdf_glyph {
    int font;           /* 0: Helvetica with WinAnsiEncoding, 1: Symbol */
    unsigned code;      /* in that font's encoding */
    double width;       /* of the font size */
    double scale, rise; /* of the font size: sub- and superscripts are small, and low or high */
} pdf_glyph;

/* The next glyph of a UTF-8 text, moving text past it; false at the end. Characters that neither font
   has become question marks. */
static bool next_glyph(const char **text, pdf_glyph *glyph) {
    double rise = 0;
    unsigned code = rb_stroke_next(text);
    if (code == 0) {
        return false;
    }
    *glyph = (pdf_glyph){.code = '?', .width = 0.556, .scale = 1};
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

/* ---------------------------------------------------------------- the file */

/* Writes and counts: the cross-reference table at the end needs the offset of every object. */
RB_PRINTF(2, 3) static void put(rb_canvas *canvas, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vfprintf(canvas->out, format, arguments);
    va_end(arguments);
    canvas->written += length > 0 ? length : 0;
}

/* The page's content is the first object: all others are written when it is complete. */
static const char header[] = "%PDF-1.4\n%\xE2\xE3\xCF\xD3\n"; /* bytes above 127: not a text file */
static const char content_head[] = "1 0 obj\n<< /Length 2 0 R >>\nstream\n";

void rb_pdf_begin(rb_canvas *canvas) {
    canvas->written = 0;
    put(canvas, "%s%s", header, content_head);
}

void rb_pdf_end(rb_canvas *canvas) {
    enum { OBJECTS = 8 };
    long long offsets[OBJECTS] = {0, sizeof header - 1};
    long long length = canvas->written - (long long)(sizeof header + sizeof content_head - 2);
    put(canvas, "endstream\nendobj\n");
    offsets[2] = canvas->written;
    put(canvas, "2 0 obj\n%lld\nendobj\n", length);
    offsets[3] = canvas->written;
    put(canvas, "3 0 obj\n<< /Type /Catalog /Pages 4 0 R >>\nendobj\n");
    offsets[4] = canvas->written;
    put(canvas, "4 0 obj\n<< /Type /Pages /Kids [5 0 R] /Count 1 >>\nendobj\n");
    offsets[5] = canvas->written;
    put(canvas,
        "5 0 obj\n<< /Type /Page /Parent 4 0 R /MediaBox [0 0 %d %d] /Contents 1 0 R\n"
        "/Resources << /Font << /F0 6 0 R /F1 7 0 R >> >> >>\nendobj\n",
        canvas->width, canvas->height);
    offsets[6] = canvas->written;
    put(canvas, "6 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica\n"
                "/Encoding /WinAnsiEncoding >>\nendobj\n");
    offsets[7] = canvas->written;
    put(canvas, "7 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>\nendobj\n");
    long long table = canvas->written;
    put(canvas, "xref\n0 %d\n0000000000 65535 f \n", OBJECTS);
    for (int i = 1; i < OBJECTS; i++) {
        put(canvas, "%010lld 00000 n \n", offsets[i]);
    }
    put(canvas, "trailer\n<< /Size %d /Root 3 0 R >>\nstartxref\n%lld\n%%%%EOF\n", OBJECTS, table);
}

/* Three numbers of a colour, 0 to 1, and the operator. */
static void put_colour(rb_canvas *canvas, uint32_t colour, const char *operator_) {
    put(canvas, "%.3f %.3f %.3f %s\n", ((colour >> 16) & 0xFF) / 255.0, ((colour >> 8) & 0xFF) / 255.0,
        (colour & 0xFF) / 255.0, operator_);
}

/* y points up in a PDF. */
static double up(const rb_canvas *canvas, double y) {
    return canvas->height - y;
}

void rb_pdf_rect(rb_canvas *canvas, double x, double y, double w, double h, uint32_t colour) {
    put_colour(canvas, colour, "rg");
    put(canvas, "%.2f %.2f %.2f %.2f re f\n", x, up(canvas, y + h), w, h);
}

static void put_path(rb_canvas *canvas, const double *points, int count) {
    for (int i = 0; i < count; i++) {
        put(canvas, "%.2f %.2f %c\n", points[2 * i], up(canvas, points[2 * i + 1]), i == 0 ? 'm' : 'l');
    }
}

void rb_pdf_line(rb_canvas *canvas, const double *points, int count, double width, uint32_t colour,
                 int dash) {
    static const char *const patterns[RB_CANVAS_DASHES] = {"[]", "[7 4]", "[2 4]", "[9 4 2 4]"};
    put_colour(canvas, colour, "RG");
    put(canvas, "%.3g w %d J 1 j %s 0 d\n", width, dash == 0, patterns[dash]);
    put_path(canvas, points, count);
    put(canvas, "S\n");
}

void rb_pdf_area(rb_canvas *canvas, const double *points, int count, uint32_t colour, double opacity) {
    uint32_t mixed = 0;
    for (int shift = 0; shift <= 16; shift += 8) {
        double part = (double)((colour >> shift) & 0xFF);
        mixed |= (uint32_t)lround(255 + opacity * (part - 255)) << shift;
    }
    put_colour(canvas, mixed, "rg");
    put_path(canvas, points, count);
    put(canvas, "f\n");
}

void rb_pdf_dots(rb_canvas *canvas, const double *points, int count, double radius, uint32_t colour) {
    put_colour(canvas, colour, "RG");
    put(canvas, "%.3g w 1 J [] 0 d\n", 2 * radius);
    for (int i = 0; i < count; i++) {
        double x = points[2 * i], y = up(canvas, points[2 * i + 1]);
        put(canvas, "%.2f %.2f m %.2f %.2f l S\n", x, y, x, y);
    }
}

/* One byte of a string in brackets. */
static void put_byte(rb_canvas *canvas, unsigned code) {
    if (code < 32 || code > 126 || code == '(' || code == ')' || code == '\\') {
        put(canvas, "\\%03o", code);
    } else {
        put(canvas, "%c", (char)code);
    }
}

void rb_pdf_text(rb_canvas *canvas, double x, double y, double size, rb_anchor anchor, bool turned,
                 uint32_t colour, const char *text) {
    double width = rb_canvas_text_width(text, size);
    double back = anchor == RB_ANCHOR_START ? 0 : anchor == RB_ANCHOR_MIDDLE ? width / 2 : width;
    put_colour(canvas, colour, "rg");
    if (turned) {
        put(canvas, "BT 0 1 -1 0 %.2f %.2f Tm\n", x, up(canvas, y + back));
    } else {
        put(canvas, "BT 1 0 0 1 %.2f %.2f Tm\n", x - back, up(canvas, y));
    }
    pdf_glyph last = {.font = -1};
    for (pdf_glyph g; next_glyph(&text, &g); last = g) {
        bool same = g.font == last.font && g.scale == last.scale && g.rise == last.rise;
        if (!same) {
            put(canvas, "%s/F%d %.3g Tf %.3g Ts (", last.font >= 0 ? ") Tj\n" : "", g.font, size * g.scale,
                size * g.rise);
        }
        put_byte(canvas, g.code);
    }
    put(canvas, "%sET\n", last.font >= 0 ? ") Tj " : "");
}

double rb_canvas_text_width(const char *text, double size) {
    double width = 0;
    for (pdf_glyph g; next_glyph(&text, &g);) {
        width += size * g.scale * g.width;
    }
    return width;
}
