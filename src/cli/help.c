#include "cli/cli.h"

#include <string.h>

enum { WIDTH = 100, TERM = 26, MEANING = 28 }; /* columns */

/* Columns that a UTF-8 text of this many bytes takes on a terminal. */
static int columns_of(const char *text, size_t bytes) {
    int count = 0;
    for (size_t i = 0; i < bytes; i++) {
        count += ((unsigned char)text[i] & 0xC0) != 0x80;
    }
    return count;
}

void rb_print_wrapped(FILE *out, const char *text, int column, int indent) {
    int at = column;
    bool first = true;
    while (*text != '\0') {
        size_t length = strcspn(text, " ");
        int width = columns_of(text, length);
        if (!first && at + 1 + width > WIDTH) {
            fprintf(out, "\n%*s", indent, "");
            at = indent;
        } else if (!first) {
            fputc(' ', out);
            at++;
        }
        fprintf(out, "%.*s", (int)length, text);
        at += width;
        first = false;
        text += length + strspn(text + length, " ");
    }
    fputc('\n', out);
}

/* " term meaning"; the meaning starts on its own line if the term is long. */
static void print_entry(FILE *out, const char *term, const char *meaning) {
    int width = columns_of(term, strlen(term));
    fprintf(out, "  %s", term);
    if (width <= TERM - 2) {
        fprintf(out, "%*s", MEANING - 2 - width, "");
    } else {
        fprintf(out, "\n%*s", MEANING, "");
    }
    rb_print_wrapped(out, meaning, MEANING, MEANING);
}

static void print_options(FILE *out, const rb_option *options) {
    for (const rb_option *o = options; o != NULL && o->name != NULL; o++) {
        char term[160], meaning[512];
        snprintf(term, sizeof term, "%s%s%s", o->name, o->value != NULL ? " " : "",
                 o->value != NULL ? o->value : "");
        snprintf(meaning, sizeof meaning, "%s%s", o->help,
                 o->flags & RB_OPTION_REPEATS ? "; may be repeated" : "");
        print_entry(out, term, meaning);
    }
}

static bool has_options(const rb_cli_command *command) {
    return command->options != NULL || command->groups[0].title != NULL;
}

static void print_usage(FILE *out, const rb_cli_command *command) {
    fprintf(out, "rbsim %s%s%s%s", command->name, command->operands != NULL ? " " : "",
            command->operands != NULL ? command->operands : "", has_options(command) ? " [OPTION]..." : "");
}

static void print_purpose(FILE *out, const rb_cli_command *command) {
    char text[1024];
    snprintf(text, sizeof text, "%s.%s%s", command->summary, command->details != NULL ? " " : "",
             command->details != NULL ? command->details : "");
    rb_print_wrapped(out, text, 0, 0);
}

void rb_print_command_help(FILE *out, const rb_cli_command *command) {
    fputs("usage: ", out);
    print_usage(out, command);
    fputs("\n\n", out);
    print_purpose(out, command);
    if (command->options != NULL) {
        fputs("\nOptions:\n", out);
        print_options(out, command->options);
    }
    for (int g = 0; g < RB_COMMAND_GROUPS && command->groups[g].title != NULL; g++) {
        fprintf(out, "\n%s:\n", command->groups[g].title);
        print_options(out, command->groups[g].options);
    }
}

void rb_print_help(FILE *out) {
    const rb_cli_command *command = NULL;
    fputs("usage: rbsim COMMAND [ARGUMENT]... [OPTION]...\n\n", out);
    for (int i = 0; (command = rb_cli_command_at(i)) != NULL; i++) {
        char term[80];
        snprintf(term, sizeof term, "%s%s%s", command->name, command->operands != NULL ? " " : "",
                 command->operands != NULL ? command->operands : "");
        print_entry(out, term, command->summary);
    }
    print_entry(out, "help [COMMAND|all]", "Show this list, the options of one command, or all of them");
    fputs("\n\"rbsim COMMAND --help\" lists the options of a command, \"rbsim --version\" the "
          "version.\n"
          "SCENE is an id (\"rbsim scenes\" lists them) or the path of a file. Units are SI.\n"
          "FILE appears when it is complete, except the CSV of run, which grows; - is standard "
          "output.\n"
          "Exit status: 0 success, 1 failure, 2 usage error, 128 + N ended by signal N (130: Ctrl-C; "
          "the\n"
          "results so far are written, and end_reason is \"interrupted\").\n",
          out);
}

/* Groups are shared by many commands and printed once, in the order of their first use. */
static void print_groups(FILE *out) {
    enum { GROUPS_MAX = 8 };
    const rb_option *printed[GROUPS_MAX];
    int count = 0;
    const rb_cli_command *command = NULL;
    for (int i = 0; (command = rb_cli_command_at(i)) != NULL; i++) {
        for (int g = 0; g < RB_COMMAND_GROUPS && command->groups[g].title != NULL; g++) {
            const rb_option_group *group = &command->groups[g];
            bool known = false;
            for (int k = 0; k < count; k++) {
                known = known || printed[k] == group->options;
            }
            if (!known && count < GROUPS_MAX) {
                printed[count++] = group->options;
                fprintf(out, "\n%s:\n", group->title);
                print_options(out, group->options);
            }
        }
    }
}

void rb_print_reference(FILE *out) {
    const rb_cli_command *command = NULL;
    fputs("usage: rbsim COMMAND [ARGUMENT]... [OPTION]...\n", out);
    for (int i = 0; (command = rb_cli_command_at(i)) != NULL; i++) {
        fputc('\n', out);
        print_usage(out, command);
        fputs(":\n", out);
        print_purpose(out, command);
        for (int g = 0; g < RB_COMMAND_GROUPS && command->groups[g].title != NULL; g++) {
            fprintf(out, "%s \"%s\"", g == 0 ? "Further options, listed below:" : ",",
                    command->groups[g].title);
        }
        fputs(command->groups[0].title != NULL ? ".\n" : "", out);
        print_options(out, command->options);
    }
    print_groups(out);
}
