/* Another program, started beside this one and fed through a pipe. */
#ifndef RB_VIEWER_PLATFORM_DESKTOP_PROCESS_H
#define RB_VIEWER_PLATFORM_DESKTOP_PROCESS_H

#include <rattleback/status.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct rb_process {
    int id;   /* 0: none */
    int pipe; /* to its standard input */
} rb_process;

/* Where the user's shell would find it. */
bool rb_process_find(const char *name, char *path, size_t size);
/* arguments: as main gets them, up to a NULL. */
rb_status rb_process_start(rb_process *process, const char *const *arguments, rb_error *err);
/* Blocks until all of it is taken; false when the program takes no more. */
bool rb_process_write(const rb_process *process, const void *data, size_t size);
/* Closes the pipe and waits for the program; true if it says that all went well. */
bool rb_process_finish(rb_process *process);

#endif
