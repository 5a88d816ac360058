/* The folder of lessons. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/lesson/lesson.h"

/* Beside the scenes, wherever these were found. */
static rb_status find_folder(char *folder, size_t size, rb_error *err) {
    static const char name[] = "/lessons"; /* a byte longer than "/scenes" */
    rb_status status = rb_library_find_folder(folder, size - 1, err);
    if (status == RB_OK) {
        memcpy(strrchr(folder, '/'), name, sizeof name);
    }
    return status;
}

static int by_place(const void *a, const void *b) {
    const rb_lesson *x = a;
    const rb_lesson *y = b;
    int order = (x->place > y->place) - (x->place < y->place);
    return order != 0 ? order : strcmp(x->id, y->id);
}

static bool is_lesson_name(const char *name) {
    size_t length = strlen(name);
    return name[0] != '.' && length > 5 && strcmp(name + length - 5, ".json") == 0;
}

static rb_status load_file(rb_lessons *lessons, const char *name, rb_error *err) {
    char path[2048];
    rb_lesson *lesson = &lessons->items[lessons->count];
    if (lessons->count == RB_LESSONS_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected at most %d lessons", lessons->folder,
                       RB_LESSONS_MAX);
    }
    snprintf(path, sizeof path, "%s/%s", lessons->folder, name);
    rb_status status = rb_lesson_read_file(path, lesson, err);
    if (status == RB_OK && rb_lessons_find(lessons, lesson->id) >= 0) {
        rb_fail(err, RB_ERR_INPUT, "%s: id: expected one of its own, got \"%s\" again", path,
                lesson->id);
        rb_lesson_free(lesson);
        return RB_ERR_INPUT;
    }
    lessons->count += status == RB_OK;
    return status;
}

rb_status rb_lessons_load(rb_lessons *lessons, const char *folder, rb_error *err) {
    memset(lessons, 0, sizeof *lessons);
    rb_status status = RB_OK;
    if (folder != NULL && folder[0] != '\0') {
        snprintf(lessons->folder, sizeof lessons->folder, "%s", folder);
    } else {
        status = find_folder(lessons->folder, sizeof lessons->folder, err);
    }
    DIR *dir = status == RB_OK ? opendir(lessons->folder) : NULL;
    if (dir == NULL && status == RB_OK && errno != ENOENT) {
        return rb_fail(err, errno == ENOMEM ? RB_ERR_MEMORY : RB_ERR_IO, "%s: cannot be read: %s",
                       lessons->folder, strerror(errno));
    }
    if (dir == NULL) {
        return status; /* who has scenes only has no lessons */
    }
    rb_error why;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        rb_status read =
            is_lesson_name(entry->d_name) ? load_file(lessons, entry->d_name, &why) : RB_OK;
        if (read != RB_OK && status == RB_OK) { /* the others can be used all the same */
            status = rb_fail(err, read, "%s", why.text);
        }
    }
    closedir(dir);
    qsort(lessons->items, (size_t)lessons->count, sizeof lessons->items[0], by_place);
    return status;
}

void rb_lessons_free(rb_lessons *lessons) {
    for (int i = 0; i < lessons->count; i++) {
        rb_lesson_free(&lessons->items[i]);
    }
    lessons->count = 0;
}

int rb_lessons_find(const rb_lessons *lessons, const char *id) {
    for (int i = 0; i < lessons->count; i++) {
        if (strcmp(lessons->items[i].id, id) == 0) {
            return i;
        }
    }
    return -1;
}

int rb_lesson_first_step(const rb_lesson *lesson, int step) {
    while (step > 0 && !lesson->steps[step].opens) {
        step--;
    }
    return step;
}
