/* A real-time loop with the runner: the physics thread keeps pace with the clock, and this loop reads
   the newest frame sixty times a second, as a program that draws would. Halfway it spins the stone again.

       real_time [SECONDS]                                                                       */
#define _POSIX_C_SOURCE 199309L
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void wait_a_frame(void) {
    struct timespec frame = {0, 1000000000 / 60};
    nanosleep(&frame, NULL);
}

static void send(rb_runner *runner, const rb_command *command) {
    while (!rb_runner_send(runner, command)) { /* the ring is full: try again next frame */
        wait_a_frame();
    }
}

int main(int argc, char **argv) {
    double seconds = argc > 1 ? atof(argv[1]) : 2;
    rb_scene scene;
    rb_error err;
    rb_runner *runner;
    rb_runner_options options = rb_default_runner_options();
    if (rb_library_open("k11-fig5", &scene, &err) != RB_OK ||
        rb_runner_create(&scene, options, &runner, &err) != RB_OK) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    rb_command command = {.kind = RB_COMMAND_PLAY};
    send(runner, &command);
    bool flicked = false;
    for (int i = 0;; i++) {
        const rb_frame *frame = rb_runner_frame(runner);
        const rb_snapshot *now = &frame->runs[0];
        if (i % 30 == 0) {
            printf("t %.3f s  spin %+.3f rad/s  N %.3f N  %.2f of real time%s\n", now->t, now->omega.z,
                   now->contact[0].N, frame->real_time_factor, frame->behind ? ", behind" : "");
        }
        if (!flicked && now->t > seconds / 2) {
            flicked = true;
            command = (rb_command){.kind = RB_COMMAND_FLICK, .vector = {.z = 5}};
            send(runner, &command);
        }
        if (now->t >= seconds) {
            break;
        }
        wait_a_frame();
    }
    rb_runner_destroy(runner); /* stops and joins the thread */
    return 0;
}
