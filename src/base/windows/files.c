/* Windows: paths and files. */
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "base/file.h"
#include "base/system.h"
#include "base/windows/wide.h"

/* ---------------------------------------------------------------- paths */

const char *rb_path_name(const char *path) {
    const char *name = path;
    for (const char *c = path; *c != '\0'; c++) {
        name = strchr("/\\:", *c) != NULL ? c + 1 : name;
    }
    return name;
}

/* "/x", "\x", "\\host\x", "C:\x". */
bool rb_path_is_absolute(const char *path) {
    return path[0] == '/' || path[0] == '\\' || (path[0] != '\0' && path[1] == ':');
}

char *rb_path_resolve(const char *path) {
    wchar_t wide[RB_WIDE_MAX], whole[RB_WIDE_MAX];
    char text[3 * RB_WIDE_MAX];
    rb_path_info info;
    DWORD length = rb_path_stat(path, &info) && rb_widen(path, wide, RB_WIDE_MAX)
                       ? GetFullPathNameW(wide, RB_WIDE_MAX, whole, NULL)
                       : 0;
    return length > 0 && length < RB_WIDE_MAX && rb_narrow_path(whole, text, sizeof text)
               ? rb_file_sibling("", text)
               : NULL;
}

bool rb_path_exists(const char *path) {
    wchar_t wide[RB_WIDE_MAX];
    return rb_widen(path, wide, RB_WIDE_MAX) && GetFileAttributesW(wide) != INVALID_FILE_ATTRIBUTES;
}

static bool stat_file(HANDLE file, rb_path_info *info) {
    DWORD type = GetFileType(file);
    BY_HANDLE_FILE_INFORMATION found;
    *info = (rb_path_info){.kind = type == FILE_TYPE_PIPE ? RB_PATH_PIPE : RB_PATH_DEVICE};
    if (type != FILE_TYPE_DISK) { /* also NUL, CON and COM1, which are names in every folder */
        return type != FILE_TYPE_UNKNOWN;
    }
    if (!GetFileInformationByHandle(file, &found)) {
        return rb_set_errno() == 0;
    }
    bool folder = (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
    *info = (rb_path_info){
        .kind = folder ? RB_PATH_FOLDER : RB_PATH_FILE,
        .size = (long long)((unsigned long long)found.nFileSizeHigh << 32 | found.nFileSizeLow),
        .volume = found.dwVolumeSerialNumber,
        .number = (unsigned long long)found.nFileIndexHigh << 32 | found.nFileIndexLow,
    };
    return true;
}

/* Others may read, write, rename and delete the file meanwhile, as on other systems. */
static HANDLE open_file(const char *path, DWORD access, DWORD disposition) {
    const DWORD share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    wchar_t wide[RB_WIDE_MAX];
    if (!rb_widen(path, wide, RB_WIDE_MAX)) {
        return INVALID_HANDLE_VALUE;
    }
    HANDLE file = CreateFileW(wide, access, share, NULL, disposition, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        rb_set_errno();
    }
    return file;
}

bool rb_path_stat(const char *path, rb_path_info *info) {
    HANDLE file = open_file(path, 0, OPEN_EXISTING);
    bool found = file != INVALID_HANDLE_VALUE && stat_file(file, info);
    if (file != INVALID_HANDLE_VALUE) {
        CloseHandle(file);
    }
    return found;
}

/* ---------------------------------------------------------------- files */

int rb_handle_open(const char *path, int how) {
    DWORD access = how & RB_OPEN_APPEND  ? GENERIC_READ | FILE_APPEND_DATA | SYNCHRONIZE
                   : how & RB_OPEN_WRITE ? GENERIC_WRITE
                                         : GENERIC_READ;
    DWORD disposition = how & RB_OPEN_NEW                                    ? CREATE_NEW
                        : (how & RB_OPEN_CREATE) && (how & RB_OPEN_TRUNCATE) ? CREATE_ALWAYS
                        : how & RB_OPEN_CREATE                               ? OPEN_ALWAYS
                        : how & RB_OPEN_TRUNCATE                             ? TRUNCATE_EXISTING
                                                                             : OPEN_EXISTING;
    HANDLE file = open_file(path, access, disposition);
    if (file == INVALID_HANDLE_VALUE) {
        return -1;
    }
    int flags = _O_BINARY | _O_NOINHERIT | (how & RB_OPEN_APPEND ? _O_RDWR | _O_APPEND : 0);
    int handle = _open_osfhandle((intptr_t)file, flags | (access == GENERIC_READ ? _O_RDONLY : 0));
    if (handle < 0) {
        CloseHandle(file);
        errno = EMFILE;
    }
    return handle;
}

static HANDLE file_of(int handle) {
    return handle >= 0 ? (HANDLE)_get_osfhandle(handle) : INVALID_HANDLE_VALUE;
}

bool rb_handle_stat(int handle, rb_path_info *info) {
    HANDLE file = file_of(handle);
    return file != INVALID_HANDLE_VALUE && stat_file(file, info);
}

/* A new file inherits the permissions of its folder. */
int rb_handle_copy_permissions(int handle, const char *path) {
    (void)handle, (void)path;
    return 0;
}

bool rb_handle_lock(int handle) {
    /* Far behind the end: a lock prevents reading and writing here. */
    OVERLAPPED place = {.OffsetHigh = 0x40000000};
    return LockFileEx(file_of(handle), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
                      &place) != 0;
}

bool rb_handle_write(int handle, const void *data, size_t size) {
    const char *next = data;
    while (size > 0) {
        DWORD written = 0, part = size < 1u << 20 ? (DWORD)size : 1u << 20;
        if (!WriteFile(file_of(handle), next, part, &written, NULL)) {
            rb_set_errno();
            return false;
        }
        size -= written;
        next += written;
    }
    return true;
}

int rb_handle_byte(int handle, long long offset) {
    OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    unsigned char byte = 0;
    DWORD count = 0;
    return ReadFile(file_of(handle), &byte, 1, &count, &place) && count == 1 ? byte : -1;
}

int rb_handle_sync(int handle) {
    rb_path_info info;
    if (!rb_handle_stat(handle, &info) || info.kind != RB_PATH_FILE || FlushFileBuffers(file_of(handle))) {
        return 0;
    }
    rb_set_errno();
    return errno;
}

FILE *rb_handle_stream(int handle, const char *mode) {
    return _fdopen(handle, mode);
}

int rb_stream_handle(FILE *stream) {
    return _fileno(stream);
}

void rb_handle_close(int handle) {
    _close(handle);
}

FILE *rb_stream_open(const char *path, const char *mode) {
    int how = mode[0] == 'r'              ? RB_OPEN_READ
              : strchr(mode, 'x') != NULL ? RB_OPEN_WRITE | RB_OPEN_NEW
                                          : RB_OPEN_WRITE | RB_OPEN_CREATE | RB_OPEN_TRUNCATE;
    int handle = rb_handle_open(path, how);
    FILE *stream = handle >= 0 ? _fdopen(handle, mode[0] == 'r' ? "rb" : "wb") : NULL;
    if (handle >= 0 && stream == NULL) {
        _close(handle);
    }
    return stream;
}

/* Links are rare here and need a privilege; one at the path is replaced by the new file. */
char *rb_link_target(const char *path) {
    return rb_file_sibling("", path);
}

bool rb_file_is_writable(const char *path) {
    wchar_t wide[RB_WIDE_MAX];
    if (rb_widen(path, wide, RB_WIDE_MAX) && (GetFileAttributesW(wide) & FILE_ATTRIBUTE_READONLY) == 0) {
        return true;
    }
    errno = EACCES;
    return false;
}

int rb_file_rename(const char *from, const char *to) {
    wchar_t old[RB_WIDE_MAX], new[RB_WIDE_MAX];
    if (!rb_widen(from, old, RB_WIDE_MAX) || !rb_widen(to, new, RB_WIDE_MAX)) {
        return -1;
    }
    return MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) ? 0 : rb_set_errno();
}

int rb_file_remove(const char *path) {
    wchar_t wide[RB_WIDE_MAX];
    return !rb_widen(path, wide, RB_WIDE_MAX) ? -1 : DeleteFileW(wide) ? 0 : rb_set_errno();
}

/* MoveFileExW writes the name to the disk. */
int rb_folder_handle(const char *folder) {
    (void)folder;
    return -1;
}

int rb_folder_create(const char *path, bool is_private) {
    (void)is_private;
    wchar_t wide[RB_WIDE_MAX];
    return !rb_widen(path, wide, RB_WIDE_MAX) ? -1 : CreateDirectoryW(wide, NULL) ? 0 : rb_set_errno();
}

struct rb_folder_list {
    HANDLE search;
    WIN32_FIND_DATAW entry;
    bool at_first; /* the entry was found by rb_folder_open */
    char name[3 * MAX_PATH];
};

rb_folder_list *rb_folder_open(const char *path) {
    char pattern[3 * RB_WIDE_MAX];
    wchar_t wide[RB_WIDE_MAX];
    rb_folder_list *list = calloc(1, sizeof *list);
    snprintf(pattern, sizeof pattern, "%s/*", path);
    if (list == NULL || !rb_widen(pattern, wide, RB_WIDE_MAX)) {
        free(list);
        return NULL;
    }
    list->search = FindFirstFileW(wide, &list->entry);
    if (list->search == INVALID_HANDLE_VALUE) {
        rb_set_errno();
        errno = errno == ENOENT && rb_path_exists(path) ? ENOTDIR : errno;
        free(list);
        return NULL;
    }
    list->at_first = true;
    return list;
}

const char *rb_folder_next(rb_folder_list *list) {
    while (list->at_first || FindNextFileW(list->search, &list->entry)) {
        const wchar_t *name = list->entry.cFileName;
        list->at_first = false;
        if (wcscmp(name, L".") != 0 && wcscmp(name, L"..") != 0 &&
            rb_narrow(name, list->name, sizeof list->name)) {
            return list->name;
        }
    }
    return NULL;
}

void rb_folder_close(rb_folder_list *list) {
    FindClose(list->search);
    free(list);
}
