/* Our own methods as users get them: a whole simulation with its event log, events and constraints. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rivals.h"

static bool run(problem *p, int method, double knob, rb_snapshot *end) {
    rb_scene scene = p->scene;
    double *solver = scene.values[RB_SECTION_SOLVER];
    solver[RB_SOLVER_METHOD] = method;
    if (method == RB_METHOD_DP5) {
        /* the end is a whole number of steps */
        solver[RB_SOLVER_STEP] = solver[RB_SOLVER_TICK] = p->t_end / ceil(p->t_end / knob);
    } else {
        solver[RB_SOLVER_RTOL] = knob;
    }
    rb_error err = {""};
    rb_simulation *sim = NULL;
    if (rb_simulation_create(&scene, &sim, &err) != RB_OK) {
        return false;
    }
    while (rb_simulation_phase(sim) == RB_PHASE_RUNNING && rb_simulation_time(sim) < p->t_end * (1 - 1e-9) &&
           rb_simulation_evaluations(sim) <= p->budget) {
        rb_simulation_tick(sim);
    }
    bool whole = rb_simulation_phase(sim) == RB_PHASE_RUNNING && rb_simulation_evaluations(sim) <= p->budget;
    rb_simulation_snapshot(sim, end);
    p->evaluations = rb_simulation_evaluations(sim);
    rb_simulation_destroy(sim);
    return whole;
}

int add_ours(contestant *list, int room) {
    rb_scene scene = rb_default_scene();
    rb_param_table table = rb_scene_table(&scene, RB_SECTION_SOLVER);
    const char *const *methods = table.rows[RB_SOLVER_METHOD].choices;
    int count = 0;
    for (; methods[count] != NULL && count < room; count++) {
        list[count] =
            (contestant){.ours = true, .fixed_step = count == RB_METHOD_DP5, .variant = count, .run = run};
        snprintf(list[count].name, sizeof list[count].name, "our %s", methods[count]);
    }
    return count;
}
