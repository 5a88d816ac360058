/* The journal of a study: a line of text for every job done, added as they are done and never
   changed. Every line has a checksum: one that a crash has torn is passed over. The first line says
   which study it is. */
#ifndef RB_ANALYSIS_JOURNAL_H
#define RB_ANALYSIS_JOURNAL_H

#include <stdio.h>

#include "rattleback/study.h"

/* An open journal. */
typedef struct rb_journal {
    int handle; /* -1: none is kept */
    const char *path;
} rb_journal;

/* Reads the jobs that are done into rows and done (room for all of the study) and counts them. A
   file that is not there has none. Refused: no journal, or one of another study or version. */
rb_status rb_journal_read(const char *path, const rb_study *study, double *rows, unsigned char *done,
                          int64_t *count, rb_error *err);
/* The same from a stream; path is what messages name. */
rb_status rb_journal_read_stream(FILE *in, const char *path, const rb_study *study, double *rows,
                                 unsigned char *done, int64_t *count, rb_error *err);

/* Opens it to add to, with the first line if it is new. `exists` says whether it must exist. Locked
   against another process that would add to it, too. */
rb_status rb_journal_open(rb_journal *journal, const char *path, const rb_study *study, bool exists,
                          rb_error *err);
/* Adds jobs in one piece; on failure (a full disk) all lines before are still good. */
rb_status rb_journal_add(const rb_journal *journal, int64_t first, int count, int width, const double *rows,
                         rb_error *err);
/* Closes it; what was added is on the disk then. */
void rb_journal_close(rb_journal *journal);

#endif
