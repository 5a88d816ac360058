/** @file
   The library of scenes: the folder of scene files, and scenes by id. */
#ifndef RATTLEBACK_LIBRARY_H
#define RATTLEBACK_LIBRARY_H

#include <stddef.h>

#include "rattleback/scene.h"

RB_BEGIN_DECLS

#define RB_LIBRARY_MAX 128 /**< scenes at most */

/** The scenes of one folder. */
typedef struct rb_library {
    char folder[1024];               /**< where the scenes were found */
    int count;                       /**< how many there are */
    rb_scene scenes[RB_LIBRARY_MAX]; /**< sorted by id */
} rb_library;

/** Finds the folder of scenes: in $RATTLEBACK_DATA if that is set, else in share/rattleback below
   the prefix that the program or the shared library was installed to. */
RB_API rb_status rb_library_find_folder(char *folder, size_t size, rb_error *err);

/** Reads every scene of the folder ("" or NULL: find it). An invalid file is an error. The library is
   large: allocate it once. */
RB_API rb_status rb_library_load(rb_library *library, const char *folder, rb_error *err);

/** Allocates a library and reads the folder into it, as rb_library_load does. Returns NULL on failure,
   with the reason in err. Free it with rb_library_destroy. */
RB_API rb_library *rb_library_create(const char *folder, rb_error *err);
/** Frees a library of rb_library_create; NULL is allowed. */
RB_API void rb_library_destroy(rb_library *library);
/** Returns how many scenes the library has. */
RB_API int rb_library_size(const rb_library *library);
/** Returns the scene at index, 0 to rb_library_size() - 1; NULL for another index. */
RB_API const rb_scene *rb_library_scene(const rb_library *library, int index);

/** Returns the scene with this id; NULL if there is none. */
RB_API const rb_scene *rb_library_find(const rb_library *library, const char *id);

/** Opens a scene by id, or by path if the text has a '/' or ends in ".json". */
RB_API rb_status rb_library_open(const char *id_or_path, rb_scene *scene, rb_error *err);

/** Allocates a scene and opens it by id or path, as rb_library_open does. Returns NULL on failure, with
   the reason in err. Free it with rb_scene_close. */
RB_API rb_scene *rb_scene_open(const char *id_or_path, rb_error *err);
/** Frees a scene of rb_scene_open; NULL is allowed. */
RB_API void rb_scene_close(rb_scene *scene);

RB_END_DECLS

#endif
