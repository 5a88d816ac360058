#include "sim/energy.h"

#include <math.h>

double rb_energy_lost(const rb_body_kind *body, const rb_snapshot *snapshot) {
    double sum = 0;
    for (int i = 0; i < body->energy_count; i++) {
        sum += body->energy[i].lost ? rb_energy_value(&body->energy[i], snapshot) : 0;
    }
    return sum;
}

double rb_energy_fed(const rb_body_kind *body, const rb_snapshot *snapshot) {
    double sum = 0;
    for (int i = 0; i < body->energy_count; i++) {
        sum -= body->energy[i].lost ? fmin(rb_energy_value(&body->energy[i], snapshot), 0) : 0;
    }
    return sum;
}

double rb_energy_given(const rb_body_kind *body, const rb_snapshot *snapshot) {
    double sum = 0;
    for (int i = 0; i < body->energy_count; i++) {
        sum += body->energy[i].given ? rb_energy_value(&body->energy[i], snapshot) : 0;
    }
    return sum;
}

double rb_energy_lost_size(const rb_body_kind *body, const rb_snapshot *snapshot) {
    double sum = fabs(snapshot->W_in);
    for (int i = 0; i < body->energy_count; i++) {
        const rb_energy_part *part = &body->energy[i];
        sum += part->lost || part->given ? fabs(rb_energy_value(part, snapshot)) : 0;
    }
    return sum;
}

double rb_energy_balance_error(const rb_body_kind *body, const rb_snapshot *snapshot, double E_initial) {
    double loss = rb_energy_lost_size(body, snapshot);
    bool conserves = loss <= 1e-6 * fabs(E_initial); /* integration errors are not losses */
    return fabs(snapshot->balance) / (conserves ? fabs(E_initial) : loss);
}

#define BALANCE_TOLERANCE 0.01

rb_energy_warning rb_energy_judge(const rb_body_kind *body, const rb_snapshot *snapshot, double E_initial) {
    if (rb_energy_balance_error(body, snapshot, E_initial) > BALANCE_TOLERANCE) {
        return RB_ENERGY_UNBALANCED;
    }
    double limit = BALANCE_TOLERANCE * fmax(rb_energy_lost_size(body, snapshot), 1e-6 * fabs(E_initial));
    double taken = 0;
    for (int i = 0; i < body->energy_count; i++) {
        const rb_energy_part *part = &body->energy[i];
        taken = (part->shares ? taken : 0) + rb_energy_value(part, snapshot);
        bool whole = i + 1 == body->energy_count || !part[1].shares;
        if (part->lost && whole && taken < -limit) {
            return RB_ENERGY_GAINED;
        }
    }
    return RB_ENERGY_OK;
}

#define SIGNIFICANT_LOSSES 1e-3 /* share of the initial energy; below it the run has hardly begun */

bool rb_energy_part_gives(const rb_body_kind *body, const rb_snapshot *snapshot, double E_initial,
                          double share) {
    double lost = rb_energy_lost_size(body, snapshot);
    for (int i = 0; i < body->energy_count; i++) {
        const rb_energy_part *part = &body->energy[i];
        if (part->lost && rb_energy_value(part, snapshot) < -share * lost) {
            return lost > SIGNIFICANT_LOSSES * fabs(E_initial);
        }
    }
    return false;
}

const char *rb_energy_warning_name(rb_energy_warning warning) {
    static const char *const names[] = {
        [RB_ENERGY_OK] = NULL, [RB_ENERGY_UNBALANCED] = "off", [RB_ENERGY_GAINED] = "fed"};
    return (unsigned)warning < sizeof names / sizeof names[0] ? names[warning] : NULL;
}
