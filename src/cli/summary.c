#include "cli/summary.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <rattleback/json.h>

/* What only a tippe-top does. */
static void add_top(rb_json *object, const rb_summary *s) {
    rb_json_number(object, "first_small_contact", s->first_small_contact);
    rb_json_number(object, "large_last_off", s->large_last_off);
    rb_json_bool(object, "inverted", s->inverted);
    rb_json_number(object, "fallback_time", s->fallback_time);
}

bool rb_print_summary(FILE *out, const rb_simulation *sim, const rb_run_outcome *outcome,
                      rb_error *err) {
    const rb_scene *scene = rb_simulation_scene(sim);
    rb_summary s;
    rb_simulation_summary(sim, &s);
    char hash[17];
    snprintf(hash, sizeof hash, "%016" PRIx64, s.state_hash);
    const struct {
        const char *name;
        double value;
    } numbers[] = {
        {"first_reversal_time", s.first_reversal_time},
        {"extreme_after_reversal", s.extreme_after_reversal},
        {"time_of_extreme", s.time_of_extreme},
        {"rest_time_0p1", s.rest_time_0p1},
        {"rest_time_0p01", s.rest_time_0p01},
        {"N_min", s.N_min},
        {"N_max", s.N_max},
        {"E_initial", s.E_initial},
        {"E_final", s.E_final},
        {"energy_balance_error", s.energy_balance_error},
        {"max_gap", s.max_gap},
        {"rhs_evaluations", (double)s.rhs_evaluations},
        {"step_too_large_since", outcome->step_too_large_since},
        {"wall_seconds", outcome->wall_seconds},
    };
    const rb_param *method = &rb_scene_table(scene, RB_SECTION_SOLVER).rows[RB_SOLVER_METHOD];
    rb_json root = {0};
    rb_json_begin_object(&root, NULL);
    rb_json_text(&root, "scene", scene->id);
    rb_json_text(&root, "law", scene->friction->id);
    rb_json_text(&root, "solver",
                 method->choices[(int)scene->values[RB_SECTION_SOLVER][RB_SOLVER_METHOD]]);
    rb_json_number(&root, "step", rb_simulation_step_length(sim));
    rb_json_number(&root, "t_end", rb_simulation_time(sim));
    rb_json_text(&root, "end_reason", outcome->reason != NULL ? outcome->reason : s.end_reason);
    rb_json_text(&root, "diverged_reason",
                 s.diverged != RB_DIVERGED_NOT ? rb_diverged_text(s.diverged) : NULL);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        rb_json_number(&root, numbers[i].name, numbers[i].value);
    }
    if (strcmp(scene->body->id, "tippe-top") == 0) {
        add_top(&root, &s);
    }
    rb_json_text(&root, "state_hash", hash);
    rb_json_end(&root);
    char *text = rb_json_finish(&root);
    if (text == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "summary: out of memory");
        return false;
    }
    fputs(text, out);
    free(text);
    return true;
}
