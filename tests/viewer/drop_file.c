/* drop_file WINDOW PATH...: drops files over a window, as a file manager would: the source's
   side of the XDND protocol, version 5. Exit status 0 once the window says that it has them. */
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <ctype.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { protocol = 5, patience_ms = 20000, text_max = 32768 };

typedef enum atom_name {
    ENTER,
    POSITION,
    STATUS,
    LEAVE,
    DROP,
    FINISHED,
    SELECTION,
    ACTION_COPY,
    URI_LIST,
    ATOM_COUNT
} atom_name;

typedef struct source {
    Display *display;
    Window own, target;
    Atom atoms[ATOM_COUNT];
    char text[text_max]; /* the list of URIs */
} source;

/* Letters, digits and a few signs stand for themselves; every other byte is written as %XX. */
static void append_uri(char *text, const char *path) {
    strcat(text, "file://");
    for (char *end = text + strlen(text); *path != '\0' && end - text < text_max - 8; path++) {
        unsigned byte = (unsigned char)*path;
        bool plain = isalnum((int)byte) || strchr("/._-~", *path) != NULL;
        end += sprintf(end, plain ? "%c" : "%%%02X", byte);
    }
    strcat(text, "\r\n");
}

static void post(source *s, atom_name message, long a, long b, long c, long d) {
    XEvent event = {.xclient = {.type = ClientMessage,
                                .display = s->display,
                                .window = s->target,
                                .message_type = s->atoms[message],
                                .format = 32,
                                .data.l = {(long)s->own, a, b, c, d}}};
    XSendEvent(s->display, s->target, False, NoEventMask, &event);
    XFlush(s->display);
}

/* Answers the request of the window for the dropped data. */
static void pass(source *s, const XSelectionRequestEvent *request) {
    bool known = request->target == s->atoms[URI_LIST];
    XEvent answer = {.xselection = {.type = SelectionNotify,
                                    .display = s->display,
                                    .requestor = request->requestor,
                                    .selection = request->selection,
                                    .target = request->target,
                                    .property = known ? request->property : None,
                                    .time = request->time}};
    if (known) {
        XChangeProperty(s->display, request->requestor, request->property, request->target, 8,
                        PropModeReplace, (const unsigned char *)s->text, (int)strlen(s->text));
    }
    XSendEvent(s->display, request->requestor, False, NoEventMask, &answer);
    XFlush(s->display);
}

/* Serves requests until the window sends `message`; false if it does not. */
static bool await(source *s, atom_name message, XClientMessageEvent *found) {
    struct pollfd descriptor = {ConnectionNumber(s->display), POLLIN, 0};
    while (XPending(s->display) > 0 || poll(&descriptor, 1, patience_ms) > 0) {
        XEvent event;
        XNextEvent(s->display, &event);
        if (event.type == SelectionRequest) {
            pass(s, &event.xselectionrequest);
        } else if (event.type == ClientMessage && event.xclient.message_type == s->atoms[message]) {
            *found = event.xclient;
            return true;
        }
    }
    return false;
}

/* The middle of the window, in the root's pixels: 16 bits each. */
static long middle_of(source *s) {
    XWindowAttributes a;
    int x = 0;
    int y = 0;
    Window child;
    XGetWindowAttributes(s->display, s->target, &a);
    XTranslateCoordinates(s->display, s->target, a.root, a.width / 2, a.height / 2, &x, &y, &child);
    return (long)x << 16 | (long)y;
}

static const char *drop(source *s) {
    const long accepted = 1;
    XClientMessageEvent answer;
    XSetSelectionOwner(s->display, s->atoms[SELECTION], s->own, CurrentTime);
    post(s, ENTER, (long)protocol << 24, (long)s->atoms[URI_LIST], None, None);
    post(s, POSITION, 0, middle_of(s), CurrentTime, (long)s->atoms[ACTION_COPY]);
    if (!await(s, STATUS, &answer)) {
        return "no answer to a position";
    }
    if ((answer.data.l[1] & accepted) == 0) {
        post(s, LEAVE, 0, 0, 0, 0);
        return "the window does not want it";
    }
    post(s, DROP, 0, CurrentTime, 0, 0);
    /* The rest of the answer is ignored: GLFW writes a length instead of a flag. */
    return await(s, FINISHED, &answer) ? NULL : "the drop was not finished";
}

int main(int argc, char **argv) {
    static char *names[ATOM_COUNT] = {
        [ENTER] = "XdndEnter",         [POSITION] = "XdndPosition",
        [STATUS] = "XdndStatus",       [LEAVE] = "XdndLeave",
        [DROP] = "XdndDrop",           [FINISHED] = "XdndFinished",
        [SELECTION] = "XdndSelection", [ACTION_COPY] = "XdndActionCopy",
        [URI_LIST] = "text/uri-list",
    };
    static source s;
    s.display = XOpenDisplay(NULL);
    if (argc < 3 || s.display == NULL) {
        fprintf(stderr, "usage: drop_file WINDOW PATH... (on a display)\n");
        return 2;
    }
    XInternAtoms(s.display, names, ATOM_COUNT, False, s.atoms);
    s.target = strtoul(argv[1], NULL, 0);
    s.own = XCreateSimpleWindow(s.display, DefaultRootWindow(s.display), 0, 0, 1, 1, 0, 0, 0);
    for (int i = 2; i < argc; i++) {
        append_uri(s.text, argv[i]);
    }
    const char *problem = drop(&s);
    if (problem != NULL) {
        fprintf(stderr, "drop_file: %s\n", problem);
    }
    XCloseDisplay(s.display);
    return problem == NULL ? 0 : 1;
}
