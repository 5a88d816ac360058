/* When does the stone reverse? Runs a scene and prints every reversal as it happens.

       reversal [SCENE]                                                                          */
#include <rattleback/rattleback.h>
#include <stdio.h>

static bool print_reversal(void *context, const rb_moment *moment) {
    (void)context;
    if (moment->event != NULL && moment->event->kind == RB_EVENT_REVERSAL) {
        printf("%.4f s: the spin has reversed\n", moment->event->t);
    }
    return true; /* continue */
}

int main(int argc, char **argv) {
    rb_scene scene;
    rb_error err;
    if (rb_library_open(argc > 1 ? argv[1] : "k11-fig5", &scene, &err) != RB_OK) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    rb_scene_set_method(&scene, RB_METHOD_AUTO); /* error-controlled; the scene's own is for display */
    rb_observer observer = rb_default_observer();
    observer.events = true;
    observer.observe = print_reversal;
    rb_run_result result;
    if (rb_run(&scene, 20, &observer, &result, &err) != RB_OK) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    printf("%s: %d reversal(s); ended after %.4f s: %s\n", scene.name, result.summary.reversal_count,
           result.last.t, rb_end_reason_name(result.summary.end_reason));
    return 0;
}
