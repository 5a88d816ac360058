#include "cli/summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "cli/output.h"

static void add_outcome(rb_json *object, const rb_outcome *outcome, const rb_summary *s,
                        const rb_body_kind *body) {
    double value = rb_outcome_fits(outcome, body) ? rb_outcome_value(outcome, s) : NAN;
    if ((outcome->flags & RB_OUTCOME_YES_NO) && isfinite(value)) {
        rb_json_bool(object, outcome->name, value != 0);
    } else {
        rb_json_number(object, outcome->name, value);
    }
}

bool rb_print_summary(FILE *out, const rb_scene *scene, double step, const rb_summary *summary,
                      rb_error *err) {
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, summary->state_hash);
    const rb_param *method = &rb_scene_table(scene, RB_SECTION_SOLVER).rows[RB_SOLVER_METHOD];
    const rb_outcome *t_end = rb_outcome_find("t_end"); /* printed before its reason */
    rb_json root = {0};
    rb_json_begin_object(&root, NULL);
    rb_json_text(&root, "scene", scene->id);
    rb_json_text(&root, "law", scene->friction->id);
    rb_json_text(&root, "solver", method->choices[(int)scene->values[RB_SECTION_SOLVER][RB_SOLVER_METHOD]]);
    rb_json_number(&root, "step", step);
    add_outcome(&root, t_end, summary, scene->body);
    rb_json_text(&root, "end_reason", rb_end_reason_name(summary->end_reason));
    rb_json_text(&root, "diverged_reason",
                 summary->diverged != RB_DIVERGED_NOT ? rb_diverged_text(summary->diverged) : NULL);
    rb_json_text(&root, "energy_warning", rb_energy_warning_name(summary->energy_warning));
    for (int i = 0; i < rb_outcome_count(); i++) {
        if (rb_outcome_at(i) != t_end) {
            add_outcome(&root, rb_outcome_at(i), summary, scene->body);
        }
    }
    rb_json_text(&root, "state_hash", hash);
    rb_json_end(&root);
    return rb_write_json(&root, out, "summary", err);
}
