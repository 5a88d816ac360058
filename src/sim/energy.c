#include "rattleback/energy.h"

#include <math.h>

#define AT(field) offsetof(rb_snapshot, field)

static const rb_energy_part parts[RB_ENERGY_COUNT] = {
    [RB_ENERGY_HEIGHT] = {"E_pot", "height", false, AT(E_pot)},
    [RB_ENERGY_ELASTIC] = {"E_elastic", "elastic", false, AT(E_elastic)},
    [RB_ENERGY_MOVING] = {"E_kin_trans", "moving", false, AT(E_kin_trans)},
    [RB_ENERGY_ROCKING] = {"E_kin_wobble", "rocking", false, AT(E_kin_wobble)},
    [RB_ENERGY_SPIN] = {"E_kin_spin", "spin", false, AT(E_kin_spin)},
    [RB_ENERGY_SLIDING] = {"W_slide", "sliding", true, AT(W_slide)},
    [RB_ENERGY_DRILLING] = {"W_drill", "drilling", true, AT(W_drill)},
    [RB_ENERGY_ROLLING] = {"W_roll", "rolling", true, AT(W_roll)},
    [RB_ENERGY_DAMPING] = {"W_damp", "damping", true, AT(W_damp)},
};

const rb_energy_part *rb_energy_part_at(rb_energy part) {
    return &parts[part];
}

double rb_energy_value(rb_energy part, const rb_snapshot *snapshot) {
    return *(const double *)(const void *)((const char *)snapshot + parts[part].offset);
}

double rb_energy_lost(const rb_snapshot *snapshot) {
    double sum = 0;
    for (int i = 0; i < RB_ENERGY_COUNT; i++) {
        sum += parts[i].lost ? rb_energy_value((rb_energy)i, snapshot) : 0;
    }
    return sum;
}

double rb_energy_lost_size(const rb_snapshot *snapshot) {
    double sum = 0;
    for (int i = 0; i < RB_ENERGY_COUNT; i++) {
        sum += parts[i].lost ? fabs(rb_energy_value((rb_energy)i, snapshot)) : 0;
    }
    return sum;
}
