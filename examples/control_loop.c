/* A controller in the loop: a stone on a table that is shaken up and down, kept spinning by a torque about
   the vertical. The controller runs once a millisecond, reads the spin, and holds its torque until the
   next tick.

       control_loop [SECONDS]                                                                      */
#include <math.h>
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <stdlib.h>

#define WANTED (-3.0) /* spin to keep, rad/s: the way this stone prefers */
#define GAIN 2e-3     /* N m s */
#define LIMIT 2e-3    /* largest torque, N m */

typedef struct controller {
    double torque;    /* held, N m */
    double amplitude; /* of the table's acceleration, m/s2 */
    double frequency; /* rad/s */
} controller;

static void hold_torque(void *context, const rb_motion *motion, rb_load_at_centre *load) {
    const controller *c = context;
    (void)motion;
    load->torque.z = c->torque;
}

static rb_vec3 shake(void *context, const rb_motion *motion) {
    const controller *c = context;
    rb_vec3 acceleration = {0};
    acceleration.z = c->amplitude * sin(c->frequency * motion->t);
    return acceleration;
}

int main(int argc, char **argv) {
    double seconds = argc > 1 ? atof(argv[1]) : 5;
    rb_scene scene;
    rb_error err;
    rb_simulation *sim = NULL;
    if (rb_library_open("k11-fig5", &scene, &err) != RB_OK) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    rb_scene_set_method(&scene, RB_METHOD_AUTO);
    if (rb_scene_assign(&scene, "start.omega3=-1", &err) != RB_OK ||
        rb_simulation_create(&scene, &sim, &err) != RB_OK) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    controller c = {.amplitude = 0.5, .frequency = 60};
    rb_control control = rb_default_control();
    control.load = hold_torque;
    control.base_acceleration = shake;
    control.context = &c;
    rb_snapshot now;
    rb_simulation_snapshot(sim, &now);
    for (int tick = 0; now.t < seconds && now.phase == RB_PHASE_RUNNING; tick++) {
        c.torque = fmax(-LIMIT, fmin(LIMIT, GAIN * (WANTED - now.omega_n)));
        if (rb_simulation_set_control(sim, &control, &err) != RB_OK) { /* its output has changed */
            fprintf(stderr, "%s\n", err.text);
            break;
        }
        rb_simulation_tick(sim);
        rb_simulation_snapshot(sim, &now);
        if (tick % 500 == 499) {
            printf("t %.2f s  spin %+.3f rad/s  torque %+.2e N m\n", now.t, now.omega_n, c.torque);
        }
    }
    printf("work done on the stone %.4f J, energy balance off by %.1e J\n", now.W_in, fabs(now.balance));
    rb_simulation_destroy(sim);
    return 0;
}
