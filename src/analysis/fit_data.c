/* Input of a fit: measured series, camera points, free parameters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fit_private.h"
#include "base/macros.h"
#include "base/system.h"
#include "base/text.h"
#include "math/vec.h"
#include "rattleback/fit.h"
#include "sim/csv.h"

/* ---------------------------------------------------------------- the camera */

rb_tracker rb_tracker_default(void) { /* K15 section 4 */
    return (rb_tracker){1, 3, {{-0.097, 0, 0.004}, {0.097, 0, 0.004}, {0, 0, 0.151}}};
}

/* Offset from the mass centre to the ellipsoid's centre; 0 for bodies without one. */
static double offset(const rb_scene *scene, const char *name) {
    int index = rb_param_find(rb_scene_table(scene, RB_SECTION_BODY), name);
    return index >= 0 ? scene->values[RB_SECTION_BODY][index] : 0;
}

void rb_tracker_see(const rb_tracker *camera, const rb_scene *scene, const rb_snapshot *now, double dx,
                    double dy, double *xy) {
    if (camera == NULL || scene == NULL || now == NULL) {
        return;
    }
    rb_mat3 turn = rb_quat_matrix(now->q);
    rb_vec3 k = {offset(scene, "k1"), offset(scene, "k2"), offset(scene, "k3")};
    for (int j = 0; j < camera->marker_count; j++) {
        rb_vec3 m = camera->markers[j];
        rb_vec3 body = {k.x + m.x, k.y + m.y, k.z + m.z};
        rb_vec3 world = rb_mul(&turn, body);
        double grow = camera->height / (camera->height - (now->r_C.z + world.z));
        xy[2 * j] = (now->r_C.x + dx + world.x) * grow;
        xy[2 * j + 1] = (now->r_C.y + dy + world.y) * grow;
    }
}

/* ---------------------------------------------------------------- series */

/* Returns the number of a column of marked points: "x2" is 2, "y2" is 3; -1 for any other name, also for
   "x+1" and "y01". */
static int marker_of(const char *name, int count) {
    char expected[16];
    for (int i = 0; i < 2 * count; i++) {
        snprintf(expected, sizeof expected, "%c%d", i % 2 == 0 ? 'x' : 'y', i / 2 + 1);
        if (strcmp(name, expected) == 0) {
            return i;
        }
    }
    return -1;
}

/* Columns of rbsim track-film that a fit does not use: u1, v1, sigma1, problem1 and so on. */
static bool is_of_film(const char *name) {
    static const char *const beginnings[] = {"u", "v", "sigma", "problem"};
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        size_t length = strlen(beginnings[i]);
        if (strncmp(name, beginnings[i], length) == 0 && name[length] >= '1' && name[length] <= '9' &&
            name[length + 1] == '\0') {
            return true;
        }
    }
    return false;
}

static rb_status read_columns(rb_fit_series *s, const rb_csv_table *table, int time, const char *path,
                              const rb_scene *scene, const rb_tracker *camera, int *from, rb_error *err) {
    for (int c = 0; c < table->columns; c++) {
        if (c == time) {
            continue;
        }
        const char *name = table->names[c];
        int marker = marker_of(name, camera->marker_count);
        int signal = marker < 0 ? rb_signal_of(scene->body, name) : -1;
        bool heading = strcmp(name, "heading") == 0;
        if (marker < 0 && signal < 0 && is_of_film(name)) {
            continue;
        }
        if (marker < 0 && signal < 0 && !heading) {
            return rb_fail(err, RB_ERR_INPUT,
                           "%s: column %d: expected x1, y1 to x%d, y%d, heading or a signal (as \"rbsim run "
                           "--csv\" names them), got \"%s\"",
                           path, c + 1, camera->marker_count, camera->marker_count, name);
        }
        if (s->columns == RB_FIT_COLUMNS) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected at most %d columns beside t", path,
                           RB_FIT_COLUMNS);
        }
        from[s->columns] = c;
        s->marker[s->columns] = marker;
        s->signal[s->columns] = signal;
        s->scale[s->columns++] = 1;
    }
    return s->columns > 0 ? RB_OK : rb_fail(err, RB_ERR_INPUT, "%s: expected columns beside t", path);
}

static const char *unit_of(const rb_fit_series *s, int column) {
    return s->marker[column] >= 0  ? "m"
           : s->signal[column] < 0 ? "rad"
                                   : rb_signal_at(s->signal[column])->unit;
}

/* Makes columns of different units comparable: divides each by its root mean square. */
static void choose_scales(rb_fit_series *s) {
    bool mixed = false;
    for (int c = 1; c < s->columns; c++) {
        mixed = mixed || strcmp(unit_of(s, c), unit_of(s, 0)) != 0;
    }
    for (int c = 0; mixed && c < s->columns; c++) {
        double sum = 0, count = 0;
        for (int i = 0; i < s->frames; i++) {
            double v = s->values[(size_t)i * (size_t)s->columns + (size_t)c];
            sum += isnan(v) ? 0 : v * v;
            count += !isnan(v);
        }
        s->scale[c] = sum > 0 ? sqrt(sum / count) : 1;
    }
}

static rb_status copy_rows(rb_fit_series *s, const rb_csv_table *table, int time, const int *from,
                           const char *path, rb_error *err) {
    s->frames = table->rows;
    s->t = malloc((size_t)(table->rows + 1) * sizeof *s->t);
    s->values = malloc((size_t)(table->rows + 1) * (size_t)s->columns * sizeof *s->values);
    if (s->t == NULL || s->values == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    }
    bool measured = false;
    for (int i = 0; i < table->rows; i++) {
        s->t[i] = rb_csv_value(table, i, time);
        if (!(s->t[i] >= 0) || (i > 0 && !(s->t[i] > s->t[i - 1]))) {
            return rb_fail(err, RB_ERR_INPUT,
                           "%s: row %d: t: expected times of 0 and above that rise, got %g", path, i + 1,
                           s->t[i]);
        }
        for (int c = 0; c < s->columns; c++) {
            double value = rb_csv_value(table, i, from[c]);
            s->values[(size_t)i * (size_t)s->columns + (size_t)c] = value;
            measured = measured || !isnan(value);
        }
    }
    if (table->rows < 2) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected at least 2 rows, got %d", path, table->rows);
    }
    return measured ? RB_OK : rb_fail(err, RB_ERR_INPUT, "%s: expected numbers beside t, got none", path);
}

rb_status rb_fit_series_read(rb_fit_series *series, const char *path, const rb_scene *scene,
                             const rb_tracker *camera, rb_error *err) {
    RB_CHECK_ARGUMENTS(series != NULL && path != NULL, err);
    *series = (rb_fit_series){0};
    rb_csv_table table;
    int from[RB_FIT_COLUMNS] = {0};
    rb_elide(rb_path_name(path), series->name, sizeof series->name);
    rb_status status = rb_csv_read(path, &table, err);
    int time = -1;
    if (status == RB_OK) {
        status = rb_csv_need(&table, path, "t", &time, err);
    }
    if (status == RB_OK) {
        status = read_columns(series, &table, time, path, scene, camera, from, err);
    }
    if (status == RB_OK) {
        status = copy_rows(series, &table, time, from, path, err);
    }
    if (status == RB_OK) {
        choose_scales(series);
    }
    rb_csv_table_free(&table);
    return status;
}

void rb_fit_series_free(rb_fit_series *series) {
    if (series == NULL) {
        return;
    }
    free(series->t);
    free(series->values);
    series->t = NULL;
    series->values = NULL;
}

/* ---------------------------------------------------------------- what is free */

rb_status rb_fit_add(rb_fit_free *list, int *count, const rb_fit_free *one, const char *option,
                     rb_error *err) {
    for (int i = 0; i < *count; i++) {
        if (list[i].section == one->section && list[i].index == one->index) {
            return rb_fail(err, RB_ERR_INPUT, "%s: duplicate parameter %s", option, one->name);
        }
    }
    if (*count == RB_FIT_FREE) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected at most %d parameters", option, RB_FIT_FREE);
    }
    list[(*count)++] = *one;
    return RB_OK;
}

static rb_status find_free(const rb_fit *fit, const char *name, const char *option, rb_fit_free *out,
                           rb_error *err) {
    rb_error reason;
    *out = (rb_fit_free){0};
    snprintf(out->name, sizeof out->name, "%s", name);
    if (rb_scene_find(&fit->scene, name, &out->section, &out->index, &reason) != RB_OK) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %.400s", option, reason.text);
    }
    out->row = &rb_scene_table(&fit->scene, out->section).rows[out->index];
    if (out->row->flags & (RB_PARAM_BOOL | RB_PARAM_CHOICE | RB_PARAM_INTEGER)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: %s is not a real number", option, name);
    }
    return RB_OK;
}

rb_status rb_fit_add_free(rb_fit *fit, const char *option, const char *names, rb_error *err) {
    RB_CHECK_ARGUMENTS(fit != NULL, err);
    char name[64];
    rb_status status = RB_OK;
    while (status == RB_OK && rb_list_next(&names, ',', name, sizeof name)) {
        rb_fit_free one;
        if (strcmp(name, "contact") == 0) {
            status = rb_fit_add_contact(fit, option, err);
        } else if (strcmp(name, "markers") == 0) {
            status = rb_fit_add_markers(fit, option, err);
        } else if ((status = find_free(fit, name, option, &one, err)) == RB_OK) {
            status = one.section == RB_SECTION_START
                         ? rb_fail(err, RB_ERR_INPUT, "%s: %s: start values are freed by --free-start",
                                   option, name)
                         : rb_fit_add(fit->free, &fit->free_count, &one, option, err);
        }
    }
    return status;
}

/* Start values that a body has from the beginning, x0 and y0. */
static const char *all_starts(const rb_fit *fit, char *text, size_t size) {
    rb_param_table table = rb_scene_table(&fit->scene, RB_SECTION_START);
    size_t used = (size_t)snprintf(text, size, "x0,y0");
    for (int i = 0; i < table.count; i++) {
        unsigned barred = RB_PARAM_BOOL | RB_PARAM_CHOICE | RB_PARAM_INTEGER | RB_PARAM_OPTIONAL;
        if (!(table.rows[i].flags & barred) && used < size) {
            used += (size_t)snprintf(text + used, size - used, ",%s", table.rows[i].name);
        }
    }
    return text;
}

rb_status rb_fit_add_free_start(rb_fit *fit, const char *option, const char *names, rb_error *err) {
    RB_CHECK_ARGUMENTS(fit != NULL && names != NULL, err);
    char name[64], all[256];
    rb_status status = RB_OK;
    names = strcmp(names, "all") == 0 ? all_starts(fit, all, sizeof all) : names;
    while (status == RB_OK && rb_list_next(&names, ',', name, sizeof name)) {
        rb_fit_free one = {.section = RB_SECTION_COUNT, .index = name[0] == 'y'};
        snprintf(one.name, sizeof one.name, "%s", name);
        if (strcmp(name, "x0") != 0 && strcmp(name, "y0") != 0) {
            status = find_free(fit, name, option, &one, err);
            if (status == RB_OK && one.section != RB_SECTION_START) {
                status = rb_fail(err, RB_ERR_INPUT,
                                 "%s: expected parameters of the start, x0 or y0, got \"%s\"", option, name);
            }
        }
        status =
            status == RB_OK ? rb_fit_add(fit->of_series, &fit->of_series_count, &one, option, err) : status;
    }
    return status;
}
