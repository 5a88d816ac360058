#include "app/session/units.h"

#include <stddef.h>
#include <string.h>

#include "math/pi.h"

rb_ui_unit rb_ui_unit_of(const char *si) {
    static const struct {
        const char *si;
        rb_ui_unit shown;
    } units[] = {
        {"m", {"mm", 1e3}}, {"rad", {"°", 180 / RB_PI}}, {"kg m2", {"kg mm²", 1e6}},  {"m/s2", {"m/s²", 1}},
        {"kg", {"g", 1e3}}, {"Pa", {"MPa", 1e-6}},       {"rad2/s2", {"rad²/s²", 1}}, {"1/m", {"1/mm", 1e-3}},
    };
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(units[i].si, si) == 0) {
            return units[i].shown;
        }
    }
    return (rb_ui_unit){rb_unit_written(si), 1};
}

rb_ui_unit rb_spin_unit(bool turns) {
    return turns ? (rb_ui_unit){"turns/s", 1 / (2 * RB_PI)} : (rb_ui_unit){"rad/s", 1};
}

const char *rb_unit_written(const char *si) {
    static const char *const units[][2] = {{"kg m2/s", "kg m²/s"},
                                           {"kg m3/s", "kg m³/s"},
                                           {"kg m2", "kg m²"},
                                           {"m/s2", "m/s²"},
                                           {"kg/m3", "kg/m³"}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (strcmp(units[i][0], si) == 0) {
            return units[i][1];
        }
    }
    return si;
}
