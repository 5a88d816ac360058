/* Charts: axes, clipping, and the three formats. A PDF is checked byte by byte here, and by other programs
   (qpdf, pdftotext, pdftoppm of poppler) where they are installed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system.h"
#include "plot/plot.h"
#include "process.h"
#include "support.h"

/* The picture as a text in memory, its length in *size. */
static char *picture(const rb_sheet *sheet, rb_picture_format format, size_t *size) {
    rb_text_stream out;
    assert_true(rb_text_open(&out));
    assert_true(rb_sheet_write(out.stream, format, sheet));
    assert_true(rb_text_close(&out));
    *size = out.size;
    return out.text;
}

static const double ramp[] = {1, 2, 3, 4, 5};
static const rb_curve two_curves[] = {
    {.name = "first (a)", .y = ramp, .count = 5, .dx = 0.25},
    {.name = "ω₃ second", .y = ramp, .x = ramp, .count = 5, .mark = RB_MARK_DOTS}};
static const rb_plot one_plot = {
    .x = {.label = "t, s"}, .y = {.label = "ω₃, rad/s"}, .curves = two_curves, .curve_count = 2};
static const rb_sheet one_sheet = {"Title of the chart", "subtitle", &one_plot, 1, 1};

/* ---------------------------------------------------------------- PDF */

static long long number_at(const char *text, const char *key) {
    const char *at = strstr(text, key);
    assert_non_null(at);
    return strtoll(at + strlen(key), NULL, 10);
}

static void pdf_is_sound(void **state) {
    (void)state;
    size_t size = 0;
    char *pdf = picture(&one_sheet, RB_PICTURE_PDF, &size);
    assert_int_equal(strlen(pdf), size);
    assert_true(strncmp(pdf, "%PDF-1.4\n", 9) == 0);
    assert_string_equal(pdf + size - 6, "%%EOF\n");
    const char *table = pdf + number_at(pdf, "startxref\n");
    assert_true(strncmp(table, "xref\n0 8\n0000000000 65535 f \n", 29) == 0);
    for (int i = 1; i < 8; i++) {
        const char *row = table + 9 + 20 * i; /* 20 bytes each, as the format demands */
        char head[32];
        snprintf(head, sizeof head, "%d 0 obj\n", i);
        assert_true(strncmp(pdf + strtoll(row, NULL, 10), head, strlen(head)) == 0);
        assert_true(strncmp(row + 10, " 00000 n \n", 10) == 0);
    }
    const char *stream = strstr(pdf, "stream\n") + 7;
    long long length = number_at(pdf, "\n2 0 obj\n");
    assert_true(strncmp(stream + length, "endstream\n", 10) == 0);
    assert_non_null(strstr(pdf, "(first \\050a\\051) Tj")); /* brackets are escaped */
    free(pdf);
}

static bool is_installed(const char *program) {
    char path[64];
    snprintf(path, sizeof path, "/usr/bin/%s", program);
    return access(path, X_OK) == 0;
}

static test_process run(const char *program, const char *const *arguments) {
    char path[64];
    snprintf(path, sizeof path, "/usr/bin/%s", program);
    test_process p = test_process_start(path, arguments);
    test_process_finish(&p);
    return p;
}

static void others_read_the_pdf(void **state) {
    (void)state;
    if (!is_installed("pdftotext") || !is_installed("pdftoppm")) {
        skip(); /* Debian: poppler-utils */
    }
    char path[64];
    snprintf(path, sizeof path, "/tmp/rattleback-plot-%ld.pdf", (long)getpid());
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(rb_sheet_write(out, RB_PICTURE_PDF, &one_sheet));
    assert_int_equal(fclose(out), 0);
    test_process text = run("pdftotext", (const char *const[]){path, "-", NULL});
    assert_int_equal(text.status, 0);
    assert_string_equal(text.err, ""); /* poppler complains there */
    static const char *const shown[] = {"Title of the chart", "subtitle", "t, s", "first (a)", "ω"};
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++) {
        assert_non_null(strstr(text.out, shown[i]));
    }
    test_process_free(&text);
    test_process pixels = run("pdftoppm", (const char *const[]){"-r", "36", "-mono", path, NULL});
    assert_int_equal(pixels.status, 0);
    assert_true(strncmp(pixels.out, "P4\n480 280\n", 11) == 0); /* the sheet: 960 x 560 points */
    test_process_free(&pixels);
    if (is_installed("qpdf")) {
        test_process check = run("qpdf", (const char *const[]){"--check", path, NULL});
        assert_int_equal(check.status, 0);
        test_process_free(&check);
    }
    unlink(path);
}

static void helvetica_is_as_wide_as_it_is(void **state) {
    (void)state;
    assert_near(rb_canvas_text_width("0000", 10), 22.24, 1e-12);
    assert_near(rb_canvas_text_width("Wi", 1000), 944 + 222, 1e-9);
    assert_near(rb_canvas_text_width("ω", 1000), 686, 1e-9);
    assert_near(rb_canvas_text_width("é", 1000), 556, 1e-9);
    assert_near(rb_canvas_text_width("₃", 1000), 0.65 * 556, 1e-9);
    assert_near(rb_canvas_text_width("", 1000), 0, 0);
}

/* ---------------------------------------------------------------- charts */

static int count_of(const char *text, const char *part) {
    int count = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++) {
        count++;
    }
    return count;
}

/* Lines are interrupted where a point is missing or outside of a given range. */
static void lines_are_interrupted(void **state) {
    (void)state;
    const double y[] = {0, 1, NAN, 1, 0, 7, 0.5, 0.25};
    rb_curve curve = {.y = y, .count = 8, .dx = 1};
    rb_plot plot = {.y = {.from = 0, .to = 2}, .curves = &curve, .curve_count = 1};
    size_t size = 0;
    char *svg = picture(&(rb_sheet){"", NULL, &plot, 1, 1}, RB_PICTURE_SVG, &size);
    assert_int_equal(count_of(svg, "stroke-width='1.8'"), 3);
    assert_null(strstr(svg, "nan"));
    free(svg);
}

static void axes_are_round(void **state) {
    (void)state;
    const struct {
        double from, to, low, high;
        bool logarithmic;
    } rows[] = {{0.3, 9.2, 0, 10, false},
                {-3.3, 3.9, -4, 4, false},
                {23.0580001, 23.0580009, 23.0580001, 23.0580009, false},
                {2e-7, 3e-4, 1e-7, 1e-3, true},
                {1, 10, 1, 10, true},
                {1, 1, 1, 10, true}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rb_chart_axis axis = {.from = rows[i].from, .to = rows[i].to, .logarithmic = rows[i].logarithmic};
        rb_chart_round(&axis);
        assert_near(axis.from, rows[i].low, 1e-9 * fabs(rows[i].low));
        assert_near(axis.to, rows[i].high, 1e-9 * fabs(rows[i].high));
    }
}

/* A detailed axis: the upper part takes three quarters, and both parts meet. */
static void detail_takes_three_quarters(void **state) {
    (void)state;
    rb_chart chart = {.y = {.from = 1e-12, .to = 1, .logarithmic = true, .detail = 1e-2},
                      .x = {.from = 0, .to = 1}};
    double bottom = rb_chart_y(&chart, 1e-12), top = rb_chart_y(&chart, 1);
    assert_near((rb_chart_y(&chart, 1e-2) - bottom) / (top - bottom), 0.25, 1e-12);
    assert_near((rb_chart_y(&chart, 1e-1) - bottom) / (top - bottom), 0.625, 1e-12);
    assert_near((rb_chart_y(&chart, 1e-7) - bottom) / (top - bottom), 0.125, 1e-12);
}

static void empty_charts_are_drawn(void **state) {
    (void)state;
    rb_curve none = {.count = 0};
    rb_plot plots[2] = {{.curves = &none, .curve_count = 1},
                        {.x = {.logarithmic = true}, .y = {.logarithmic = true}}};
    for (int format = RB_PICTURE_SVG; format <= RB_PICTURE_PDF; format++) {
        size_t size = 0;
        free(picture(&(rb_sheet){"t", "s", plots, 2, 2}, (rb_picture_format)format, &size));
        assert_true(size > 500);
    }
}

static void maps_and_bars(void **state) {
    (void)state;
    const double values[] = {0, 1, 2, 3, 3, 3};
    const char *const names[] = {"A", "B", "C"};
    rb_curve bars = {.y = ramp, .count = 3, .dx = 1, .mark = RB_MARK_BARS};
    rb_plot plots[] = {
        {.x = {.from = 0, .to = 3}, .y = {.from = 0, .to = 2}, .field = {values, 3, 2, "value"}},
        {.x = {.names = names, .name_count = 3}, .curves = &bars, .curve_count = 1}};
    size_t size = 0;
    char *svg = picture(&(rb_sheet){"t", "s", plots, 2, 2}, RB_PICTURE_SVG, &size);
    /* six cells, two of them neighbours of one colour; 128 steps of the bar; three bars */
    assert_int_equal(count_of(svg, "<rect x="), 5 + 128 + 3);
    free(svg);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pdf_is_sound),
        cmocka_unit_test(others_read_the_pdf),
        cmocka_unit_test(helvetica_is_as_wide_as_it_is),
        cmocka_unit_test(lines_are_interrupted),
        cmocka_unit_test(axes_are_round),
        cmocka_unit_test(detail_takes_three_quarters),
        cmocka_unit_test(empty_charts_are_drawn),
        cmocka_unit_test(maps_and_bars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
