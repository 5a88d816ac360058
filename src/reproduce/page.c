#include "reproduce/figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/status.h>

#include "base/file.h"
#include "base/system.h"
#include "plot/canvas.h"

enum { PATH = 600 };

static void path_of(const rb_page_options *o, const char *id, const char *end, char *path) {
    snprintf(path, PATH, "%s/%s%s", o->folder, id, end);
}

/* ---------------------------------------------------------------- one figure */

static void put(FILE *out, const char *tag, const char *text) {
    fprintf(out, "<%s>", tag);
    rb_svg_text(out, text);
    fprintf(out, "</%s>", tag);
}

static void write_numbers(FILE *out, const rb_figure_data *d) {
    if (d->number_count == 0) {
        return;
    }
    fputs("<table><tr><th>number</th><th>ours</th><th>expected</th></tr>\n", out);
    for (int i = 0; i < d->number_count; i++) {
        const rb_figure_number *n = &d->numbers[i];
        fputs("<tr>", out);
        put(out, "td", n->name);
        fprintf(out, "<td>%.6g</td>", n->value);
        if (isnan(n->low)) {
            fputs("<td>–</td>", out);
        } else if (n->high - n->low <= 2.0001e-9) {
            fprintf(out, "<td>%.6g</td>", (n->low + n->high) / 2);
        } else if (isinf(n->high)) {
            fprintf(out, "<td>≥ %.6g</td>", n->low);
        } else {
            fprintf(out, "<td>%.6g to %.6g</td>", n->low, n->high);
        }
        fputs("</tr>\n", out);
    }
    fputs("</table>\n", out);
}

/* The first line identifies the version that wrote it; the second is the verdict. */
static void write_fragment(FILE *out, const rb_figure_data *d, const char *verdict) {
    const rb_figure *f = d->figure;
    fprintf(out,
            "<!-- rattleback %s -->\n<!-- %s -->\n<section id='%s'>\n<h2>%s %s <code>%s</code>"
            "</h2>\n<p class='verdict v%d'>",
            rb_version(), rb_figure_holds(d) ? "holds" : "fails", f->id, f->paper, f->place, f->id,
            rb_figure_holds(d) ? (int)f->verdict : RB_VERDICT_COUNT);
    rb_svg_text(out, verdict);
    fputs("</p>\n<dl><dt>shown</dt>", out);
    put(out, "dd", f->shows);
    fputs("\n<dt>the paper says</dt>", out);
    put(out, "dd", f->claim);
    fputs("\n<dt>made by</dt>", out);
    put(out, "dd", f->runs);
    fprintf(out,
            "</dl>\n<p><img src='%s.svg' alt='%s %s'><br><a href='%s.svg'>SVG</a> "
            "<a href='%s.pdf'>PDF</a> <a href='%s.csv'>CSV</a></p>\n",
            f->id, f->paper, f->place, f->id, f->id, f->id);
    write_numbers(out, d);
    fputs("</section>\n", out);
}

typedef void writer(FILE *out, const rb_figure_data *d, const char *verdict);

static void write_csv(FILE *out, const rb_figure_data *d, const char *verdict) {
    (void)verdict;
    rb_figure_write_csv(out, d);
}

static rb_status write_file(const rb_page_options *o, const rb_figure_data *d, const char *end, writer *write,
                            const char *verdict, rb_error *err) {
    char path[PATH];
    rb_file *file = NULL;
    path_of(o, d->figure->id, end, path);
    rb_status status = rb_file_create(path, &file, err);
    if (status != RB_OK) {
        return status;
    }
    write(rb_file_stream(file), d, verdict);
    return rb_file_commit(file, err);
}

static rb_status write_picture(const rb_page_options *o, const rb_figure_data *d, const char *end,
                               rb_picture_format format, rb_error *err) {
    char path[PATH], title[64];
    rb_file *file = NULL;
    path_of(o, d->figure->id, end, path);
    rb_status status = rb_file_create(path, &file, err);
    if (status != RB_OK) {
        return status;
    }
    rb_sheet sheet = rb_figure_sheet(d, title, sizeof title);
    if (!rb_sheet_write(rb_file_stream(file), format, &sheet)) {
        rb_file_discard(file);
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    return rb_file_commit(file, err);
}

static rb_status write_figure(const rb_page_options *o, rb_figure_data *d, const char *verdict,
                              rb_error *err) {
    rb_status status = write_picture(o, d, ".svg", RB_PICTURE_SVG, err);
    if (status == RB_OK) {
        status = write_picture(o, d, ".pdf", RB_PICTURE_PDF, err);
    }
    if (status == RB_OK) {
        status = write_file(o, d, ".csv", write_csv, verdict, err);
    }
    if (status == RB_OK) { /* last: its existence means that the others are complete */
        status = write_file(o, d, ".html", write_fragment, verdict, err);
    }
    if (status == RB_OK) {
        rb_figure_remove_journals(d);
    }
    return status;
}

/* ---------------------------------------------------------------- the page */

/* Has this version written the figure? *fails: a number is outside its bounds. */
static bool is_done(const rb_page_options *o, const char *id, bool *fails) {
    char path[PATH], line[80] = "", second[80] = "", expected[80];
    path_of(o, id, ".html", path);
    FILE *in = rb_stream_open(path, "rb");
    if (in == NULL) {
        return false;
    }
    bool read = fgets(line, sizeof line, in) != NULL && fgets(second, sizeof second, in) != NULL;
    fclose(in);
    snprintf(expected, sizeof expected, "<!-- rattleback %s -->\n", rb_version());
    *fails = strstr(second, "fails") != NULL;
    return read && strcmp(line, expected) == 0;
}

static void copy_fragment(FILE *out, const rb_page_options *o, const char *id) {
    char path[PATH];
    path_of(o, id, ".html", path);
    FILE *in = rb_stream_open(path, "rb");
    char line[4096];
    while (in != NULL && fgets(line, sizeof line, in) != NULL) {
        fputs(line, out);
    }
    if (in != NULL) {
        fclose(in);
    }
}

static const char head[] =
    "<!DOCTYPE html>\n<html lang='en'><meta charset='utf-8'><title>The five papers, "
    "reproduced</title>\n<meta name='viewport' content='width=device-width'>\n<style>\n"
    "body{font:16px/1.45 sans-serif;max-width:66rem;margin:2rem auto;padding:0 1rem;color:#222}\n"
    "img{max-width:100%;border:1px solid #ddd}table{border-collapse:collapse;font-size:14px}\n"
    "td,th{border:1px solid #ccc;padding:.2rem .6rem;text-align:left}dt{float:left;width:9rem;"
    "color:#666}\ndd{margin-left:9.5rem}.verdict{padding:.4rem .8rem;border-left:.5rem solid #888;"
    "background:#f4f4f4}\n.v0{border-color:#2a8a4a}.v1{border-color:#d08000}.v2{border-color:"
    "#1f6fb2}.v4{border-color:#888}.v5{border-color:#c00000;background:#fdd}\n</style>\n"
    "<h1>The five papers, reproduced</h1>\n<p>Every figure and table with data of K11 (Kudra &amp; "
    "Awrejcewicz 2011), K12 (2012), K15 (2015), AK18 (Awrejcewicz &amp; Kudra 2018) and KA09 "
    "(Kosenko &amp; Aleksandrov 2009), made by <code>rbsim figure all</code>: what the paper says, "
    "our numbers, and whether they agree. Expected values are those of the papers, or of "
    "independent programs where the papers print none.</p>\n";

static void write_overview(FILE *out, const rb_page_options *o) {
    fputs("<table><tr><th>figure</th><th>shown</th><th>verdict</th></tr>\n", out);
    for (int i = 0; i < rb_figure_count(); i++) {
        const rb_figure *f = rb_figure_at(i);
        fprintf(out, "<tr><td><a href='#%s'>%s %s</a></td>", f->id, f->paper, f->place);
        put(out, "td", f->shows);
        bool fails = false;
        is_done(o, f->id, &fails);
        put(out, "td", fails ? "CHECK FAILED" : rb_verdict_name(f->verdict));
        fputs("</tr>\n", out);
    }
    fputs("</table>\n", out);
}

static rb_status write_index(const rb_page_options *o, rb_error *err) {
    char path[PATH];
    rb_file *file = NULL;
    path_of(o, "index", ".html", path);
    rb_status status = rb_file_create(path, &file, err);
    if (status != RB_OK) {
        return status;
    }
    FILE *out = rb_file_stream(file);
    fputs(head, out);
    fprintf(out, "<p>Version %s.</p>\n", rb_version());
    write_overview(out, o);
    for (int i = 0; i < rb_figure_count(); i++) {
        copy_fragment(out, o, rb_figure_at(i)->id);
    }
    return rb_file_commit(file, err);
}

/* Deletes a complete page, so that it is rebuilt from the start. */
static void start_over(const rb_page_options *o) {
    char path[PATH];
    path_of(o, "index", ".html", path);
    if (!rb_path_exists(path)) {
        return;
    }
    rb_file_remove(path);
    for (int i = 0; i < rb_figure_count(); i++) {
        path_of(o, rb_figure_at(i)->id, ".html", path);
        rb_file_remove(path);
    }
}

rb_status rb_page_make(const rb_page_options *options, int *failed, bool *complete, rb_error *err) {
    rb_figure_data *data = malloc(sizeof *data);
    rb_status status = RB_OK;
    int count = rb_figure_count();
    *failed = 0;
    *complete = false;
    if (data == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "figure: out of memory");
    }
    start_over(options);
    bool stopped = false;
    for (int i = 0; i < count && status == RB_OK && !stopped; i++) {
        const rb_figure *f = rb_figure_at(i);
        char verdict[600] = "";
        bool fails = false, resumed = is_done(options, f->id, &fails);
        if (!resumed) {
            status = rb_figure_make(f, &options->figures, data, err);
            stopped = data->stopped;
            if (status == RB_OK && !stopped) {
                rb_figure_verdict(data, verdict, sizeof verdict);
                fails = !rb_figure_holds(data);
                status = write_figure(options, data, verdict, err);
            }
            rb_figure_free(data);
        }
        *failed += fails;
        if (status == RB_OK && !stopped && options->report != NULL) {
            options->report(options->context, f, i, count, verdict, resumed);
        }
    }
    free(data);
    if (status == RB_OK && !stopped) {
        status = write_index(options, err);
        *complete = status == RB_OK;
    }
    return status;
}
