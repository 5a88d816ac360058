/* What rbsim track-film and rbsim film have in common. */
#ifndef RB_CLI_FILM_H
#define RB_CLI_FILM_H

#include "cli/cli.h"
#include "film/film_points.h"

/* Films as the options describe them. */
typedef struct rb_film_options {
    rb_film_request film; /* what all films share */
    rb_text_list dots, corrections;
    const char *sheet;
    const char
        *table; /* where tables of points go: a file, FOLDER/, "" for NAME-points.csv, NULL for nowhere */
} rb_film_options;

/* Their options; `offset` is that of the rb_film_options. */
extern const rb_option rb_cli_film_options[];
#define RB_FILM_OPTIONS(offset)                                                                              \
    { "Options of the film", rb_cli_film_options, offset }

/* Checks that the options fit together, and to the number of films (0: not known yet). */
rb_status rb_film_options_check(const char *command, rb_film_options *q, int films, rb_error *err);

/* Tracks the film of this index, and writes its table, whose path is copied to `table`. Free the track in any
   case. */
rb_status rb_film_options_track(rb_film_options *q, const char *path, int index, rb_film_track *track,
                                char *table, size_t size, rb_error *err);

#endif
