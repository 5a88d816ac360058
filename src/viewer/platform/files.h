/* Files: dropped ones, downloads, file names, pictures, saved settings and fonts. */
#ifndef RB_VIEWER_PLATFORM_FILES_H
#define RB_VIEWER_PLATFORM_FILES_H

#include <rattleback/status.h>
#include <raylib.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/system.h"

#define RB_PATH_MAX 1024

/* ---------------------------------------------------------------- files in and out */

/* How many files were dropped on the window since the last call; the first one's path. */
int rb_files_dropped(char *path, size_t size);
/* Does the platform have a file dialog? A chosen file counts as dropped. */
bool rb_files_can_choose(void);
void rb_files_choose(void);
/* Call after a file was written and closed: a browser turns it into a download. */
void rb_files_offer_download(const char *path);

/* A folder or file in a folder. */
typedef struct rb_folder_entry {
    char name[200];
    bool is_folder;
} rb_folder_entry;

/* The folders and the files of this program (.json, .csv) in a folder, sorted. */
typedef struct rb_folder {
    char path[RB_PATH_MAX]; /* absolute; "": none was read */
    int count;
    rb_folder_entry entries[400];
} rb_folder;

/* Reads a folder; false, with *folder unchanged, if that is impossible (as in a browser). */
bool rb_folder_read(rb_folder *folder, const char *path);

#define RB_RECENT_MAX 1000      /* bytes of the list of files opened lately */
#define RB_RECENT_SEPARATOR '|' /* between its paths */
/* Puts a path, made absolute, at the beginning of the list. */
void rb_recent_add(char list[RB_RECENT_MAX], const char *path);
/* Takes it out of the list. */
void rb_recent_remove(char list[RB_RECENT_MAX], const char *path);

/* An unused name in the current folder: "rattleback-2026-11-16-051429.png". */
void rb_path_new(char *path, size_t size, const char *stem, const char *ending);
/* For messages: "NAME in FOLDER" with the absolute folder, or the path itself if that fails. */
const char *rb_path_describe(const char *path, char *text, size_t size);

/* Writes a PNG file, whole or not at all. */
rb_status rb_picture_write(Image image, const char *path, rb_error *err);

/* Call before the first language is used: in a browser catalogues are downloaded when they are needed. */
void rb_files_prepare_languages(void);

/* ---------------------------------------------------------------- settings */

/* The saved settings as one text, to be freed; NULL when there are none. */
char *rb_settings_read(void);
/* Without a home folder nothing is written, and that is no error. */
rb_status rb_settings_write(const char *text, rb_error *err);

/* ---------------------------------------------------------------- fonts */

typedef enum rb_font {
    RB_FONT_BODY,    /* panels */
    RB_FONT_HEADING, /* bold and larger */
    RB_FONT_MONO,    /* columns of numbers */
    RB_FONT_CAPTION, /* large text in presenter mode */
    RB_FONT_COUNT,
    RB_FONT_SYMBOLS = RB_FONT_COUNT /* fallback for symbols that the others lack */
} rb_font;

/* The file of a font by its use. RATTLEBACK_FONT names a preferred one for the body text. False when
   no known font is installed. */
bool rb_font_file(rb_font font, char *path, size_t size);
/* The factor on the font's size that gives lines as high as those of RB_FONT_SYMBOLS. */
float rb_font_scale(const char *path);

#endif
