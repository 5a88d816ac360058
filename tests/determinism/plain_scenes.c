/* Prints every scene of the library as plain words and numbers, one per line, for state_hashes: readable
   without a JSON library. */
#include <rattleback/rattleback.h>
#include <stdio.h>
#include <stdlib.h>

static void print_scene(const rb_scene *scene) {
    printf("%s %s %s %s %s", scene->id, scene->body->id, scene->normal->id, scene->friction->id,
           scene->rolling->id);
    for (int s = 0; s < RB_SECTION_COUNT; s++) {
        int count = rb_scene_table(scene, (rb_section)s).count;
        for (int i = 0; i < count; i++) {
            printf(" %a", scene->values[s][i]);
        }
    }
    printf("\n");
}

int main(void) {
    rb_library *library = malloc(sizeof *library);
    rb_error err = {"out of memory"};
    if (library == NULL || rb_library_load(library, NULL, &err) != RB_OK) {
        fprintf(stderr, "plain_scenes: %s\n", err.text);
        free(library);
        return 1;
    }
    for (int i = 0; i < library->count; i++) {
        print_scene(&library->scenes[i]);
    }
    free(library);
    return ferror(stdout) || fflush(stdout) != 0;
}
