/* rbsim-mpi: rbsim whose studies run in all processes that mpirun has started. Every process parses the
   same arguments and builds the same study. The first process distributes chunks of jobs, computes some
   itself, and writes the journal and the files. The others, the workers, request chunks until none are
   left. If a process dies, MPI ends all of them; rows received so far are in the journal. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/study_private.h"
#include "base/file.h"
#include "base/system.h"
#include "cli/output.h"
#include "cli/study.h"

enum { TAG_HEAD = 1, TAG_ROWS, TAG_TEXT, TAG_CHUNK };

/* Messages of a worker. */
typedef enum message_kind { REQUESTS, RETURNS, FAILS, LEAVES } message_kind;
typedef struct head {
    int64_t kind, first, count, study; /* study: a hash of its definition */
} head;
enum { HEAD_WORDS = sizeof(head) / sizeof(int64_t) };

static int rank, processes;
static int left;      /* first process: workers that have left */
static bool finished; /* worker: no work is left */

static int64_t hash_of(const rb_study *study) {
    uint64_t hash = rb_fnv(RB_FNV_BEGIN, study->definition, strlen(study->definition));
    return (int64_t)(rb_fnv(hash, rb_version(), strlen(rb_version())) >> 1);
}

/* ---------------------------------------------------------------- workers */

static void send_message(message_kind kind, int64_t first, int64_t count, int64_t study) {
    head h = {kind, first, count, study};
    MPI_Send(&h, HEAD_WORDS, MPI_INT64_T, 0, TAG_HEAD, MPI_COMM_WORLD);
}

static rb_status run_worker(rb_study_control *control, rb_error *err) {
    const rb_study *study = rb_study_of(control);
    double *rows = malloc((size_t)study->chunk * (size_t)study->width * sizeof *rows);
    if (rows == NULL) {
        return rb_fail(err, RB_ERR_MEMORY, "study: out of memory");
    }
    int64_t chunk[2] = {0, 0}; /* first job and count; a count of 0 ends the work */
    send_message(REQUESTS, 0, 0, hash_of(study));
    for (;;) {
        MPI_Recv(chunk, 2, MPI_INT64_T, 0, TAG_CHUNK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (chunk[1] == 0) {
            break;
        }
        rb_error reason;
        int count = (int)chunk[1];
        rb_status status = study->work(study->context, chunk[0], count, control, rows, &reason);
        send_message(status == RB_OK ? RETURNS : FAILS, chunk[0], count, hash_of(study));
        if (status == RB_OK) {
            MPI_Send(rows, count * study->width, MPI_DOUBLE, 0, TAG_ROWS, MPI_COMM_WORLD);
        } else {
            MPI_Send(reason.text, sizeof reason.text, MPI_CHAR, 0, TAG_TEXT, MPI_COMM_WORLD);
        }
    }
    finished = true;
    free(rows);
    return RB_OK;
}

/* ---------------------------------------------------------------- the first process */

static void receive_rows(rb_study_control *control, const head *h, int source, double *rows) {
    const rb_study *study = rb_study_of(control);
    MPI_Recv(rows, (int)h->count * study->width, MPI_DOUBLE, source, TAG_ROWS, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    rb_study_give(control, h->first, (int)h->count, rows);
}

static void receive_failure(rb_study_control *control, int source) {
    rb_error err;
    MPI_Recv(err.text, sizeof err.text, MPI_CHAR, source, TAG_TEXT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    rb_study_fail(control, RB_ERR_INPUT, &err);
}

static void check_study(rb_study_control *control, const head *h, int source) {
    if (h->study != hash_of(rb_study_of(control))) {
        rb_error err;
        rb_status status = rb_fail(&err, RB_ERR_INPUT,
                                   "process %d has a different study: expected the same version "
                                   "of rbsim-mpi and the same files on every machine",
                                   source);
        rb_study_fail(control, status, &err);
    }
}

/* Sends the next chunk; false if there is none. */
static bool send_chunk(rb_study_control *control, int to) {
    int64_t chunk[2] = {0, 0};
    int count = 0;
    if (control != NULL && rb_study_take(control, &chunk[0], &count)) {
        chunk[1] = count;
    }
    MPI_Send(chunk, 2, MPI_INT64_T, to, TAG_CHUNK, MPI_COMM_WORLD);
    return chunk[1] > 0;
}

static void sleep_briefly(void) {
    struct timespec t = {0, 1000000};
    nanosleep(&t, NULL);
}

/* Serves the workers until none of them has work. */
static void serve(rb_study_control *control, double *rows) {
    int working = processes - 1 - left;
    while (working > 0 && !rb_interrupted()) {
        int arrived = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, TAG_HEAD, MPI_COMM_WORLD, &arrived, &status);
        if (!arrived) {
            rb_study_look(control);
            sleep_briefly();
            continue;
        }
        head h;
        int source = status.MPI_SOURCE;
        MPI_Recv(&h, HEAD_WORDS, MPI_INT64_T, source, TAG_HEAD, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (h.kind == LEAVES) {
            left++;
            working -= h.count == 0; /* a finished one is counted already */
            continue;
        }
        check_study(control, &h, source);
        if (h.kind == RETURNS) {
            receive_rows(control, &h, source, rows);
        } else if (h.kind == FAILS) {
            receive_failure(control, source);
        }
        working -= !send_chunk(control, source);
    }
}

static rb_status run_first(rb_study_control *control, int threads, rb_error *err) {
    const rb_study *study = rb_study_of(control);
    double *rows = malloc((size_t)study->chunk * (size_t)study->width * sizeof *rows);
    rb_study_pool *pool = rows != NULL ? rb_study_pool_begin(control, threads > 0 ? threads : 1, err) : NULL;
    if (pool == NULL) {
        free(rows);
        return rb_fail(err, RB_ERR_MEMORY, "study: out of memory or threads");
    }
    serve(control, rows);
    while (!rb_study_pool_wait(pool)) {
        rb_study_look(control);
    }
    rb_study_pool_end(pool);
    free(rows);
    return RB_OK;
}

static rb_status execute(rb_study_control *control, int threads, rb_error *err) {
    return rank == 0 ? run_first(control, threads, err) : run_worker(control, err);
}

/* After its command a worker reports that it leaves. The first process ends the work of those that still
   request chunks: its own command may have ended without a study. */
static void leave(void) {
    if (rank > 0) {
        send_message(LEAVES, 0, finished, 0);
        return;
    }
    while (left < processes - 1) {
        head h;
        MPI_Status status;
        MPI_Recv(&h, HEAD_WORDS, MPI_INT64_T, MPI_ANY_SOURCE, TAG_HEAD, MPI_COMM_WORLD, &status);
        if (h.kind == LEAVES) {
            left++;
        } else {
            send_chunk(NULL, status.MPI_SOURCE);
        }
    }
}

int main(int argc, char **argv) {
    int threads = MPI_THREAD_SINGLE;
    rb_prepare_streams();
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &processes);
    if (rank > 0) { /* only the first process prints */
        if (freopen("/dev/null", "w", stdout) == NULL || freopen("/dev/null", "w", stderr) == NULL) {
            MPI_Abort(MPI_COMM_WORLD, RB_EXIT_FAILED);
        }
    }
    rb_study_set_team((rb_study_team){execute, rank > 0});
    int code = rb_finish_stdout(rb_run_command(argc, argv));
    if (rank == 0 && processes > 1 && rb_interrupted()) {
        MPI_Abort(MPI_COMM_WORLD, code); /* without waiting for chunks in progress */
    }
    leave();
    MPI_Finalize();
    return rank == 0 ? code : RB_EXIT_OK;
}
