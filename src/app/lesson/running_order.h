/* A running order: what a lecturer shows, one item after another: scenes, starts, lessons, own files and
   links. An item is a title and the action lines that show it. docs/files.md describes the file. */
#ifndef RB_APP_LESSON_RUNNING_ORDER_H
#define RB_APP_LESSON_RUNNING_ORDER_H

#include "app/lesson/lesson.h"

#define RB_ORDER_FORMAT "rattleback-order"
#define RB_ORDER_VERSION 1
#define RB_ORDER_ITEMS_MAX 64
#define RB_ORDER_LINES_MAX 2400 /* bytes of the lines of an item */

typedef struct rb_order_item {
    char title[96];
    char lines[RB_ORDER_LINES_MAX]; /* separated by new lines */
    char notes[1000];               /* for the lecturer only; "": none */
} rb_order_item;

typedef struct rb_order {
    char name[96];
    char folder[1024]; /* of its file: paths in "open" are relative to it; "": the working folder */
    int count;
    rb_order_item items[RB_ORDER_ITEMS_MAX];
} rb_order;

/* Reads a file, format "rattleback-order" version 1. Checks the lines: scenes and lessons exist, files can be
   read, and no other actions than these and those of lessons are used. On failure *order is unchanged. */
rb_status rb_order_read_file(const char *path, const rb_library *library, const rb_lessons *lessons,
                             rb_order *order, rb_error *err);
rb_status rb_order_write_file(const rb_order *order, const char *path, rb_error *err);

/* The lines to run for an item: a lesson starts at its first step unless the line names one, and paths are
   relative to the working folder. *steps: the item is a lesson whose steps are gone through. */
void rb_order_lines(const rb_order *order, int index, char lines[RB_ORDER_LINES_MAX + 2048], bool *steps);

/* Inserts an item before this place; false if the order is full or the line too long. */
bool rb_order_insert(rb_order *order, int place, const char *title, const char *line);
void rb_order_remove(rb_order *order, int index);
/* Exchanges the item with the one before (-1) or after it (1); false at the end. */
bool rb_order_move(rb_order *order, int index, int direction);

#endif
