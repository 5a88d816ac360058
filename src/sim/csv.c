#include "sim/csv.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "rattleback/base.h"
#include "sim/scene_json.h"

static void begin_field(rb_csv *csv) {
    if (csv->begun) {
        fputc(',', csv->out);
    }
    csv->begun = true;
}

/* RFC 4180: a field with a comma, a quote or a line break is quoted, and its quotes are doubled. */
void rb_csv_text(rb_csv *csv, const char *text) {
    begin_field(csv);
    if (strpbrk(text, ",\"\r\n") == NULL && *text != ' ' && *text != '\t') {
        fputs(text, csv->out);
        return;
    }
    fputc('"', csv->out);
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            fputc('"', csv->out);
        }
        fputc(*text, csv->out);
    }
    fputc('"', csv->out);
}

void rb_csv_number(rb_csv *csv, double value) {
    begin_field(csv);
    if (isfinite(value)) {
        rb_print(csv->out, "%.*g", csv->digits, value);
    }
}

void rb_csv_end_row(rb_csv *csv) {
    fputc('\n', csv->out);
    csv->begun = false;
}

/* ---------------------------------------------------------------- head */

/* A text within a comment: stays on its line. */
static void put(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
}

static void put_title(FILE *out, const char *title, const rb_scene *scene, uint64_t hash) {
    const double *solver = scene->values[RB_SECTION_SOLVER];
    const rb_param *method = &rb_scene_table(scene, RB_SECTION_SOLVER).rows[RB_SOLVER_METHOD];
    int chosen = (int)solver[RB_SOLVER_METHOD];
    fputs("# ", out);
    put(out, title);
    fprintf(out, "\n# rattleback %s, scene %s %016" PRIx64 ", ", rb_version(), scene->id, hash);
    if (chosen == RB_METHOD_DP5) {
        rb_print(out, "solver dp5, step %g s\n", solver[RB_SOLVER_STEP]);
    } else {
        rb_print(out, "solver %s, rtol %g\n", method->choices[chosen], solver[RB_SOLVER_RTOL]);
    }
}

bool rb_csv_title(FILE *out, const char *title, const rb_scene *scene) {
    uint64_t hash = rb_scene_hash(scene);
    put_title(out, title, scene, hash);
    return hash != 0;
}

static void put_parameter(FILE *out, const rb_param *row, double value) {
    char number[RB_NUMBER_SIZE];
    rb_number_write(value, number);
    fprintf(out, "%s=%s", row->name,
            row->flags & RB_PARAM_CHOICE ? row->choices[(int)value]
            : row->flags & RB_PARAM_BOOL ? (value != 0 ? "true" : "false")
                                         : number);
    if (row->unit[0] != '\0') {
        fprintf(out, " %s", row->unit);
    }
}

static void put_section(FILE *out, const rb_scene *scene, rb_section section) {
    const char *chosen = rb_scene_chosen(scene, section);
    rb_param_table table = rb_scene_table(scene, section);
    fprintf(out, "# %s%s%s", rb_section_name(section), chosen != NULL ? " " : "",
            chosen != NULL ? chosen : "");
    for (int i = 0; i < table.count; i++) {
        fputs(i == 0 ? ": " : ", ", out);
        put_parameter(out, &table.rows[i], scene->values[section][i]);
    }
    if (section == RB_SECTION_BASE && scene->base_file[0] != '\0') {
        fputs(", file=", out);
        put(out, scene->base_file);
    }
    fputc('\n', out);
}

static bool same_section(const rb_scene *a, const rb_scene *b, rb_section section) {
    const char *one = rb_scene_chosen(a, section), *other = rb_scene_chosen(b, section);
    size_t count = (size_t)rb_scene_table(a, section).count;
    return a->body == b->body && (one == NULL || strcmp(one, other) == 0) &&
           memcmp(a->values[section], b->values[section], count * sizeof(double)) == 0;
}

static void put_sections(FILE *out, const rb_scene *scene, const rb_scene *first) {
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        if (first == NULL || !same_section(scene, first, (rb_section)s)) {
            put_section(out, scene, (rb_section)s);
        }
    }
}

bool rb_csv_head(FILE *out, const char *title, const rb_scene *scene, const rb_scene *first) {
    bool known = rb_csv_title(out, title, scene);
    put_sections(out, scene, first);
    return known;
}

void rb_csv_head_hashed(FILE *out, const char *title, const rb_scene *scene, uint64_t hash) {
    put_title(out, title, scene, hash);
    put_sections(out, scene, NULL);
}

void rb_csv_unit(rb_csv *csv, const char *name, const char *unit) {
    fprintf(csv->out, "%s%s %s", csv->begun ? ", " : "# units: ", name, unit[0] != '\0' ? unit : "1");
    csv->begun = true;
}

/* ---------------------------------------------------------------- signals */

void rb_csv_signal_units(rb_csv *csv, const rb_body_kind *body) {
    for (int i = 0; i < rb_signal_count(); i++) {
        if (rb_signal_fits(rb_signal_at(i), body)) {
            rb_csv_unit(csv, rb_signal_at(i)->name, rb_signal_at(i)->unit);
        }
    }
    rb_csv_end_row(csv);
}

void rb_csv_signal_names(rb_csv *csv, const rb_body_kind *body) {
    for (int i = 0; i < rb_signal_count(); i++) {
        if (rb_signal_fits(rb_signal_at(i), body)) {
            rb_csv_text(csv, rb_signal_at(i)->name);
        }
    }
    rb_csv_end_row(csv);
}

void rb_csv_signals(rb_csv *csv, const rb_body_kind *body, const rb_snapshot *snapshot) {
    for (int i = 0; i < rb_signal_count(); i++) {
        if (rb_signal_fits(rb_signal_at(i), body)) {
            rb_csv_number(csv, rb_signal_value(rb_signal_at(i), snapshot));
        }
    }
    rb_csv_end_row(csv);
}
