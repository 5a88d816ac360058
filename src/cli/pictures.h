/* The picture files of a command: --svg, --png and --pdf of the same chart. */
#ifndef RB_CLI_PICTURES_H
#define RB_CLI_PICTURES_H

#include "cli/cli.h"
#include "cli/output.h"
#include "plot/plot.h"

enum { RB_PICTURE_FORMATS = 3 };

typedef struct rb_pictures {
    const char *paths[RB_PICTURE_FORMATS]; /* by rb_picture_format; NULL: not requested */
    rb_output outputs[RB_PICTURE_FORMATS];
} rb_pictures;

/* --svg, --png and --pdf; `offset` is that of the rb_pictures they fill. */
extern const rb_option rb_cli_picture_options[];
#define RB_PICTURE_OPTIONS(offset)                                                                           \
    { "Pictures", rb_cli_picture_options, offset }

/* The paths differ from each other and from the other output (option, path; path may be NULL). */
rb_status rb_pictures_differ(const rb_pictures *pictures, const char *option, const char *path,
                             rb_error *err);
bool rb_pictures_any(const rb_pictures *pictures);
/* Does one of them go to standard output? */
bool rb_pictures_use_stdout(const rb_pictures *pictures);

/* Opens the files, before the work starts; false and err if one cannot be written. */
bool rb_pictures_begin(rb_pictures *pictures, rb_error *err);
/* Draws the sheet into each and completes them; false and err if that fails. */
bool rb_pictures_end(rb_pictures *pictures, const rb_sheet *sheet, rb_error *err);
/* Discards them: existing files are unchanged. */
void rb_pictures_drop(rb_pictures *pictures);

/* Opens, draws and completes all of them. */
bool rb_pictures_write(rb_pictures *pictures, const rb_sheet *sheet, rb_error *err);

#endif
