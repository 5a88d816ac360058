#include "film/process.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <string.h>
#include <windows.h>

#include "base/windows/wide.h"

bool rb_process_find(const char *name, char *path, size_t size) {
    wchar_t wide[256], found[RB_WIDE_MAX];
    DWORD length = rb_widen(name, wide, 256) ? SearchPathW(NULL, wide, L".exe", RB_WIDE_MAX, found, NULL) : 0;
    return length > 0 && length < RB_WIDE_MAX && rb_narrow_path(found, path, size);
}

static HANDLE open_null(SECURITY_ATTRIBUTES *inherited) {
    return CreateFileW(L"NUL", GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, inherited,
                       OPEN_EXISTING, 0, NULL);
}

/* reads: the child's output comes through the pipe; else its input goes through it. */
static rb_status start(rb_process *process, const char *const *arguments, bool reads, rb_error *err) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    static wchar_t line[RB_COMMAND_MAX];
    HANDLE ends[2];
    int own = reads ? 0 : 1, other = 1 - own;
    *process = (rb_process){0, -1};
    if (!rb_widen_command(arguments, line)) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected shorter arguments", arguments[0]);
    }
    if (!CreatePipe(&ends[0], &ends[1], &inherited, 1 << 20)) {
        return rb_fail(err, RB_ERR_IO, "%s: cannot create a pipe", arguments[0]);
    }
    SetHandleInformation(ends[own], HANDLE_FLAG_INHERIT, 0); /* the child would keep it open */
    HANDLE null = open_null(&inherited);
    STARTUPINFOW info = {.cb = sizeof info,
                         .dwFlags = STARTF_USESTDHANDLES,
                         .hStdInput = reads ? null : ends[other],
                         .hStdOutput = reads ? ends[other] : null,
                         .hStdError = null};
    PROCESS_INFORMATION made;
    BOOL started = CreateProcessW(NULL, line, NULL, NULL, TRUE, CREATE_NO_WINDOW, NULL, NULL, &info, &made);
    DWORD reason = GetLastError();
    CloseHandle(ends[other]);
    CloseHandle(null);
    if (!started) {
        CloseHandle(ends[own]);
        return rb_fail(err, RB_ERR_IO, "%s: cannot be started: error %lu of Windows", arguments[0], reason);
    }
    CloseHandle(made.hThread);
    *process = (rb_process){(intptr_t)made.hProcess, _open_osfhandle((intptr_t)ends[own], _O_BINARY)};
    return RB_OK;
}

rb_status rb_process_start(rb_process *process, const char *const *arguments, rb_error *err) {
    return start(process, arguments, false, err);
}

rb_status rb_process_start_reader(rb_process *process, const char *const *arguments, rb_error *err) {
    return start(process, arguments, true, err);
}

/* Pipes have no timeout: it looks again and again whether there is something to read. */
long rb_process_read(const rb_process *process, void *data, size_t size, int patience) {
    enum { PAUSE = 2 }; /* ms */
    HANDLE pipe = (HANDLE)_get_osfhandle(process->pipe);
    char *bytes = data;
    size_t used = 0;
    int waited = 0;
    while (used < size && waited <= patience) {
        DWORD ready = 0, got = 0;
        if (!PeekNamedPipe(pipe, NULL, 0, NULL, &ready, NULL)) {
            return (long)used; /* the child has closed its end */
        }
        if (ready == 0) {
            Sleep(PAUSE);
            waited += PAUSE;
            continue;
        }
        DWORD part = ready < size - used ? ready : (DWORD)(size - used);
        if (!ReadFile(pipe, bytes + used, part, &got, NULL)) {
            return -1;
        }
        used += got;
        waited = 0;
    }
    return used == size ? (long)used : -1;
}

void rb_process_stop(const rb_process *process) {
    TerminateProcess((HANDLE)process->id, 1);
}

bool rb_process_finish(rb_process *process) {
    HANDLE child = (HANDLE)process->id;
    DWORD result = 1;
    rb_handle_close(process->pipe);
    WaitForSingleObject(child, INFINITE);
    GetExitCodeProcess(child, &result);
    CloseHandle(child);
    *process = (rb_process){0, -1};
    return result == 0;
}
