#include "rattleback/library.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/macros.h"
#include "base/system.h"

static bool is_folder(const char *path) {
    rb_path_info info;
    return rb_path_stat(path, &info) && info.kind == RB_PATH_FOLDER;
}

/* Checks the prefix that this code was installed to: PREFIX/bin/rbsim, PREFIX/lib/librattleback.so or
   PREFIX/lib/TRIPLET/librattleback.so. */
static bool find_below_prefix(char *folder, size_t size) {
    char place[4096];
    if (!rb_code_file(place, sizeof place)) {
        return false;
    }
    for (int up = 0; up < 3; up++) {
        char *slash = strrchr(place, '/');
        if (slash == NULL) {
            return false;
        }
        *slash = '\0';
        int length = snprintf(folder, size, "%s/share/rattleback/scenes", place);
        if (up > 0 && (size_t)length < size && is_folder(folder)) {
            return true;
        }
    }
    return false;
}

rb_status rb_library_find_folder(char *folder, size_t size, rb_error *err) {
    RB_CHECK_ARGUMENTS(folder != NULL, err);
    char given[1024];
    if (rb_environment("RATTLEBACK_DATA", given, sizeof given)) {
        int length = snprintf(folder, size, "%s/scenes", given);
        if ((size_t)length >= size || !is_folder(folder)) {
            return rb_fail(err, RB_ERR_IO, "RATTLEBACK_DATA: expected a folder with scenes in it, got %s",
                           given);
        }
        return RB_OK;
    }
    if (find_below_prefix(folder, size)) {
        return RB_OK;
    }
    return rb_fail(err, RB_ERR_IO,
                   "scenes: not found beside the program; set RATTLEBACK_DATA to the folder that "
                   "holds scenes/");
}

static int by_id(const void *a, const void *b) {
    return strcmp(((const rb_scene *)a)->id, ((const rb_scene *)b)->id);
}

static bool is_scene_name(const char *name) {
    size_t length = strlen(name);
    return name[0] != '.' && length > 5 && strcmp(name + length - 5, ".json") == 0;
}

rb_status rb_library_load(rb_library *library, const char *folder, rb_error *err) {
    RB_CHECK_ARGUMENTS(library != NULL, err);
    library->count = 0;
    if (folder != NULL && folder[0] != '\0') {
        if (strlen(folder) >= sizeof library->folder) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected a path below %zu bytes", folder,
                           sizeof library->folder);
        }
        snprintf(library->folder, sizeof library->folder, "%s", folder);
    } else {
        rb_status status = rb_library_find_folder(library->folder, sizeof library->folder, err);
        if (status != RB_OK) {
            return status;
        }
    }
    rb_folder_list *list = rb_folder_open(library->folder);
    if (list == NULL) {
        return rb_fail(err, RB_ERR_IO, "%s: cannot be opened: %s", library->folder, strerror(errno));
    }
    rb_status status = RB_OK;
    for (const char *name; status == RB_OK && (name = rb_folder_next(list)) != NULL;) {
        if (!is_scene_name(name)) {
            continue;
        }
        if (library->count == RB_LIBRARY_MAX) {
            status =
                rb_fail(err, RB_ERR_INPUT, "%s: expected at most %d scenes", library->folder, RB_LIBRARY_MAX);
            break;
        }
        char path[2048];
        snprintf(path, sizeof path, "%s/%s", library->folder, name);
        status = rb_scene_read_file(path, &library->scenes[library->count], err);
        library->count += status == RB_OK;
    }
    rb_folder_close(list);
    qsort(library->scenes, (size_t)library->count, sizeof library->scenes[0], by_id);
    return status;
}

const rb_scene *rb_library_find(const rb_library *library, const char *id) {
    RB_CHECK_ARGUMENTS_OR(library != NULL, NULL);
    for (int i = 0; i < library->count; i++) {
        if (strcmp(library->scenes[i].id, id) == 0) {
            return &library->scenes[i];
        }
    }
    return NULL;
}

rb_status rb_library_open(const char *id_or_path, rb_scene *scene, rb_error *err) {
    RB_CHECK_ARGUMENTS(id_or_path != NULL, err);
    if (rb_path_name(id_or_path) != id_or_path || is_scene_name(id_or_path)) {
        return rb_scene_read_file(id_or_path, scene, err);
    }
    char folder[1024];
    char path[2048];
    rb_status status = rb_library_find_folder(folder, sizeof folder, err);
    if (status != RB_OK) {
        return status;
    }
    snprintf(path, sizeof path, "%s/%s.json", folder, id_or_path);
    if (rb_scene_check_id(id_or_path, "", NULL) != RB_OK || !rb_path_exists(path)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "%s: no scene of this id (\"rbsim scenes\" lists them; a path must contain a "
                       "'/' or end in .json)",
                       id_or_path);
    }
    return rb_scene_read_file(path, scene, err);
}

rb_library *rb_library_create(const char *folder, rb_error *err) {
    rb_library *library = calloc(1, sizeof *library);
    if (library == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "library: out of memory");
        return NULL;
    }
    if (rb_library_load(library, folder, err) != RB_OK) {
        free(library);
        return NULL;
    }
    return library;
}

void rb_library_destroy(rb_library *library) {
    free(library);
}

int rb_library_size(const rb_library *library) {
    RB_CHECK_ARGUMENTS_OR(library != NULL, 0);
    return library->count;
}

const rb_scene *rb_library_scene(const rb_library *library, int index) {
    RB_CHECK_ARGUMENTS_OR(library != NULL, NULL);
    return index >= 0 && index < library->count ? &library->scenes[index] : NULL;
}

rb_scene *rb_scene_open(const char *id_or_path, rb_error *err) {
    RB_CHECK_ARGUMENTS_OR(id_or_path != NULL, NULL);
    rb_scene *scene = calloc(1, sizeof *scene);
    if (scene == NULL) {
        rb_fail(err, RB_ERR_MEMORY, "%s: out of memory", id_or_path);
        return NULL;
    }
    if (rb_library_open(id_or_path, scene, err) != RB_OK) {
        free(scene);
        return NULL;
    }
    return scene;
}

void rb_scene_close(rb_scene *scene) {
    free(scene);
}
