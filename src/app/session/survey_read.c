/* A survey from a file. Its first line is the command that made it, from which scene and ranges are
   read again; the second one has the scene's hash, which tells if they are the same. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/csv.h"
#include <rattleback/library.h>

#include "app/session/survey.h"
#include "sim/scene_options.h"

enum { WORDS_MAX = 96 };

/* What the first two lines tell. */
typedef struct head {
    char text[RB_SURVEY_COMMAND + 64];
    char command[RB_SURVEY_COMMAND];
    int count;
    const char *words[WORDS_MAX]; /* of the command, quotes removed */
    char solver[32];
    uint64_t hash;
} head;

static void split(head *h) {
    snprintf(h->text, sizeof h->text, "%s", h->command);
    for (char *c = h->text; *c != '\0' && h->count < WORDS_MAX;) {
        c += strspn(c, " ");
        char quote = *c == '\'' ? '\'' : ' ';
        c += quote == '\'';
        if (*c == '\0') {
            break;
        }
        h->words[h->count++] = c;
        c += strcspn(c, quote == '\'' ? "'" : " ");
        if (*c != '\0') {
            *c++ = '\0';
        }
    }
}

static const char *word_at(const head *h, int index) {
    return index < h->count && h->words[index] != NULL ? h->words[index] : "";
}

static rb_status read_head(const char *path, head *h, rb_error *err) {
    char second[512] = "";
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        rb_fail(err, RB_ERR_IO, "%s: cannot be opened", path);
        return RB_ERR_IO;
    }
    bool read =
        fgets(h->text, sizeof h->text, file) != NULL && fgets(second, sizeof second, file) != NULL;
    fclose(file);
    const char *scene = read ? strstr(second, ", scene ") : NULL;
    if (!read || strncmp(h->text, "# rbsim ", 8) != 0 || scene == NULL ||
        sscanf(scene, ", scene %*63s %" SCNx64 ", solver %31[a-z0-9]", &h->hash, h->solver) != 2) {
        rb_fail(err, RB_ERR_INPUT,
                "%s: expected a CSV of rbsim sweep, map or bifurcation, whose first line begins "
                "with \"# rbsim\"",
                path);
        return RB_ERR_INPUT;
    }
    h->text[strcspn(h->text, "\r\n")] = '\0';
    memmove(h->command, h->text + 2, sizeof h->command - 1);
    h->command[sizeof h->command - 1] = '\0';
    split(h);
    if (h->count <= 2) {
        rb_fail(err, RB_ERR_INPUT, "%s: its first line names no scene", path);
        return RB_ERR_INPUT;
    }
    return RB_OK;
}

bool rb_survey_is_file(const char *path) {
    static const char *const commands[] = {"map ", "sweep ", "bifurcation "};
    char text[32] = "";
    FILE *file = fopen(path, "r");
    bool found = false;
    if (file != NULL && fgets(text, sizeof text, file) != NULL &&
        strncmp(text, "# rbsim ", 8) == 0) {
        for (int i = 0; i < 3; i++) {
            found = found || strncmp(text + 8, commands[i], strlen(commands[i])) == 0;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return found;
}

static const char *word_after(const head *h, const char *option) {
    for (int i = 0; i + 1 < h->count; i++) {
        if (strcmp(word_at(h, i), option) == 0) {
            return word_at(h, i + 1);
        }
    }
    return NULL;
}

/* ---------------------------------------------------------------- the scene */

static bool is_same(const head *h, const rb_scene *scene) {
    rb_scene run = *scene;
    return rb_scene_set(&run, "solver.method", h->solver, NULL) == RB_OK &&
           rb_scene_hash(&run) == h->hash;
}

/* As the command makes it; what is in use now, if that is the same; else the library's, in doubt. */
static rb_status find_scene(const head *h, const rb_scene *present, rb_survey *s, rb_error *err) {
    rb_scene scene;
    rb_error why;
    rb_status status = rb_library_open(word_at(h, 2), &scene, &why);
    for (int i = 3; status == RB_OK && i + 1 < h->count; i++) {
        for (int k = 0; k < rb_scene_option_count(); k++) {
            const rb_scene_option *option = rb_scene_option_at(k);
            if (strcmp(word_at(h, i), option->option) == 0) {
                status = rb_scene_take_option(&scene, option, word_at(h, i + 1), &why);
                break;
            }
        }
    }
    if (status != RB_OK || !is_same(h, &scene)) {
        bool named = strcmp(present->id, word_at(h, 2)) == 0;
        if (is_same(h, present)) {
            scene = *present;
        } else if (status != RB_OK && !named) {
            return rb_fail(err, status, "%s", why.text);
        } else {
            scene = status == RB_OK ? scene : *present;
            s->doubtful = true;
        }
    }
    s->scene = s->what.sweep.scene = scene;
    return rb_scene_set(&s->what.sweep.scene, "solver.method", h->solver, err);
}

/* ---------------------------------------------------------------- ranges and values */

static rb_status read_axes(const head *h, rb_survey *s, const char *path, rb_error *err) {
    rb_sweep *sweep = &s->what.sweep;
    static const char *const options[] = {"--param", "--x", "--y"};
    if (word_after(h, "--random") != NULL || word_after(h, "--sobol") != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a grid, got points at random or spread",
                       path);
    }
    for (int k = 0; k < 3; k++) { /* of a map x comes first, however it was written */
        for (int i = 3; i + 1 < h->count; i++) {
            if (strcmp(word_at(h, i), options[k]) != 0) {
                continue;
            }
            if (sweep->axis_count == 2) {
                return rb_fail(err, RB_ERR_INPUT,
                               "%s: expected one parameter or two that are varied, got more", path);
            }
            rb_status status = rb_axis_parse(&sweep->axes[sweep->axis_count++], &sweep->scene, path,
                                             word_at(h, i + 1), false, err);
            if (status != RB_OK) {
                return status;
            }
        }
    }
    return sweep->axis_count > 0
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "%s: its command varies no parameter", path);
}

static int count_of(const head *h, const char *option, int usual) {
    const char *word = word_after(h, option);
    long count = word != NULL ? strtol(word, NULL, 10) : usual;
    return count >= 0 && count <= 100000 ? (int)count : usual;
}

static rb_status read_kind(const head *h, rb_survey *s, const char *path, rb_error *err) {
    rb_status status = read_axes(h, s, path, err);
    if (status != RB_OK) {
        return status;
    }
    int axes = s->what.sweep.axis_count;
    if (strcmp(word_at(h, 1), "bifurcation") == 0 && axes == 1) {
        s->kind = RB_SURVEY_DIAGRAM;
        s->what.transient = count_of(h, "--transient", 150);
        s->what.points = count_of(h, "--points", 100);
        return rb_section_read(s->scene.body, word_after(h, "--section"), &s->what.section, err);
    }
    s->kind = axes == 2 ? RB_SURVEY_MAP : RB_SURVEY_SWEEP;
    for (int i = 3; status == RB_OK && i + 1 < h->count; i++) {
        if (strcmp(word_at(h, i), "--value") == 0) {
            status = rb_sweep_add_values(&s->what.sweep, path, word_at(h, i + 1), err);
        }
    }
    if (status == RB_OK && s->what.sweep.value_count == 0) {
        status = rb_fail(err, RB_ERR_INPUT, "%s: its command asks for no value", path);
    }
    return status;
}

/* ---------------------------------------------------------------- rows */

/* The job that a row of the file belongs to; -1: to none, its numbers are others. */
static int64_t job_of(const rb_survey *s, const rb_csv_table *table, int row) {
    double at[2] = {rb_csv_value(table, row, 0),
                    table->columns > 1 ? rb_csv_value(table, row, 1) : 0};
    int64_t job = rb_survey_job_at(s, at[0], at[1]);
    double values[RB_SWEEP_AXES];
    if (job < 0) {
        return -1;
    }
    rb_sweep_point(&s->what.sweep, job, values);
    for (int k = 0; k < 2 && k < s->what.sweep.axis_count; k++) {
        const rb_axis *axis = &s->what.sweep.axes[k];
        if (!(fabs(at[k] - values[k]) <= 1e-9 * (fabs(values[k]) + axis->to - axis->from))) {
            return -1;
        }
    }
    return job;
}

static void end_column(rb_survey *s, int64_t job, double *row, rb_map_point *points) {
    int found = (int)row[RB_COLUMN_FOUND];
    for (int i = 0; i < found; i++) {
        points[i].at[0] = row[RB_COLUMN_POINTS + 2 * i];
        points[i].at[1] = row[RB_COLUMN_POINTS + 2 * i + 1];
    }
    row[RB_COLUMN_PERIOD] = rb_map_period(points, found);
    if (job >= 0) {
        rb_survey_take(s, job, row);
    }
}

static rb_status wrong_row(const rb_csv_table *table, int row, const char *path, rb_error *err) {
    return rb_fail(err, RB_ERR_INPUT, "%s: row %d: expected a point of the command's grid, got %g",
                   path, row + 1, rb_csv_value(table, row, 0));
}

static rb_status take_columns(rb_survey *s, const rb_csv_table *table, const char *path,
                              double *line, rb_error *err) {
    rb_map_point *points = calloc((size_t)s->what.points + 1, sizeof *points);
    if (points == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
        return RB_ERR_MEMORY;
    }
    rb_status status = RB_OK;
    int64_t now = -1;
    line[RB_COLUMN_FOUND] = 0;
    line[RB_COLUMN_PERIOD_TIME] = NAN;
    for (int row = 0; status == RB_OK && row < table->rows; row++) {
        int64_t job = job_of(s, table, row);
        if (job != now) {
            end_column(s, now, line, points);
            line[RB_COLUMN_FOUND] = 0;
            now = job;
        }
        int found = (int)line[RB_COLUMN_FOUND];
        if (job < 0 || found == s->what.points) {
            status = wrong_row(table, row, path, err);
            break;
        }
        line[RB_COLUMN_POINTS + 2 * found] = rb_csv_value(table, row, 1);
        line[RB_COLUMN_POINTS + 2 * found + 1] = rb_csv_value(table, row, 2);
        line[RB_COLUMN_FOUND]++;
    }
    if (status == RB_OK) {
        end_column(s, now, line, points);
    }
    free(points);
    return status;
}

static rb_status take_rows(rb_survey *s, const rb_csv_table *table, const char *path, double *line,
                           rb_error *err) {
    const rb_sweep *sweep = &s->what.sweep;
    line[sweep->value_count] = RB_END_TIME;
    for (int row = 0; row < table->rows; row++) {
        int64_t job = job_of(s, table, row);
        if (job < 0) {
            return wrong_row(table, row, path, err);
        }
        for (int k = 0; k < sweep->value_count; k++) {
            line[k] = rb_csv_value(table, row, sweep->axis_count + k);
        }
        rb_survey_take(s, job, line);
    }
    return RB_OK;
}

static rb_status take_table(rb_survey *s, const char *path, rb_error *err) {
    rb_csv_table table = {0};
    double *line = calloc((size_t)s->width, sizeof *line);
    if (line == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
        return RB_ERR_MEMORY;
    }
    rb_status status = rb_csv_read(path, &table, err);
    bool diagram = s->kind == RB_SURVEY_DIAGRAM;
    int columns = diagram ? 3 : s->what.sweep.axis_count + s->what.sweep.value_count;
    if (status == RB_OK && table.columns != columns) {
        status = rb_fail(err, RB_ERR_INPUT, "%s: expected %d columns as its command has it, got %d",
                         path, columns, table.columns);
    }
    if (status == RB_OK) {
        status = (diagram ? take_columns : take_rows)(s, &table, path, line, err);
    }
    rb_csv_table_free(&table);
    free(line);
    return status;
}

static rb_status read_all(const char *path, const rb_scene *present, head *h, rb_survey *s,
                          rb_error *err) {
    rb_status status = read_head(path, h, err);
    status = status == RB_OK ? find_scene(h, present, s, err) : status;
    status = status == RB_OK ? read_kind(h, s, path, err) : status;
    status = status == RB_OK ? rb_survey_allocate(s, err) : status;
    return status == RB_OK ? take_table(s, path, err) : status;
}

rb_survey *rb_survey_read(const char *path, const rb_scene *present, rb_error *err) {
    rb_survey *s = calloc(1, sizeof *s);
    head *h = calloc(1, sizeof *h);
    bool good = false;
    if (s == NULL || h == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", path);
    } else if (read_all(path, present, h, s, err) == RB_OK) {
        snprintf(s->file, sizeof s->file, "%s", path);
        memcpy(s->command, h->command, sizeof s->command);
        good = true;
    }
    free(h);
    if (!good) {
        rb_survey_free(s);
        return NULL;
    }
    return s;
}
