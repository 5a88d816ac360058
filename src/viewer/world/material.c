#include "viewer/world/material.h"

#include <math.h>

#include "math/pi.h"
#include "viewer/world/theme.h"

const char *rb_material_name(rb_material material) {
    static const char *const names[RB_MATERIAL_COUNT] = {"auto", "stone", "beech", "acrylic",
                                                         "metal"};
    return names[(unsigned)material < RB_MATERIAL_COUNT ? material : RB_MATERIAL_AUTO];
}

rb_material rb_material_of(const rb_body_look *look) {
    /* kg/m3: between wood and plastic, plastic and stone, stone and steel. */
    static const double wood = 900.0, plastic = 1500.0, stone = 6000.0;
    const rb_vec3 a = look->solid.size;
    const double whole = 4.0 / 3.0 * RB_PI * a.x * a.y * a.z;
    const double volume = look->solid.form == RB_FORM_BOWL ? 0.5 * whole : whole;
    const double density = look->mass / volume;
    if (!(look->mass > 0.0) || !isfinite(density))
        return RB_MATERIAL_METAL;
    return density < wood      ? RB_MATERIAL_BEECH
           : density < plastic ? RB_MATERIAL_ACRYLIC
           : density < stone   ? RB_MATERIAL_STONE
                               : RB_MATERIAL_METAL;
}

Color rb_material_tone(rb_material material, bool light) {
    static const Color tones[RB_MATERIAL_COUNT][2] = {
        [RB_MATERIAL_BEECH] = {{122, 74, 44, 255}, {224, 186, 140, 255}},
        [RB_MATERIAL_ACRYLIC] = {{24, 112, 124, 255}, {226, 236, 238, 255}},
        [RB_MATERIAL_METAL] = {{88, 100, 116, 255}, {226, 226, 224, 255}},
    };
    if (material == RB_MATERIAL_STONE || !tones[material][0].a)
        return rb_color(light ? RB_COLOR_STONE_A : RB_COLOR_STONE_B);
    return tones[material][light];
}
