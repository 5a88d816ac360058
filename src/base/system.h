/* The operating system: clocks, threads, signals, memory, paths and files. posix/system.c and
   windows/system.c implement it; no other file of src/base to src/cli calls the system.

   Paths and other texts are UTF-8. Functions that fail set errno. */
#ifndef RB_BASE_SYSTEM_H
#define RB_BASE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---------------------------------------------------------------- clocks and threads */

/* Clocks, for measuring and limiting work. They never affect results. */
double rb_wall_clock(void); /* s since a fixed instant; monotonic */
double rb_core_clock(void); /* s of CPU time of this thread; in steps of 1/64 s on Windows */

/* Writes the local date and time as strftime formats it; "" if that fails. */
void rb_local_time(const char *format, char *text, size_t size);

/* Lowers the priority of this thread from now on. */
void rb_thread_lower_priority(void);
/* How many processors are in use; at least 1. */
int rb_core_count(void);

/* ---------------------------------------------------------------- programs */

/* Call first in main. Opens missing standard streams, so that no file of ours gets their descriptors, and
   makes writing to a closed pipe an error instead of a signal. On Windows the streams become binary, a
   console shows UTF-8, and a program with a window prints to the console of the shell that started it. */
void rb_prepare_streams(void);
/* The arguments of main as UTF-8. */
char **rb_arguments(int *argc, char **argv);

/* Has the reader of standard output closed its end? */
bool rb_stdout_reader_closed(void);
enum { RB_EXIT_BROKEN_PIPE = 141 }; /* exit status of a program whose output is not read */
/* Is standard error a terminal? */
bool rb_stderr_is_terminal(void);

/* Signals that ask the program to end: SIGINT (Ctrl-C), SIGTERM and SIGHUP; on Windows Ctrl-C, Ctrl-Break and
   the closing of the console. */

/* Installs handlers: the first such signal is only recorded, a second one ends the program at once.
   Signals that the parent process set to be ignored (background jobs, nohup) stay ignored. restart_calls:
   a system call that is waiting continues after the signal instead of failing with EINTR. */
void rb_catch_interrupts(bool restart_calls);
bool rb_interrupted(void);
/* Returns the exit code, or 128 + the number of the caught signal: 130 for Ctrl-C. */
int rb_exit_interrupted(int exit_code);

/* A function of a shared library of the system, which is loaded; NULL if there is none. */
void *rb_library_symbol(const char *library, const char *name);
/* Copies an environment variable, cut to the size; false if it is missing or empty. */
bool rb_environment(const char *name, char *value, size_t size);
/* The file that contains this code: the program, or the shared library that it uses. Separated by '/'. */
bool rb_code_file(char *path, size_t size);
/* The folder of the user's settings of all programs; false without one. */
bool rb_settings_folder(char *path, size_t size);

/* ---------------------------------------------------------------- memory */

/* size: a multiple of the alignment. */
void *rb_aligned_alloc(size_t alignment, size_t size);
void rb_aligned_free(void *memory);

/* A stream that is written to memory. */
typedef struct rb_text_stream {
    FILE *stream;
    char *text; /* after rb_text_close; zero-terminated, freed by the caller */
    size_t size;
} rb_text_stream;

bool rb_text_open(rb_text_stream *text);
/* Closes the stream. False, with text NULL, if not everything could be stored. */
bool rb_text_close(rb_text_stream *text);

/* ---------------------------------------------------------------- paths */

/* The part behind the last separator: '/', on Windows also '\' and ':'. */
const char *rb_path_name(const char *path);
bool rb_path_is_absolute(const char *path);
/* The absolute path without links, separated by '/', to be freed; NULL if there is no such file. */
char *rb_path_resolve(const char *path);
/* Does the path exist? A link counts, whether its target exists or not. */
bool rb_path_exists(const char *path);

typedef enum rb_path_kind { RB_PATH_FILE, RB_PATH_FOLDER, RB_PATH_PIPE, RB_PATH_DEVICE } rb_path_kind;

typedef struct rb_path_info {
    rb_path_kind kind;
    long long size;                    /* bytes */
    unsigned long long volume, number; /* equal for two names of the same file */
} rb_path_info;

/* Follows links. */
bool rb_path_stat(const char *path, rb_path_info *info);

/* ---------------------------------------------------------------- files */

/* Files by handle. Results: 0 or a handle; -1 and errno on failure. */

enum {
    RB_OPEN_READ = 0,
    RB_OPEN_WRITE = 1,
    RB_OPEN_CREATE = 2,   /* if there is none */
    RB_OPEN_NEW = 4,      /* create; an existing file or link is an error */
    RB_OPEN_TRUNCATE = 8, /* delete the contents */
    RB_OPEN_APPEND = 16,  /* read, and write at the end */
    RB_OPEN_PRIVATE = 32  /* only its owner may read a new file */
};

int rb_handle_open(const char *path, int how);
bool rb_handle_stat(int handle, rb_path_info *info);
/* Gives a new file the owner of the file at the path, if permitted, and no wider permissions. Returns 0 or
   errno. */
int rb_handle_copy_permissions(int handle, const char *path);
/* Locks the file against other processes until it is closed; false if another one has locked it. */
bool rb_handle_lock(int handle);
/* Writes everything; false and errno on failure. */
bool rb_handle_write(int handle, const void *data, size_t size);
/* Reads one byte at an offset; -1 if there is none. The position is undefined afterwards. */
int rb_handle_byte(int handle, long long offset);
/* Writes to the disk. Returns 0 or errno; 0 for handles without a disk. */
int rb_handle_sync(int handle);
FILE *rb_handle_stream(int handle, const char *mode);
int rb_stream_handle(FILE *stream);
void rb_handle_close(int handle);

/* fopen: "rb", "wb", or "wbx" for a new file only. */
FILE *rb_stream_open(const char *path, const char *mode);

/* Follows the links at the end of a path, whether the target exists or not. To be freed; NULL and errno if
   out of memory or if links form a cycle. */
char *rb_link_target(const char *path);
bool rb_file_is_writable(const char *path);
/* Renames a file and replaces one that has the name. */
int rb_file_rename(const char *from, const char *to);
int rb_file_remove(const char *path);
/* A handle of the folder of a path, for rb_handle_sync after a file in it was renamed; -1 if the system needs
   or has none. */
int rb_folder_handle(const char *folder);
int rb_folder_create(const char *path, bool is_private);

/* Names in a folder, in no particular order, without "." and "..". */
typedef struct rb_folder_list rb_folder_list;
rb_folder_list *rb_folder_open(const char *path);
const char *rb_folder_next(rb_folder_list *list); /* NULL at the end; valid until the next call */
void rb_folder_close(rb_folder_list *list);

/* Number of this process, for names of temporary files. */
unsigned long rb_process_number(void);

#endif
