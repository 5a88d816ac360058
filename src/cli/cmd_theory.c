/* rbsim theory: results of the linear theory for a scene's stone. */
#include <rattleback/theory.h>

#include "cli/cli.h"
#include "cli/output.h"

typedef struct theory_line {
    const char *name, *unit, *help;
    double value;
} theory_line;

enum { LINES = 17 };

static void lines_of(const rb_theory *t, theory_line lines[LINES]) {
    const theory_line all[LINES] = {
        {"H", "m", "height of the mass centre at rest", t->H},
        {"R_x", "m", "radius of curvature along the stone", t->R_x},
        {"R_y", "m", "radius of curvature across it", t->R_y},
        {"J_X", "kg m2", "smaller moment of inertia about the contact", t->J_X},
        {"J_Y", "kg m2", "larger moment of inertia about the contact", t->J_Y},
        {"xi", "rad", "skew: from the ellipsoid's x to the axis of the smaller moment", t->xi},
        {"omega_p", "rad/s", "pitch frequency", t->omega_p},
        {"omega_r", "rad/s", "roll frequency", t->omega_r},
        {"K_p", "", "growth of pitch per spin (rate -K_p s)", t->K_p},
        {"K_r", "", "growth of roll per spin (rate +K_r s)", t->K_r},
        {"spin", "rad/s", "initial spin s of the scene", t->spin},
        {"pitch_rate", "1/s", "growth rate of pitch at this spin, from the eigenvalues", t->pitch_rate},
        {"roll_rate", "1/s", "growth rate of roll at this spin, from the eigenvalues", t->roll_rate},
        {"E_osc", "J", "initial energy of the growing mode", t->E_osc},
        {"t_reversal", "s", "predicted time of reversal", t->t_reversal},
        {"tilt_at_reversal", "rad", "predicted amplitude then", t->tilt_at_reversal},
        {"validity", "", "a1 tilt / a3 (roll: a2): trust the time up to 0.05", t->validity},
    };
    for (int i = 0; i < LINES; i++) {
        lines[i] = all[i];
    }
}

static int print_theory(const rb_scene *scene, const rb_theory *t, bool json) {
    theory_line lines[LINES];
    lines_of(t, lines);
    if (!json) {
        for (int i = 0; i < LINES; i++) {
            printf("%-18s %14.7g %-7s %s\n", lines[i].name, lines[i].value, lines[i].unit, lines[i].help);
        }
        printf("%-18s %14s %-7s %s\n", "growing", rb_mode_name(t->growing), "", "the mode this spin feeds");
        for (int i = 0; i < 4; i++) {
            printf("eigenvalue %d       %14.7g %+.7g i 1/s\n", i + 1, t->eigen_re[i], t->eigen_im[i]);
        }
        return RB_EXIT_OK;
    }
    const struct {
        const char *name;
        const double *values;
    } lists[] = {{"eigenvalues_re", t->eigen_re}, {"eigenvalues_im", t->eigen_im}};
    rb_json root = {0};
    rb_json_begin_object(&root, NULL);
    rb_json_text(&root, "scene", scene->id);
    for (int i = 0; i < LINES; i++) {
        rb_json_number(&root, lines[i].name, lines[i].value);
    }
    rb_json_text(&root, "growing", rb_mode_name(t->growing));
    for (int k = 0; k < 2; k++) {
        rb_json_begin_list(&root, lists[k].name);
        for (int i = 0; i < 4; i++) {
            rb_json_number(&root, NULL, lists[k].values[i]);
        }
        rb_json_end(&root);
    }
    rb_json_end(&root);
    return rb_print_json(&root);
}

typedef struct theory_request {
    rb_scene scene;
    bool json;
} theory_request;

static int show_theory(const rb_command_line *line, void *request) {
    (void)line;
    const theory_request *q = request;
    rb_error err;
    rb_theory theory;
    if (rb_theory_of(&q->scene, &theory, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    return print_theory(&q->scene, &theory, q->json);
}

static const rb_option theory_options[] = {
    RB_OPTION("--json", NULL, "print a JSON object instead of lines", rb_option_flag,
              offsetof(theory_request, json)),
    {0},
};

const rb_cli_command rb_cli_theory = {
    .name = "theory",
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Show what linear theory predicts for a stone: growth rates, reversal time",
    .options = theory_options,
    .groups = {RB_SCENE_OPTIONS(offsetof(theory_request, scene))},
    RB_SCENE_REQUEST(theory_request, scene),
    .run = show_theory,
};
