#include "app/session/readout.h"

#include <math.h>
#include <stdio.h>

#include "app/language/language.h"
#include "sim/energy.h"

static const double hold = 0.2; /* wall-clock s for which a number stays, so that it can be read */

void rb_readout_update(rb_readout *readout, const rb_snapshot *const *shown, int count, uint64_t command,
                       bool passing, double speed) {
    double t = 0;
    for (int i = 0; i < count; i++) {
        t = fmax(t, shown[i]->t);
    }
    bool same = count == readout->count && command == readout->command && t >= readout->t;
    bool slow = speed < 1; /* arrows move slowly enough to be compared with their numbers */
    if (passing && same && !slow && t - readout->t < hold * speed) {
        return;
    }
    for (int i = 0; i < count; i++) {
        readout->at[i] = *shown[i];
    }
    readout->count = count;
    readout->command = command;
    readout->t = t;
}

bool rb_energy_fed_text(const rb_body_kind *body, const rb_snapshot *snapshot, char *text, size_t size) {
    static const char *const units[] = {"J", "mJ", "µJ", "nJ"};
    bool fed = snapshot->energy_warning == RB_ENERGY_GAINED;
    double amount = rb_energy_fed(body, snapshot);
    int unit = 0;
    for (; amount > 0 && amount < 0.1 && unit < 3; unit++) {
        amount *= 1e3;
    }
    text[0] = '\0';
    if (fed) {
        snprintf(text, size, rb_tr("law feeds %.2g %s"), amount, units[unit]);
    }
    return fed;
}
