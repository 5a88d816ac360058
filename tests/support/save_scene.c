/* Saves a scene with all defaults at the path in its argument: for test_out_of_memory. */
#include <stdio.h>

#include <rattleback/rattleback.h>

int main(int argc, char **argv) {
    rb_error err;
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 2;
    }
    rb_scene scene = rb_default_scene();
    if (rb_scene_write_file(&scene, argv[1], &err) != RB_OK) {
        fprintf(stderr, "rbsim: %s\n", err.text);
        return 1;
    }
    return 0;
}
