/* The page of all figures: `rbsim figure all` and `./run reproduce`. */
#ifndef RB_REPRODUCE_PAGE_H
#define RB_REPRODUCE_PAGE_H

#include "reproduce/figure.h"

/* Called before each figure and when it is done; resumed: its files were there already. */
typedef void rb_page_report(void *context, const rb_figure *figure, int index, int count, const char *verdict,
                            bool resumed);

typedef struct rb_page_options {
    const char *folder; /* exists */
    rb_figure_options figures;
    rb_page_report *report; /* may be NULL */
    void *context;
} rb_page_options;

/* Makes ID.svg, ID.pdf, ID.csv and ID.html of every figure, then index.html. A folder without
   index.html is continued: figures whose ID.html was written by this version are kept, and studies
   resume from their journals. *failed: figures with a number outside its bounds. RB_OK with *complete
   false: it was cancelled. */
rb_status rb_page_make(const rb_page_options *options, int *failed, bool *complete, rb_error *err);

#endif
