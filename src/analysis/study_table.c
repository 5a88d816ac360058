#include "analysis/study_table.h"

#include <inttypes.h>
#include <string.h>

#include "rattleback/base.h"
#include "rattleback/csv.h"

bool rb_study_table_head(FILE *out, const char *command, const rb_scene *scene) {
    const double *solver = scene->values[RB_SECTION_SOLVER];
    const rb_param *method = &rb_scene_table(scene, RB_SECTION_SOLVER).rows[RB_SOLVER_METHOD];
    int chosen = (int)solver[RB_SOLVER_METHOD];
    uint64_t hash = rb_scene_hash(scene);
    fprintf(out, "# %s\n# rattleback %s, scene %s %016" PRIx64 ", ", command, rb_version(),
            scene->id, hash);
    if (chosen == RB_METHOD_DP5) {
        fprintf(out, "solver dp5, step %g s\n", solver[RB_SOLVER_STEP]);
    } else {
        fprintf(out, "solver %s, rtol %g\n", method->choices[chosen], solver[RB_SOLVER_RTOL]);
    }
    return hash != 0;
}

bool rb_sweep_table_write(FILE *out, const char *command, const rb_sweep *sweep,
                          rb_study_rows found) {
    int width = rb_sweep_width(sweep);
    bool known = rb_study_table_head(out, command, &sweep->scene);
    rb_csv csv = {.out = out, .digits = 15};
    for (int k = 0; k < sweep->axis_count; k++) {
        rb_csv_text(&csv, sweep->axes[k].name);
    }
    for (int k = 0; k < sweep->value_count; k++) {
        rb_csv_text(&csv, sweep->values[k]->name);
    }
    rb_csv_end_row(&csv);
    for (int64_t job = 0; job < rb_sweep_count(sweep); job++) {
        if (!found.done[job]) {
            continue;
        }
        double point[RB_SWEEP_AXES];
        rb_sweep_point(sweep, job, point);
        for (int k = 0; k < sweep->axis_count; k++) {
            rb_csv_number(&csv, point[k]);
        }
        for (int k = 0; k < sweep->value_count; k++) {
            rb_csv_number(&csv, found.rows[job * width + k]);
        }
        rb_csv_end_row(&csv);
    }
    return known;
}

const char *const *rb_map_signals(const rb_body_kind *body) {
    return body->map[0] != NULL ? body->map : body->phase;
}

const double *rb_bifurcation_column(const rb_bifurcation *diagram, const double *rows,
                                    int64_t job) {
    return rows + (size_t)job * (RB_COLUMN_POINTS + 2 * (size_t)diagram->points);
}

bool rb_bifurcation_table_write(FILE *out, const char *command, const rb_bifurcation *diagram,
                                rb_study_rows found) {
    const rb_axis *axis = &diagram->sweep.axes[0];
    const rb_scene *scene = &diagram->sweep.scene;
    rb_csv csv = {.out = out, .digits = 15};
    bool known = rb_study_table_head(out, command, scene);
    rb_csv_text(&csv, axis->name);
    rb_csv_text(&csv, rb_map_signals(scene->body)[0]);
    rb_csv_text(&csv, rb_map_signals(scene->body)[1]);
    rb_csv_end_row(&csv);
    for (int job = 0; job < axis->count; job++) {
        const double *column = rb_bifurcation_column(diagram, found.rows, job);
        int count = found.done[job] ? (int)column[RB_COLUMN_FOUND] : 0;
        for (int i = 0; i < count; i++) {
            rb_csv_number(&csv, rb_axis_value(axis, job));
            rb_csv_number(&csv, column[RB_COLUMN_POINTS + 2 * i]);
            rb_csv_number(&csv, column[RB_COLUMN_POINTS + 2 * i + 1]);
            rb_csv_end_row(&csv);
        }
    }
    return known;
}

void rb_axis_label(const rb_axis *axis, char *text, size_t size) {
    const rb_param *row = axis->row;
    const char *same = strcmp(row->symbol, axis->name) == 0 ? "" : row->symbol;
    snprintf(text, size, "%s%.63s%s%.24s%s%.24s",
             axis->section == RB_SECTION_START ? "start: " : "", axis->name,
             same[0] != '\0' ? " " : "", same, row->unit[0] != '\0' ? ", " : "", row->unit);
}
