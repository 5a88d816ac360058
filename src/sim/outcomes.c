/* The table of outcomes, followed by those of the bodies. The order is that of the keys in a summary. */
#include "rattleback/outcomes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/macros.h"
#include "base/text.h"
#include "sim/observation.h"

#define REVERSES RB_TRAIT_REVERSES
#define INVERTS RB_TRAIT_INVERTS
#define SPINS RB_TRAIT_SPINS
#define SLIDES RB_TRAIT_SLIDES

/* A summary contains what is counted during a run; these functions compute the rest. */
#define READS(name, value)                                                                                   \
    static double read_##name(const rb_summary *s) {                                                         \
        return (value);                                                                                      \
    }
#define READS_FIELD(name) READS(name, (double)s->name)

/* Share of all dissipated energy, percent. */
static double share(const rb_summary *s, double W) {
    return s->W_lost > 0 ? 100 * W / s->W_lost : NAN;
}

READS_FIELD(first_reversal_time)
READS_FIELD(extreme_after_reversal)
READS_FIELD(time_of_extreme)
READS_FIELD(rest_time_0p1)
READS_FIELD(rest_time_0p01)
READS_FIELD(N_min)
READS_FIELD(N_max)
READS_FIELD(E_initial)
READS_FIELD(E_final)
READS_FIELD(energy_balance_error)
READS_FIELD(max_gap)
READS_FIELD(rhs_evaluations)
READS_FIELD(jacobians)
READS_FIELD(implicit_share)
READS_FIELD(step_too_large_since)
READS_FIELD(wall_seconds)
READS_FIELD(first_small_contact)
READS_FIELD(large_last_off)
READS_FIELD(inverted)
READS_FIELD(fallback_time)
READS_FIELD(t_end)
READS_FIELD(reversal_count)
READS_FIELD(omega3_final)
READS_FIELD(W_slide)
READS_FIELD(W_drill)
READS_FIELD(W_roll)
READS_FIELD(W_damp)
READS_FIELD(W_lost)
READS_FIELD(W_in)
READS_FIELD(mean_spin)

/* What the laws gave instead of taking it; 0 unless it is more than errors and coupling explain. */
static double read_energy_fed(const rb_summary *s) {
    const double W[] = {s->W_slide, s->W_drill, s->W_roll, s->W_damp};
    double fed = 0;
    for (int i = 0; s->energy_warning == RB_ENERGY_GAINED && i < 4; i++) {
        fed -= fmin(W[i], 0);
    }
    return fed;
}

READS(slide_share, share(s, s->W_slide))
READS(drill_share, share(s, s->W_drill))
READS(roll_share, share(s, s->W_roll))
READS(damp_share, share(s, s->W_damp))

/* Name, title, symbol, unit, help, decimals, flags, traits. */
#define ROW(name, ...)                                                                                       \
    { #name, __VA_ARGS__, read_##name }

static const rb_outcome common[] = {
    ROW(first_reversal_time, "reversal", "t_rev", "s", "first zero of the spin ω₃", 4, RB_OUTCOME_COMPARED,
        REVERSES),
    ROW(extreme_after_reversal, "peak reverse spin", "ω₃*", "rad/s",
        "largest spin in the opposite direction since the reversal", 4, RB_OUTCOME_COMPARED, REVERSES),
    ROW(time_of_extreme, "peak at", "t*", "s", "when the spin in the opposite direction was largest", 4, 0,
        REVERSES),
    ROW(rest_time_0p1, "rest", "t_0.1", "s", "last time |ω| exceeded 0.1 rad/s", 3, RB_OUTCOME_COMPARED, 0),
    ROW(rest_time_0p01, "full rest", "t_0.01", "s", "last time |ω| exceeded 0.01 rad/s", 3, 0, 0),
    ROW(N_min, "N min", "N_min", "N", "smallest normal force", 4, 0, 0),
    ROW(N_max, "N max", "N_max", "N", "largest normal force", 4, 0, 0),
    ROW(E_initial, "E at first", "E(0)", "J", "mechanical energy at the start", 6, 0, 0),
    ROW(E_final, "E at last", "E", "J", "mechanical energy at the end", 6, 0, 0),
    ROW(energy_balance_error, "balance", "|ΔE|/W", "",
        "energy lost by integration, as a share of what was dissipated", 1, RB_OUTCOME_SMALL, 0),
    ROW(max_gap, "gap", "gap", "m", "largest gap that a step opened in a permanent contact", 1,
        RB_OUTCOME_SMALL, SLIDES),
    ROW(rhs_evaluations, "evaluations", "n_f", "", "evaluations of the equations of motion", 0,
        RB_OUTCOME_WHOLE, 0),
    ROW(jacobians, "Jacobians", "n_J", "", "Jacobians of the equations of motion", 0, RB_OUTCOME_WHOLE, 0),
    ROW(implicit_share, "implicit", "t_i", "", "share of the time that an implicit method made; auto chooses",
        2, 0, 0),
    ROW(step_too_large_since, "step too large", "t_h", "s",
        "since when the step is too large for 1 % accuracy", 3, 0, 0),
    ROW(wall_seconds, "took", "t_wall", "s", "time the computation took", 3, RB_OUTCOME_MACHINE, 0),
    ROW(first_small_contact, "stem", "t_stem", "s", "the stem touches the floor for the first time", 4,
        RB_OUTCOME_COMPARED, INVERTS),
    ROW(large_last_off, "stands", "t_up", "s", "the body leaves the floor and the top stands on its stem", 4,
        RB_OUTCOME_COMPARED, INVERTS),
    ROW(inverted, "inverted", "inverted", "", "has it stood on its stem for a tenth of a second?", 0,
        RB_OUTCOME_COMPARED | RB_OUTCOME_YES_NO, INVERTS),
    ROW(fallback_time, "back", "t_back", "s", "the top falls back onto its body", 4, RB_OUTCOME_COMPARED,
        INVERTS),
    ROW(t_end, "end", "t_end", "s", "when the run ended", 4, 0, 0),
    ROW(reversal_count, "reversals", "n_rev", "", "how often the spin reversed", 0, RB_OUTCOME_WHOLE,
        REVERSES),
    ROW(omega3_final, "ω₃ at last", "ω₃", "rad/s", "spin at the end", 4, 0, SPINS),
    ROW(W_slide, "W slide", "W_s", "J", "dissipated by sliding", 6, 0, SLIDES),
    ROW(W_drill, "W drill", "W_d", "J", "dissipated by drilling", 6, 0, SLIDES),
    ROW(W_roll, "W roll", "W_r", "J", "dissipated by rolling resistance", 6, 0, SLIDES),
    ROW(W_damp, "W damp", "W_n", "J", "dissipated by damping", 6, 0, SLIDES),
    ROW(W_lost, "W", "W", "J", "dissipated in all", 6, 0, 0),
    ROW(W_in, "W in", "W_in", "J", "work done by the moving table, a slope and external loads", 6, 0, 0),
    ROW(mean_spin, "mean spin", "⟨ω·n⟩", "rad/s",
        "mean angular velocity about the vertical, on a table that moves or slopes", 4, 0, SPINS),
    ROW(energy_fed, "fed by the law", "W_fed", "J",
        "energy that friction or rolling resistance gave to the body: above 0 the laws do not suit these "
        "parameters",
        6, 0, SLIDES),
    ROW(slide_share, "lost to sliding", "W_s/W", "%",
        "share of the lost energy that went into sliding; below 0: friction took energy from the "
        "spin and gave some of it to the sliding",
        1, RB_OUTCOME_COMPARED, SLIDES),
    ROW(drill_share, "lost to spinning", "W_d/W", "%",
        "share of the lost energy that went into spinning (drilling) friction", 1, RB_OUTCOME_COMPARED,
        SLIDES),
    ROW(roll_share, "lost to rolling", "W_r/W", "%",
        "share of the lost energy that went into rolling resistance", 1, RB_OUTCOME_COMPARED, SLIDES),
    ROW(damp_share, "lost to damping", "W_n/W", "%", "share of the lost energy that went into damping", 1,
        RB_OUTCOME_COMPARED, SLIDES),
};
enum { COMMON = sizeof common / sizeof common[0] };
_Static_assert(COMMON + RB_BODY_OUTCOMES + RB_OUTCOMES_ADDED_MAX <= RB_OUTCOMES_MAX,
               "callers make room for all of a body");

/* Added at the start of the program, then only read. */
static const rb_outcome *added[RB_OUTCOMES_ADDED_MAX];
static int added_count;

rb_status rb_outcome_register(const rb_outcome *outcome, rb_error *err) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    const char *name = outcome != NULL ? outcome->name : NULL;
    size_t length = name != NULL ? strlen(name) : 0;
    if (length == 0 || strspn(name, letters) != length) {
        return rb_fail(err, RB_ERR_INPUT, "outcome: expected a name of [A-Za-z0-9_], got \"%s\"",
                       length > 0 ? name : "");
    }
    if (rb_outcome_find(name) != NULL) {
        return rb_fail(err, RB_ERR_INPUT, "outcome %s: expected a name that is not taken", name);
    }
    if (outcome->title == NULL || outcome->symbol == NULL || outcome->unit == NULL || outcome->help == NULL ||
        outcome->read == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "outcome %s: expected title, symbol, unit, help and read", name);
    }
    if (added_count == RB_OUTCOMES_ADDED_MAX) {
        return rb_fail(err, RB_ERR_INPUT, "outcome %s: expected at most %d outcomes to be added", name,
                       RB_OUTCOMES_ADDED_MAX);
    }
    if (rb_body_kinds_closed()) {
        return rb_fail(err, RB_ERR_INPUT, "outcome %s: expected to be registered before the first simulation",
                       name);
    }
    added[added_count++] = outcome;
    return RB_OK;
}

int rb_outcome_count(void) {
    int count = COMMON + added_count;
    for (int k = 0; k < rb_body_kind_count(); k++) {
        count += rb_body_kind_at(k)->outcome_count;
    }
    return count;
}

const rb_outcome *rb_outcome_at(int index) {
    if (index < 0) {
        return NULL;
    }
    if (index < COMMON) {
        return &common[index];
    }
    index -= COMMON;
    for (int k = 0; k < rb_body_kind_count(); k++) {
        const rb_body_kind *kind = rb_body_kind_at(k);
        if (index < kind->outcome_count) {
            return &kind->outcomes[index];
        }
        index -= kind->outcome_count;
    }
    return index < added_count ? added[index] : NULL;
}

const rb_outcome *rb_outcome_find(const char *name) {
    for (int i = 0; name != NULL && i < rb_outcome_count(); i++) {
        if (strcmp(rb_outcome_at(i)->name, name) == 0) {
            return rb_outcome_at(i);
        }
    }
    return NULL;
}

static bool contains(const rb_outcome *rows, int count, const rb_outcome *outcome) {
    for (int i = 0; i < count; i++) {
        if (&rows[i] == outcome) {
            return true;
        }
    }
    return false;
}

bool rb_outcome_fits(const rb_outcome *outcome, const rb_body_kind *body) {
    RB_CHECK_ARGUMENTS_OR(body != NULL, false);
    bool known = contains(body->outcomes, body->outcome_count, outcome) || contains(common, COMMON, outcome);
    for (int i = 0; i < added_count; i++) {
        known = known || added[i] == outcome;
    }
    return known && rb_body_has(body, outcome->traits);
}

void rb_outcome_head(const rb_outcome *outcome, char *text, size_t size) {
    if (outcome == NULL || text == NULL) {
        return;
    }
    const char *unit = outcome->unit;
    snprintf(text, size, "%s%s%s", outcome->title, unit[0] != '\0' ? ", " : "", unit);
}

void rb_outcome_text(const rb_outcome *outcome, const rb_summary *summary, char *text, size_t size) {
    if (outcome == NULL || summary == NULL || text == NULL) {
        return;
    }
    double value = rb_outcome_value(outcome, summary);
    if (!isfinite(value)) {
        snprintf(text, size, "-");
    } else if (outcome->flags & RB_OUTCOME_YES_NO) {
        snprintf(text, size, "%s", value != 0 ? "yes" : "no");
    } else {
        rb_format(text, size, outcome->flags & RB_OUTCOME_SMALL ? "%.*e" : "%.*f", outcome->decimals, value);
        if (text[0] == '-' && strpbrk(text, "123456789") == NULL) {
            memmove(text, text + 1, strlen(text)); /* no minus before a rounded zero */
        }
    }
}

const char *rb_outcome_name(int index) {
    return index >= 0 && index < rb_outcome_count() ? rb_outcome_at(index)->name : NULL;
}

rb_end_reason rb_phase_end_reason(rb_phase phase) {
    switch (phase) {
    case RB_PHASE_AT_REST: return RB_END_REST;
    case RB_PHASE_LIFTED_OFF: return RB_END_LIFT_OFF;
    case RB_PHASE_DIVERGED: return RB_END_DIVERGED;
    case RB_PHASE_RUNNING: break;
    }
    return RB_END_RUNNING;
}

const char *rb_end_reason_name(rb_end_reason reason) {
    static const char *const names[RB_END_COUNT] = {
        [RB_END_RUNNING] = "running",   [RB_END_TIME] = "time",
        [RB_END_REST] = "rest",         [RB_END_LIFT_OFF] = "lift-off",
        [RB_END_DIVERGED] = "diverged", [RB_END_INTERRUPTED] = "interrupted",
        [RB_END_STOPPED] = "stopped",   [RB_END_PERMANENT_SLIP] = "permanent-slip",
    };
    return names[reason];
}

const char *rb_event_name(const rb_body_kind *body, const rb_event *event) {
    RB_CHECK_ARGUMENTS_OR(event != NULL, NULL);
    switch (event->kind) {
    case RB_EVENT_REVERSAL: return "reversal";
    case RB_EVENT_REST: return "rest";
    case RB_EVENT_LIFT_OFF: return "lift-off";
    case RB_EVENT_TOUCH: return "touch";
    case RB_EVENT_LEAVE: return "leave";
    case RB_EVENT_DIVERGED: return "diverged";
    case RB_EVENT_BODY: return rb_body_event_name(body, event->which);
    }
    return "";
}
