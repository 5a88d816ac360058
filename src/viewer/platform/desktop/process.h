/* A child process that reads from a pipe. */
#ifndef RB_VIEWER_PLATFORM_DESKTOP_PROCESS_H
#define RB_VIEWER_PLATFORM_DESKTOP_PROCESS_H

#include <rattleback/status.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct rb_process {
    int id;   /* 0: none */
    int pipe; /* to its standard input */
} rb_process;

/* Searches PATH. */
bool rb_process_find(const char *name, char *path, size_t size);
/* arguments: argv of the child, terminated by NULL. */
rb_status rb_process_start(rb_process *process, const char *const *arguments, rb_error *err);
/* Blocks until everything is written; false when the child no longer reads. */
bool rb_process_write(const rb_process *process, const void *data, size_t size);
/* Closes the pipe and waits for the child; true if its exit status is 0. */
bool rb_process_finish(rb_process *process);

#endif
