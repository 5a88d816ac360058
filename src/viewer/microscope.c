#include "viewer/world.h"
void rb_microscope_draw(rb_world *world, Rectangle area, const rb_scene *scene,
                        const rb_snapshot *snapshot, int contact, float ui_scale) {
    (void)world, (void)area, (void)scene, (void)snapshot, (void)contact, (void)ui_scale;
}
