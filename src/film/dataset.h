/* Data sets that classes can share: a folder with dataset.json, the stone as a scene, and the tracked points
   of each film (docs/film.md#share-your-data). */
#ifndef RB_FILM_DATASET_H
#define RB_FILM_DATASET_H

#include <rattleback/fit.h>

#define RB_DATASET_FORMAT "rattleback-dataset"
#define RB_DATASET_VERSION 1

/* What a data set contains. */
typedef struct rb_dataset_facts {
    char name[128], licence[64];
    bool synthetic; /* simulated, not filmed */
    int films, frames;
} rb_dataset_facts;

/* Checks a folder: every field of dataset.json, every file it names, and whether the points agree with the
   measured distance. The message names file and field, and what was expected. */
rb_status rb_dataset_check(const char *folder, rb_dataset_facts *facts, rb_error *err);

/* Writes dataset.json and stone.json of a simulated film whose points are in points.csv of the folder. seed,
   noise (m): of the points. */
rb_status rb_dataset_write_synthetic(const char *folder, const rb_scene *scene, const rb_tracker *camera,
                                     double noise, double seed, rb_error *err);

#endif
