/* What is in tables: names, ranges, defaults, published sets, decimals, events, thresholds of every
   body, law, section, signal and outcome. Files of scenes and of results depend on each of them, and many
   are never reached by any run. They are kept as text in tests/sim/tables.txt; if a change was meant:

       RB_TEST_WRITE=tests/sim/tables.txt build/release/tests/test_tables

   and look at the difference before it is committed. */
#include <math.h>

#include "base/system.h"
#include "bodies/ops.h"
#include "sim/scene_private.h"
#include "support.h"

static const char *text_of(const char *text) {
    return text == NULL ? "-" : text;
}

static void put_params(FILE *out, const char *of, const char *id, rb_param_table table) {
    for (int i = 0; i < table.count; i++) {
        const rb_param *p = &table.rows[i];
        fprintf(out, "%s %s: %s %s [%s] %.17g to %.17g, default %.17g, flags %u", of, id, p->name, p->symbol,
                p->unit, p->min, p->max, p->def, p->flags);
        for (int k = 0; p->choices != NULL && p->choices[k] != NULL; k++) {
            fprintf(out, " %s", p->choices[k]);
        }
        fputc('\n', out);
    }
}

static void put_sets(FILE *out, const char *id, const rb_param_set *sets, int count) {
    for (; sets != NULL && sets->name != NULL; sets++) {
        fprintf(out, "set %s %s:", id, sets->name);
        for (int i = 0; i < count; i++) {
            fprintf(out, " %.17g", sets->values[i]);
        }
        fputc('\n', out);
    }
}

static void put_laws(FILE *out) {
    for (int i = 0; i < rb_friction_law_count(); i++) {
        const rb_friction_law *law = rb_friction_law_at(i);
        fprintf(out, "friction %s: %d %d, %d%d%d%d%d, b_min %.17g, root %.17g %.17g\n", law->id,
                (int)law->pressure, (int)law->shape, law->couples_rolling, law->any_patch, law->scale_free,
                law->no_slip, law->unbounded, law->b_min, law->root[0], law->root[1]);
        put_params(out, "friction", law->id, law->params);
        put_sets(out, law->id, law->sets, law->params.count);
    }
    for (int i = 0; i < rb_rolling_law_count(); i++) {
        const rb_rolling_law *law = rb_rolling_law_at(i);
        fprintf(out, "rolling %s: isotropic %d\n", law->id, law->isotropic);
        put_params(out, "rolling", law->id, law->params);
        put_sets(out, law->id, law->sets, law->params.count);
    }
    for (int i = 0; i < rb_normal_law_count(); i++) {
        const rb_normal_law *law = rb_normal_law_at(i);
        fprintf(out, "normal %s: rigid %d\n", law->id, law->rigid);
        put_params(out, "normal", law->id, law->params);
    }
}

static void put_ops(FILE *out, const char *id, const rb_body_ops *ops) {
    fprintf(out, "ops %s: %d states, coupled %d %d, moving %d, longest leg %.17g, bound %.17g\n", id,
            ops->state_count, ops->coupled.first, ops->coupled.count, ops->moving, ops->longest_step_adaptive,
            ops->bound);
    const rb_body_follows *f = &ops->follows;
    fprintf(out, "follows %s: spin %d, speed %d %d, slow %.17g, N %d, gap %d\n", id, f->spin, f->speed,
            f->speed_count, f->slow, f->N, f->gap);
    const rb_rest_rule *r = &ops->rest;
    fprintf(out, "rest %s: %.17g %.17g, coarse %.17g %.17g\n", id, r->speed, r->time, r->coarse_speed,
            r->coarse_time);
    for (int i = 0; i < ops->event_count; i++) {
        const rb_body_event *event = &ops->events[i];
        fprintf(out, "event %s: %s, crossing %d, ends %d, probes %d\n", id, text_of(event->name),
                (int)event->crossing, event->ends, event->probes);
    }
}

static void put_bodies(FILE *out) {
    for (int i = 0; i < rb_body_kind_count(); i++) {
        const rb_body_kind *kind = rb_body_kind_at(i);
        fprintf(out, "body %s: traits %u, spin %s, measure %s, section %s\n", kind->id, kind->traits,
                text_of(kind->spin), kind->measure, text_of(kind->section));
        put_params(out, "body", kind->id, kind->params);
        put_params(out, "start", kind->id, kind->start);
        for (int k = 0; k < kind->energy_count; k++) {
            const rb_energy_part *part = &kind->energy[k];
            fprintf(out, "energy %s: %s, lost %d, given %d, shares %d\n", kind->id, part->signal, part->lost,
                    part->given, part->shares);
        }
        put_ops(out, kind->id, kind->ops);
    }
}

static void put_the_rest(FILE *out) {
    static const rb_section sections[] = {RB_SECTION_WORLD, RB_SECTION_CONTACT, RB_SECTION_SOLVER};
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        put_params(out, "section", rb_section_name(sections[i]), rb_scene_table(&scene, sections[i]));
    }
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *o = rb_outcome_at(i);
        fprintf(out, "outcome %s: %s %s [%s], %d decimals, flags %u, traits %u\n", o->name, o->title,
                o->symbol, o->unit, o->decimals, o->flags, o->traits);
    }
    for (int i = 0; i < rb_signal_count(); i++) {
        const rb_signal *s = rb_signal_at(i);
        fprintf(out, "signal %s: %s [%s]\n", s->name, s->symbol, s->unit);
    }
    for (int i = 0; i < rb_variant_count(); i++) {
        fprintf(out, "variant %s\n", rb_variant_at(i)->id);
    }
}

static void put_all(FILE *out) {
    put_laws(out);
    put_bodies(out);
    put_the_rest(out);
}

static void tables_are_unchanged(void **state) {
    (void)state;
    rb_text_stream text;
    assert_true(rb_text_open(&text));
    put_all(text.stream);
    assert_true(rb_text_close(&text));
    if (getenv("RB_TEST_WRITE") != NULL) {
        FILE *out = fopen(getenv("RB_TEST_WRITE"), "wb");
        assert_non_null(out);
        assert_int_equal(fwrite(text.text, 1, text.size, out), text.size);
        assert_int_equal(fclose(out), 0);
    }
    FILE *file = fopen(RB_TEST_TABLES, "r");
    assert_non_null(file);
    char line[512], *at = text.text;
    int lines = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        size_t length = strlen(line);
        if (strncmp(at, line, length) != 0) {
            fail_msg("expected: %sgot: %.*s", line, (int)strcspn(at, "\n"), at);
        }
        at += length;
        lines++;
    }
    fclose(file);
    assert_string_equal(at, "");
    assert_true(lines > 300);
    free(text.text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tables_are_unchanged)};
    return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
