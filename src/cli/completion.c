/* rbsim completion: scripts that complete commands, options and their values in bash and zsh. Options are
   part of the script; ids of scenes and laws are queried from rbsim. */
#include <ctype.h>
#include <string.h>

#include "cli/cli.h"

/* What a value or an operand is completed with: "file", a listing command of rbsim ("scenes", "laws",
   "outcomes", "params"), "words" (the value itself lists them), or "none". */
static const char *kind_of(const char *value) {
    static const char *const kinds[][2] = {
        {"FILE", "file"}, {"SCENE", "scenes"}, {"LAW", "laws"}, {"OUTCOME", "outcomes"}, {"NAME=", "params"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strncmp(value, kinds[i][0], strlen(kinds[i][0])) == 0) {
            return kinds[i][1];
        }
    }
    return islower((unsigned char)value[0]) ? "words" : "none";
}

/* The words of "a|b|c" separated by blanks. */
static void print_words(const char *value) {
    for (const char *c = value; *c != '\0' && *c != ' '; c++) {
        putchar(*c == '|' ? ' ' : *c);
    }
}

/* Does it take files after its first operand, as "list|check FILE..." does? */
static bool takes_files(const rb_cli_command *command) {
    return command->operands != NULL && strstr(command->operands, " FILE") != NULL;
}

typedef void option_printer(const rb_option *option);

static void for_each_option(const rb_cli_command *command, option_printer *print) {
    for (const rb_option *o = command->options; o != NULL && o->name != NULL; o++) {
        print(o);
    }
    for (int g = 0; g < RB_COMMAND_GROUPS && command->groups[g].title != NULL; g++) {
        for (const rb_option *o = command->groups[g].options; o->name != NULL; o++) {
            print(o);
        }
    }
}

/* ---------------------------------------------------------------- bash */

static void bash_name(const rb_option *option) {
    printf(" %s", option->name);
}

static void bash_value(const rb_option *option) {
    if (option->value != NULL) {
        const char *kind = kind_of(option->value);
        printf("        %s) kind=%s", option->name, kind);
        if (strcmp(kind, "words") == 0) {
            fputs(" words='", stdout);
            print_words(option->value);
            putchar('\'');
        }
        puts(" ;;");
    }
}

static void bash_command(const rb_cli_command *command) {
    const char *operand = command->operands != NULL ? command->operands : "";
    operand += operand[0] == '[';
    const char *kind = operand[0] != '\0' ? kind_of(operand) : "none";
    printf("    %s)\n        options='--help", command->name);
    for_each_option(command, bash_name);
    printf("' operand=%s", kind);
    if (strcmp(kind, "words") == 0) {
        fputs(" operands='", stdout);
        print_words(operand);
        putchar('\'');
        if (takes_files(command)) {
            fputs("\n        ((COMP_CWORD == 2)) || operand=file", stdout);
        }
    }
    puts("\n        case $previous in");
    for_each_option(command, bash_value);
    puts("        esac\n        ;;");
}

static void print_bash(void) {
    const rb_cli_command *command = NULL;
    fputs("# bash completion of rbsim, printed by \"rbsim completion bash\".\n"
          "_rbsim() {\n"
          "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
          "    local options= operand=none operands= kind= words=\n"
          "    COMPREPLY=()\n"
          "    if ((COMP_CWORD == 1)); then\n"
          "        COMPREPLY=($(compgen -W '",
          stdout);
    for (int i = 0; (command = rb_cli_command_at(i)) != NULL; i++) {
        printf("%s ", command->name);
    }
    fputs("help --version' -- \"$current\"))\n"
          "        return\n"
          "    fi\n"
          "    case ${COMP_WORDS[1]} in\n",
          stdout);
    for (int i = 0; (command = rb_cli_command_at(i)) != NULL; i++) {
        bash_command(command);
    }
    fputs("    esac\n"
          "    if [[ -z $kind && $current == -* ]]; then\n"
          "        kind=words words=$options\n"
          "    elif [[ -z $kind ]]; then\n"
          "        kind=$operand words=$operands\n"
          "    fi\n"
          "    case $kind in\n"
          "    file)\n"
          "        compopt -o filenames\n"
          "        COMPREPLY=($(compgen -f -- \"$current\"))\n"
          "        ;;\n"
          "    words) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n"
          "    params)\n"
          "        compopt -o nospace\n"
          "        words=$(\"${COMP_WORDS[0]}\" params \"${COMP_WORDS[2]}\" 2>/dev/null | cut -d ' "
          "' -f 1)\n"
          "        COMPREPLY=($(compgen -S = -W \"$words\" -- \"$current\"))\n"
          "        ;;\n"
          "    scenes | laws | outcomes)\n"
          "        words=$(\"${COMP_WORDS[0]}\" \"$kind\" 2>/dev/null | cut -d ' ' -f 1)\n"
          "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
          "        ;;\n"
          "    esac\n"
          "}\n"
          "complete -F _rbsim rbsim rbsim-mpi\n",
          stdout);
}

/* ---------------------------------------------------------------- zsh */

/* Text within single quotes of a specification of _arguments. */
static void zsh_text(const char *text) {
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '\'') {
            fputs("'\\''", stdout);
        } else {
            printf(strchr("[]:\\", *c) != NULL ? "\\%c" : "%c", *c);
        }
    }
}

/* ":message:action" for a value or an operand. */
static void zsh_action(const char *value) {
    const char *kind = kind_of(value);
    putchar(':');
    zsh_text(value);
    putchar(':');
    if (strcmp(kind, "file") == 0) {
        fputs("_files", stdout);
    } else if (strcmp(kind, "words") == 0) {
        putchar('(');
        print_words(value);
        putchar(')');
    } else if (strcmp(kind, "none") != 0) {
        printf("{_rbsim_names %s}", kind);
    }
}

static void zsh_option(const rb_option *option) {
    printf(" \\\n            '%s%s[", option->flags & RB_OPTION_REPEATS ? "*" : "", option->name);
    zsh_text(option->help);
    putchar(']');
    if (option->value != NULL) {
        zsh_action(option->value);
    }
    putchar('\'');
}

static void zsh_command(const rb_cli_command *command) {
    printf("    %s)\n        _arguments '--help[show help]'", command->name);
    for_each_option(command, zsh_option);
    if (command->operands != NULL) {
        const char *operand = command->operands + (command->operands[0] == '[');
        fputs(" \\\n            '1", stdout);
        zsh_action(operand);
        puts(takes_files(command) ? "' '*:FILE:_files'" : "'");
    }
    puts(command->operands != NULL ? "        ;;" : "\n        ;;");
}

static void print_zsh(void) {
    const rb_cli_command *command = NULL;
    fputs("#compdef rbsim rbsim-mpi\n"
          "# zsh completion of rbsim, printed by \"rbsim completion zsh\".\n"
          "_rbsim_names() {\n"
          "    local -a names\n"
          "    if [[ $1 == params ]]; then\n"
          "        names=(${(f)\"$(_call_program names rbsim params $words[2] 2>/dev/null | cut -d ' "
          "' -f 1)\"})\n"
          "        compadd -S = -a names\n"
          "    else\n"
          "        names=(${(f)\"$(_call_program names rbsim $1 2>/dev/null | cut -d ' ' -f 1)\"})\n"
          "        compadd -a names\n"
          "    fi\n"
          "}\n"
          "_rbsim() {\n"
          "    local -a commands\n"
          "    local state\n"
          "    commands=(\n",
          stdout);
    for (int i = 0; (command = rb_cli_command_at(i)) != NULL; i++) {
        printf("        '%s:", command->name);
        zsh_text(command->summary);
        puts("'");
    }
    fputs("        'help:Show the commands or the options of one'\n"
          "    )\n"
          "    _arguments -C '1: :->command' '*:: :->rest'\n"
          "    if [[ $state == command ]]; then\n"
          "        _describe command commands\n"
          "        return\n"
          "    fi\n"
          "    case $words[1] in\n",
          stdout);
    for (int i = 0; (command = rb_cli_command_at(i)) != NULL; i++) {
        zsh_command(command);
    }
    fputs("    esac\n"
          "}\n"
          "_rbsim \"$@\"\n",
          stdout);
}

static int complete_shell(const rb_command_line *line, void *request) {
    (void)request;
    const char *shell = rb_command_line_operand(line, 0);
    if (strcmp(shell, "bash") == 0) {
        print_bash();
    } else if (strcmp(shell, "zsh") == 0) {
        print_zsh();
    } else {
        rb_error err;
        rb_fail(&err, RB_ERR_INPUT, "completion: expected bash or zsh, got \"%.60s\"", shell);
        return rb_complain(&err, RB_EXIT_USAGE);
    }
    return RB_EXIT_OK;
}

const rb_cli_command rb_cli_completion = {
    .name = "completion",
    .operands = "bash|zsh",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Print a script that completes commands and options in a shell",
    .details = "Installed packages have it already. Without one: eval \"$(rbsim completion bash)\".",
    .run = complete_shell,
};
