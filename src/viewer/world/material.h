/* What bodies are made of, to look at: told by their density, unless somebody chooses. */
#ifndef RB_VIEWER_WORLD_MATERIAL_H
#define RB_VIEWER_WORLD_MATERIAL_H

#include <rattleback/rattleback.h>
#include <raylib.h>

typedef enum rb_material {
    RB_MATERIAL_AUTO, /* by the density */
    RB_MATERIAL_STONE,
    RB_MATERIAL_BEECH,
    RB_MATERIAL_ACRYLIC,
    RB_MATERIAL_METAL,
    RB_MATERIAL_COUNT
} rb_material;

const char *rb_material_name(rb_material material); /* "stone", as actions call it */

/* Of wood, plastic, stone and metal the one whose density comes near; without a mass it is metal.
   Never AUTO. */
rb_material rb_material_of(const rb_body_look *look);

/* Its light and its dark tone in the present theme. */
Color rb_material_tone(rb_material material, bool light);

#endif
