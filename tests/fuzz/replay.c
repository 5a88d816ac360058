/* Calls a harness with the given files, and with every file of the given folders. */
#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#include "fuzz.h"

enum { LARGEST = 1 << 20 };

static int replay_file(const char *path) {
    static uint8_t data[LARGEST];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
        return -1;
    }
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    fprintf(stderr, "replay %s\n", path); /* the last one named is the one that failed */
    LLVMFuzzerTestOneInput(data, size);
    return 1;
}

/* Returns the number of files, or -1. A missing folder has none. */
static int replay(const char *path) {
    struct stat info;
    if (stat(path, &info) != 0) {
        return errno == ENOENT ? 0 : -1;
    }
    if (!S_ISDIR(info.st_mode)) {
        return replay_file(path);
    }
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return -1;
    }
    int count = 0;
    for (struct dirent *entry = readdir(folder); entry != NULL && count >= 0; entry = readdir(folder)) {
        char inside[4096];
        if (entry->d_name[0] != '.') {
            snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
            int more = replay(inside);
            count = more < 0 ? -1 : count + more;
        }
    }
    closedir(folder);
    return count;
}

int main(int argc, char **argv) {
    int count = 0;
    for (int i = 1; i < argc; i++) {
        int more = replay(argv[i]);
        if (more < 0) {
            return 1;
        }
        count += more;
    }
    fprintf(stderr, "%d inputs\n", count);
    return count > 0 ? 0 : 1;
}
