/* Laplace in C: records a simulation in any language, proves that it repeats, reads recordings.
   A function returns LAPLACE_OK or another laplace_status, or NULL; laplace_error says why in one
   line. No call ends the program, but for pointers that point to no memory of yours. An object
   belongs to one thread at a time. */
#ifndef LAPLACE_H
#define LAPLACE_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

#define LAPLACE_API_VERSION 1
/* REFUSED: what was handed over makes no sense; nothing has changed. FAILED: a file, or a run. */
typedef enum { LAPLACE_OK = 0, LAPLACE_REFUSED = 1, LAPLACE_FAILED = 2 } laplace_status;
/* Numbers, little-endian; a truth value is a UINT8 of 0 or 1. */
typedef enum { LAPLACE_UINT8, LAPLACE_UINT32, LAPLACE_INT32, LAPLACE_UINT64, LAPLACE_INT64,
               LAPLACE_FLOAT32, LAPLACE_FLOAT64 } laplace_type;
/* What a column means to pictures and differences. KEY: tells which row is which. */
typedef enum { LAPLACE_PLAIN, LAPLACE_KEY, LAPLACE_POSITION_X, LAPLACE_POSITION_Y,
               LAPLACE_ROTATION_COSINE, LAPLACE_ROTATION_SINE, LAPLACE_VELOCITY_X,
               LAPLACE_VELOCITY_Y, LAPLACE_ANGULAR_VELOCITY } laplace_role;
/* When it is stored. All is digested after every step. */
typedef enum { LAPLACE_EVERY_STEP, LAPLACE_KEY_FRAME } laplace_cadence;

/* A number within a struct: LAPLACE_FIELD(struct ball, x, LAPLACE_FLOAT32, LAPLACE_POSITION_X). */
typedef struct { const char *name; uint32_t offset; uint8_t type, role, cadence, reserved; } laplace_field;
#define LAPLACE_FIELD(kind, member, type, role) {#member, (uint32_t)offsetof(kind, member), type, role, LAPLACE_EVERY_STEP, 0}
#define LAPLACE_FIELD_AT_KEY_FRAMES(kind, member, type) {#member, (uint32_t)offsetof(kind, member), type, LAPLACE_PLAIN, LAPLACE_KEY_FRAME, 0}
/* A table of the state, or a kind of input: structs of `stride` bytes. */
typedef struct { const char *name; const laplace_field *fields; uint32_t field_count, stride; } laplace_table;
typedef struct {
  uint32_t api_version;                          /* LAPLACE_API_VERSION */
  uint32_t step_numerator, step_denominator;     /* a step lasts 1/60 s: 1, 60 */
  uint32_t table_count, input_count;
  const char *name, *version, *build;            /* build: compiler and flags, or NULL */
  const laplace_table *tables, *inputs;
} laplace_simulation;
/* The rows of a table now: `count` structs from `base` on. */
typedef struct { void *base; uint64_t count; } laplace_rows;
/* One input: its index in `inputs` of the simulation, and its struct. */
typedef struct { uint32_t kind; const void *value; } laplace_input;
typedef struct { uint64_t low, high; } laplace_digest;

/* RECORDING. The file has its name once laplace_finish has returned LAPLACE_OK; what was recorded
   before an error is kept. `rows` has an entry for each table. */
typedef struct laplace_recorder laplace_recorder;
/* Begins with the state before the first step. */
laplace_recorder *laplace_record(const char *path, const laplace_simulation *simulation, uint64_t seed,
                                 const laplace_rows *rows);
/* After each step: what it was given, and the state it has left. `digest` may be NULL. */
int32_t laplace_step(laplace_recorder *recorder, const laplace_input *inputs, uint32_t input_count,
                     const laplace_rows *rows, laplace_digest *digest);
/* A note at the present step. */
int32_t laplace_mark(laplace_recorder *recorder, const char *text);
/* Completes the file. Frees the recorder, whatever it returns. */
int32_t laplace_finish(laplace_recorder *recorder);

/* RUNNING. What tools need to run the simulation themselves. */
typedef struct {
  void *(*start)(uint64_t seed);                                    /* NULL: it cannot */
  void (*step)(void *run, const laplace_input *inputs, uint32_t input_count);
  void (*rows)(void *run, laplace_rows *rows);                      /* an entry for each table */
  void (*resize)(void *run, uint32_t table, uint64_t row_count);    /* NULL: counts never change */
  void (*restored)(void *run);                                      /* other rows stand there; or NULL */
  void (*end)(void *run);
  uint32_t cannot_restore;   /* 1: there is more to a run than its rows; tools run it from its start */
} laplace_callbacks;
/* Serves `laplace verify --agent`, bisect, shrink and all others on standard input and output. */
int32_t laplace_serve(const laplace_simulation *simulation, const laplace_callbacks *callbacks);
/* Runs a recording again. `differs_after`: the steps after which digests first differ, or -1. */
int32_t laplace_verify(const char *path, const laplace_simulation *simulation,
                       const laplace_callbacks *callbacks, int64_t *differs_after);

/* READING any recording. Columns have numbers from 0, over all tables. */
typedef struct laplace_recording laplace_recording;
laplace_recording *laplace_open(const char *path);
int64_t laplace_step_count(laplace_recording *recording);
int32_t laplace_digest_after(laplace_recording *recording, int64_t step, laplace_digest *digest);
/* Text of the recording, good until it is closed. LAPLACE_REFUSED: there is no such column. */
int32_t laplace_column(laplace_recording *recording, uint32_t column, const char **table,
                       const char **name, uint8_t *type, uint8_t *cadence);
/* The column after a step (-1: before the first), as numbers of its type. At most `capacity` bytes
   are written; `row_count` says how many rows there are. FAILED: the step has no stored state. */
int32_t laplace_read(laplace_recording *recording, int64_t step, uint32_t column, void *numbers,
                     uint64_t capacity, uint64_t *row_count);
void laplace_close(laplace_recording *recording);

/* What went wrong last on this thread, in one line; valid until the thread's next call. */
const char *laplace_error(void);
uint32_t laplace_api_version(void);   /* of the library: LAPLACE_API_VERSION when it was built */
#ifdef __cplusplus
}
#endif
#endif
