/* Soft contacts, friction in an elliptic cone. */
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engines.h"

static mjModel *load(const top *t, int variant, double step) {
    char path[] = "/tmp/rattleback-mujoco-XXXXXX", error[500];
    int descriptor = mkstemp(path);
    FILE *file = descriptor >= 0 ? fdopen(descriptor, "w") : NULL;
    if (file == NULL) {
        return NULL;
    }
    fprintf(file,
            "<mujoco><compiler boundmass='0' boundinertia='0'/>"
            "<option timestep='%.17g' integrator='%s' cone='elliptic' gravity='0 0 -%.17g' "
            "iterations='100' tolerance='1e-12'/>"
            "<default><geom condim='3' friction='%.17g 0 0' solref='%.17g 1'/></default>"
            "<worldbody><geom type='plane' size='10 10 1'/><body><freejoint/>"
            "<inertial pos='0 0 0' mass='%.17g' diaginertia='%.17g %.17g %.17g'/>"
            "<geom type='sphere' size='%.17g' pos='0 0 %.17g'/>"
            "<geom type='sphere' size='%.17g' pos='0 0 %.17g'/></body></worldbody></mujoco>",
            step, variant == 0 ? "Euler" : "RK4", t->g, t->mu, fmax(2 * step, 1e-4), t->m, t->I1, t->I1,
            t->I3, t->radius[0], t->a[0], t->radius[1], t->a[1]);
    fclose(file);
    mjModel *model = mj_loadXML(path, NULL, error, sizeof error);
    unlink(path);
    return model;
}

bool run_mujoco(const top *t, int variant, double step, double t_most, double *touch) {
    mjModel *model = load(t, variant, step);
    mjData *data = model != NULL ? mj_makeData(model) : NULL;
    if (data == NULL) {
        return false;
    }
    const double start[7] = {
        0, 0, t->radius[0] - t->a[0] * cos(t->theta), cos(t->theta / 2), sin(t->theta / 2), 0, 0};
    for (int i = 0; i < 7; i++) {
        data->qpos[i] = start[i];
    }
    data->qvel[5] = t->omega3; /* body axes */
    bool touched = false;
    while (data->time < t_most && !touched && isfinite(data->qpos[2])) {
        mj_step(model, data);
        const double *q = data->qpos + 3;
        double up = 1 - 2 * (q[1] * q[1] + q[2] * q[2]);
        touched = data->qpos[2] + t->a[1] * up - t->radius[1] <= 0;
        *touch = data->time;
    }
    mj_deleteData(data);
    mj_deleteModel(model);
    return touched;
}
