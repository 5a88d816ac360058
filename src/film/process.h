/* Child processes that read from a pipe or write to one. Files process_posix.c and process_windows.c. */
#ifndef RB_FILM_PROCESS_H
#define RB_FILM_PROCESS_H

#include <rattleback/status.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/system.h"

typedef struct rb_process {
    intptr_t id; /* 0: none */
    int pipe;    /* to its standard input, or from its standard output */
} rb_process;

/* Searches PATH; on Windows also the folder of this program, for NAME.exe. */
bool rb_process_find(const char *name, char *path, size_t size);
/* arguments: argv of the child, terminated by NULL. */
rb_status rb_process_start(rb_process *process, const char *const *arguments, rb_error *err);
/* The same for a child whose standard output is read; its standard input is empty. */
rb_status rb_process_start_reader(rb_process *process, const char *const *arguments, rb_error *err);
/* Reads up to size bytes; fewer at the end of the data, -1 when nothing came for so many ms. */
long rb_process_read(const rb_process *process, void *data, size_t size, int patience);
/* Ends the child; its pipe stays open until rb_process_kill. */
void rb_process_stop(const rb_process *process);
/* Closes the pipe and waits for the child; true if its exit status is 0. */
bool rb_process_finish(rb_process *process);

/* Ends the child, whatever it does, and closes the pipe. */
static inline void rb_process_kill(rb_process *process) {
    if (process->id != 0) {
        rb_process_stop(process);
        rb_process_finish(process);
    }
}

/* Blocks until everything is written; false when the child no longer reads. */
static inline bool rb_process_write(const rb_process *process, const void *data, size_t size) {
    return rb_handle_write(process->pipe, data, size);
}

#endif
