/* A program of another user's, built against the installed library, as C and as C++: runs a scene
   for ten milliseconds and prints the version and the hash of the state. */
#include <inttypes.h>
#include <rattleback/rattleback.h>
#include <stdio.h>

int main(int argc, char **argv) {
    rb_error err;
    rb_scene scene;
    rb_simulation *sim = NULL;
    if (argc != 2 || rb_library_open(argv[1], &scene, &err) != RB_OK ||
        rb_simulation_create(&scene, &sim, &err) != RB_OK) {
        fprintf(stderr, "%s\n", argc == 2 ? err.text : "usage: consumer SCENE");
        return 1;
    }
    while (rb_simulation_time(sim) < 0.01 - 1e-9) {
        rb_simulation_tick(sim);
    }
    printf("%s %016" PRIx64 "\n", rb_version(), rb_simulation_hash(sim));
    rb_simulation_destroy(sim);
    return 0;
}
