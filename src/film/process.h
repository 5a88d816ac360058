/* Child processes that read from a pipe or write to one. */
#ifndef RB_FILM_PROCESS_H
#define RB_FILM_PROCESS_H

#include <rattleback/status.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct rb_process {
    int id;   /* 0: none */
    int pipe; /* to its standard input, or from its standard output */
} rb_process;

/* Searches PATH. */
bool rb_process_find(const char *name, char *path, size_t size);
/* arguments: argv of the child, terminated by NULL. */
rb_status rb_process_start(rb_process *process, const char *const *arguments, rb_error *err);
/* The same for a child whose standard output is read; its standard input is empty. */
rb_status rb_process_start_reader(rb_process *process, const char *const *arguments, rb_error *err);
/* Ends the child, whatever it does, and closes the pipe. */
void rb_process_kill(rb_process *process);
/* Blocks until everything is written; false when the child no longer reads. */
bool rb_process_write(const rb_process *process, const void *data, size_t size);
/* Closes the pipe and waits for the child; true if its exit status is 0. */
bool rb_process_finish(rb_process *process);

#endif
