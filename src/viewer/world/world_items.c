/* What the world can show, in words. */
#include "viewer/world/world.h"

static const rb_show_item items[] = {
    {"weight", RB_SHOW_WEIGHT, "Weight", "G", "weight, acting at the mass centre", RB_COLOR_WEIGHT,
     0},
    {"normal", RB_SHOW_NORMAL, "Normal force", "N",
     "force of the floor along the vertical, acting at the centre of pressure S", RB_COLOR_NORMAL,
     0},
    {"friction", RB_SHOW_FRICTION, "Friction force", "F",
     "resultant of dry friction over the contact patch", RB_COLOR_FRICTION, 0},
    {"drill", RB_SHOW_DRILL, "Drilling torque", "Mₙ",
     "friction torque about the vertical through the patch, as a curved arrow in the right-hand "
     "sense",
     RB_COLOR_DRILL, 0},
    {"roll", RB_SHOW_ROLL, "Rolling torque", "Mᵣ",
     "rolling resistance, a horizontal torque, as a curved arrow in the right-hand sense",
     RB_COLOR_ROLL, 0},
    {"omega", RB_SHOW_OMEGA, "Angular velocity", "ω", "angular velocity of the body",
     RB_COLOR_OMEGA, 0},
    {"momentum", RB_SHOW_MOMENTUM, "Angular momentum", "L",
     "angular momentum about the mass centre", RB_COLOR_MOMENTUM, 0},
    {"sliding", RB_SHOW_SLIDING, "Sliding velocity", "v",
     "velocity of the body's point at the patch centre A over the floor; drawn twelve times as "
     "long "
     "as the rolling velocity",
     RB_COLOR_SLIDING, 0},
    {"rolling", RB_SHOW_ROLLING, "Rolling velocity", "vᵣ",
     "velocity of the contact point over the floor", RB_COLOR_ROLL, 0},
    {"centre", RB_SHOW_MASS_CENTRE, "Mass centre", "C", "the mass centre, as a quartered disk",
     RB_COLOR_INK, 0},
    {"axes", RB_SHOW_BODY_AXES, "Body axes", "e₁ e₂ e₃",
     "the axes in which inertia and ω₁, ω₂, ω₃ are given", RB_COLOR_INK_SOFT, 0},
    {"inertia", RB_SHOW_INERTIA, "Inertia ellipsoid", "B",
     "Poinsot's ellipsoid about the mass centre: long where the body turns easily; it lies askew "
     "in a rattleback",
     RB_COLOR_ACCENT, 0},
    {"trail-floor", RB_SHOW_TRAIL_FLOOR, "Trail on the floor", "A",
     "path of the contact point on the floor", RB_COLOR_INK, 0},
    {"trail-body", RB_SHOW_TRAIL_BODY, "Trail on the body", "A′",
     "path of the contact point on the body's surface", RB_COLOR_INK, 0},
    {"trail-centre", RB_SHOW_TRAIL_CENTRE, "Trail of the mass centre", "C",
     "path of the mass centre", RB_COLOR_INK_SOFT, 0},
    {"trail-tip", RB_SHOW_TRAIL_TIP, "Trail of the axis tip", "e₁",
     "path of the tip of the body's long axis (of its symmetry axis for a top)", RB_COLOR_ACCENT,
     0},
    {"labels", RB_SHOW_LABELS, "Labels and values", "", "symbols and live values beside the arrows",
     RB_COLOR_INK, 0},
    {"shadow", RB_SHOW_SHADOW, "Shadow", "", "soft shadow on the floor", RB_COLOR_INK_SOFT, 0},
    {"grid", RB_SHOW_GRID, "Grid and scale bar", "", "metric grid on the floor, and a scale bar",
     RB_COLOR_GRID, 0},
    {"spheres", RB_SHOW_SPHERES, "Contact spheres", "R, r",
     "the two spheres with which the top touches the floor; the one that carries is stronger",
     RB_COLOR_NORMAL, RB_TRAIT_INVERTS},
    {"ellipses", RB_SHOW_ELLIPSES, "Paths of S and Mᵣ", "",
     "in the microscope: where the centre of pressure and the end of Mᵣ go as the direction of "
     "rolling turns (AK18 Fig. 3)",
     RB_COLOR_ROLL, 0},
    {"spin", RB_SHOW_SPIN, "Spin", "ω₃",
     "the spin as a curved arrow over the body and a large number; gold is anticlockwise, seen "
     "from above, violet clockwise",
     RB_COLOR_SPIN_PLUS, RB_TRAIT_SPINS},
    {"ribbons", RB_SHOW_RIBBONS, "Ribbons of the ends", "",
     "paths of both ends of the body, coloured by the sense of its spin then", RB_COLOR_SPIN_PLUS,
     RB_TRAIT_REVERSES},
    {"cause", RB_SHOW_CAUSE, "Cause: the skew", "δ",
     "why one way: the axis of least curvature, the axis of least inertia and the angle δ between "
     "them; two balls of half the mass each stand where the inertia says, as a picture of it",
     RB_COLOR_ACCENT, RB_TRAIT_REVERSES},
};

int rb_show_item_count(void) {
    return (int)(sizeof items / sizeof items[0]);
}

const rb_show_item *rb_show_item_at(int index) {
    return index >= 0 && index < rb_show_item_count() ? &items[index] : NULL;
}

rb_world_style rb_world_style_default(void) {
    return (rb_world_style){
        .show = RB_SHOW_NORMAL | RB_SHOW_FRICTION | RB_SHOW_TRAIL_FLOOR | RB_SHOW_LABELS |
                RB_SHOW_SHADOW | RB_SHOW_GRID | RB_SHOW_SPIN | RB_SHOW_RIBBONS,
        .arrow_scale = 1.0f,
        .trail_seconds = 2.0f,
        .ui_scale = 1.0f,
        .clock = -1.0,
    };
}
