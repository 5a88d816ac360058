#include "rattleback/energy.h"

#include <math.h>

double rb_energy_lost(const rb_body_kind *body, const rb_snapshot *snapshot) {
    double sum = 0;
    for (int i = 0; i < body->energy_count; i++) {
        sum += body->energy[i].lost ? rb_energy_value(&body->energy[i], snapshot) : 0;
    }
    return sum;
}

double rb_energy_lost_size(const rb_body_kind *body, const rb_snapshot *snapshot) {
    double sum = 0;
    for (int i = 0; i < body->energy_count; i++) {
        sum += body->energy[i].lost ? fabs(rb_energy_value(&body->energy[i], snapshot)) : 0;
    }
    return sum;
}
