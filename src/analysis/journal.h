/* The journal of a study: a line of text for every completed job, only appended. Every line has a
   checksum: a line that a crash has truncated is skipped. The first line identifies the study. */
#ifndef RB_ANALYSIS_JOURNAL_H
#define RB_ANALYSIS_JOURNAL_H

#include <stdio.h>

#include "rattleback/study.h"

/* An open journal. */
typedef struct rb_journal {
    int handle; /* -1: no journal */
    const char *path;
} rb_journal;

/* Reads the completed jobs into rows and done (room for the whole study) and counts them. A missing file
   has none. Rejects a file that is not a journal, and journals of another study or version. */
rb_status rb_journal_read(const char *path, const rb_study *study, double *rows, unsigned char *done,
                          int64_t *count, rb_error *err);
/* The same from a stream; path is for messages. */
rb_status rb_journal_read_stream(FILE *in, const char *path, const rb_study *study, double *rows,
                                 unsigned char *done, int64_t *count, rb_error *err);

/* Opens it for appending, and writes the first line if it is new. `exists`: it must exist. Locks it
   against other processes. */
rb_status rb_journal_open(rb_journal *journal, const char *path, const rb_study *study, bool exists,
                          rb_error *err);
/* Appends jobs in one write; on failure (disk full) all earlier lines stay valid. */
rb_status rb_journal_add(const rb_journal *journal, int64_t first, int count, int width, const double *rows,
                         rb_error *err);
/* Closes it, with all lines on the disk. */
void rb_journal_close(rb_journal *journal);

#endif
