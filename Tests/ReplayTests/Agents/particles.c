// The particles of Tests/TestSupport/Particles.swift as an agent: plain C11, no library but libc.
//
//   cc -std=c11 -O2 -ffp-contract=off particles.c -o particles
//
// Written from Sources/Replay/Replay.docc/AgentProtocol.md alone. -DPLANT_FUSED builds a faulty twin
// that rounds a product and a sum at once; it wants -lm.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef PLANT_FUSED
#include <math.h>
#define STEP(x, h, v) fmaf(h, v, x)
#else
#define STEP(x, h, v) ((x) + (h) * (v))
#endif

enum { COUNT_MAX = 1000, FRAME_MAX = 1 << 28 };

// A message that is read: every read past its end clears `ok` and gives zero.
typedef struct {
  const uint8_t *bytes;
  size_t size, at;
  bool ok;
} Reader;

static uint64_t take(Reader *r, int size) {
  if (r->size - r->at < (size_t)size) {
    r->ok = false;
    return 0;
  }
  uint64_t value = 0;
  for (int i = 0; i < size; i++) value |= (uint64_t)r->bytes[r->at++] << (8 * i);
  return value;
}

// A message that is written.
static uint8_t *out;
static size_t out_size, out_room;

static void put(uint64_t value, int size) {
  if (out_size + 8 > out_room) {
    out_room = 2 * out_room + 4096;
    out = realloc(out, out_room);
    if (!out) exit(2);
  }
  for (int i = 0; i < size; i++) out[out_size++] = (uint8_t)(value >> (8 * i));
}

static void put_text(const char *text) {
  size_t size = strlen(text);
  put(size, 4);
  for (size_t i = 0; i < size; i++) put((uint8_t)text[i], 1);
}

// The state. One array for each column; the stored bits are those of the values.
static bool is_started;
static int32_t count;
static int64_t step_index;
static float gravity, x[COUNT_MAX], y[COUNT_MAX], vx[COUNT_MAX], vy[COUNT_MAX];
static uint32_t bounces[COUNT_MAX];
static int32_t event_count, events[COUNT_MAX];

static uint32_t bits(float value) {
  uint32_t word;
  memcpy(&word, &value, 4);
  return word;
}

// Whether the word is a finite float32.
static bool number(uint64_t word, float *value) {
  uint32_t low = (uint32_t)word;
  memcpy(value, &low, 4);
  return word >> 32 == 0 && (low & 0x7F800000) != 0x7F800000;
}

static uint32_t column(int group, int32_t row) {
  switch (group) {
    case 1: return bits(x[row]);
    case 2: return bits(y[row]);
    case 3: return bits(vx[row]);
    case 4: return bits(vy[row]);
    default: return bounces[row];
  }
}

static void set_column(int group, int32_t row, uint32_t word) {
  float *columns[] = {x, y, vx, vy};
  if (group <= 4) memcpy(&columns[group - 1][row], &word, 4);
  else bounces[row] = word;
}

static uint64_t low, high;

static uint32_t place_key(uint32_t index) {
  index = (index ^ index >> 16) * 0x85EBCA6B;
  index = (index ^ index >> 13) * 0xC2B2AE35;
  return index ^ index >> 16;
}

// Adds the hash of a row of at most two words to a group's sums.
static void add_row(uint64_t sums[2], uint32_t row, uint64_t words) {
  uint32_t key = place_key(row), turned = key << 16 | key >> 16;
  uint32_t even = (uint32_t)words + place_key(0x80000000) + key;
  uint32_t odd = (uint32_t)(words >> 32) + place_key(0x80000001) + turned;
  sums[0] += (uint64_t)even * odd;
  sums[1] += (uint64_t)(even ^ 0x9E3779B9) * (odd ^ 0x7F4A7C15);
}

// Adds the hash of a record to the digest.
static void add_record(uint64_t tag, const uint64_t *words, int word_count) {
  uint64_t a = tag, b = tag * 0xC2B2AE3D27D4EB4F;
  for (int i = 0; i < word_count; i++) {
    a = (a ^ words[i]) * 0x9FB21C651E98DF25;
    a ^= a >> 32;
    b = (b + words[i]) * 0xD6E8FEB86659FD93;
    b = b << 29 | b >> 35;
  }
  uint64_t p = a + (b << 32 | b >> 32), q = b ^ a * 0x9E3779B97F4A7C15;
  p = (p ^ p >> 30) * 0xBF58476D1CE4E5B9;
  p = (p ^ p >> 27) * 0x94D049BB133111EB;
  q = (q ^ q >> 33) * 0xFF51AFD7ED558CCD;
  q = (q ^ q >> 33) * 0xC4CEB9FE1A85EC53;
  low += p ^ p >> 31;
  high += q ^ q >> 33;
}

static void put_digest(void) {
  low = high = 0;
  uint64_t row_count = 1, sums[2] = {0, 0};
  add_record(1 << 16, &row_count, 1);
  add_row(sums, 0, (uint64_t)step_index);
  add_record(1 << 16 | 1, sums, 2);
  row_count = (uint64_t)count;
  add_record(2 << 16, &row_count, 1);
  for (int group = 1; group <= 5; group++) {
    sums[0] = sums[1] = 0;
    for (int32_t row = 0; row < count; row++) add_row(sums, (uint32_t)row, column(group, row));
    add_record(2 << 16 | group, sums, 2);
  }
  put(low, 8);
  put(high, 8);
}

static void start(int64_t wanted, uint64_t seed) {
  is_started = true;
  count = (int32_t)(wanted < 0 ? 0 : wanted > COUNT_MAX ? COUNT_MAX : wanted);
  step_index = 0;
  event_count = 0;
  for (int32_t i = 0; i < count; i++) {
    uint32_t spread = (uint32_t)((seed + 1) * (uint64_t)(i + 1) * 2654435761u);
    x[i] = (float)i;
    y[i] = 1 + (float)(spread >> 20) / 4096;
    vx[i] = (float)(spread & 255) / 256;
    vy[i] = 0;
    bounces[i] = 0;
  }
}

// Reads one step's inputs and takes the step; a reason when an input is refused.
static const char *step(Reader *r) {
  Reader look = *r;  // all inputs are looked at before any acts
  for (int pass = 0; pass < 2; pass++) {
    *r = look;
    uint64_t inputs = take(r, 4);
    for (uint64_t i = 0; i < inputs && r->ok; i++) {
      uint64_t kind = take(r, 4), words = take(r, 4), word[3] = {0};
      float dx, dy;
      if (kind > 1 || words != (kind == 0 ? 3 : 0)) return "no such input";
      for (uint64_t w = 0; w < words; w++) word[w] = take(r, 8);
      if (!number(word[1], &dx) || !number(word[2], &dy)) return "a number is not finite";
      if (pass == 0) continue;
      if (kind == 1) {
        for (int32_t p = 0; p < count; p++) vx[p] = 0;
      } else if (word[0] < (uint64_t)count) {
        vx[word[0]] += dx;
        vy[word[0]] += dy;
      }
    }
    if (!r->ok) return "the message ends early";
  }
  const float h = 1.0f / 60.0f;
  event_count = 0;
  for (int32_t i = 0; i < count; i++) {
    vy[i] -= h * gravity;
    x[i] = STEP(x[i], h, vx[i]);
    y[i] = STEP(y[i], h, vy[i]);
    if (y[i] < 0) {
      y[i] = -y[i];
      vy[i] = -0.75f * vy[i];
      bounces[i]++;
      events[event_count++] = i;
    }
  }
  step_index++;
  return NULL;
}

static void put_field(const char *name, int type) {
  put_text(name);
  put((uint64_t)type, 1);
}

static void put_group(int cadence, int size, const char *name, int type, int role) {
  put((uint64_t)cadence, 1);
  put((uint64_t)size, 4);
  put(1, 4);
  put_field(name, type);
  put(0, 4);
  put((uint64_t)role, 1);
}

static void put_description(void) {
  put_text("particles");
  put(1, 4);
  put(60, 4);
  put(2, 4);  // parameters
  put_field("count", 2);
  put_field("gravity", 0);
  put(2, 4);  // inputs
  put_text("nudge");
  put(3, 4);
  put_field("particle", 2);
  put_field("vx", 0);
  put_field("vy", 0);
  put_text("calm");
  put(0, 4);
  put(1, 4);  // events
  put_text("bounced");
  put(1, 4);
  put_field("particle", 2);
  put(2, 4);  // tables
  put_text("stepIndex");
  put(1, 1);  // a single value
  put(1, 4);
  put_group(1, 8, "", 4, 0);
  put_text("particles");
  put(0, 1);  // rows
  put(5, 4);
  put_group(0, 4, "x", 5, 2);
  put_group(0, 4, "y", 5, 3);
  put_group(0, 4, "vx", 5, 6);
  put_group(0, 4, "vy", 5, 7);
  put_group(1, 4, "bounces", 1, 0);
  put(0, 1);  // no motion model
}

static void put_image(bool everything) {
  put(2, 4);
  put(1, 4);
  put((uint64_t)count, 4);
  put((uint64_t)(everything ? 8 + 20 * count : 16 * count), 4);
  if (everything) put((uint64_t)step_index, 8);
  for (int group = 1; group <= (everything ? 5 : 4); group++)
    for (int32_t row = 0; row < count; row++) put(column(group, row), 4);
}

static const char *restore(Reader *r) {
  take(r, 8);  // the step count: these particles carry their own
  uint64_t tables = take(r, 4), values = take(r, 4), rows = take(r, 4), size = take(r, 4);
  if (!r->ok || tables != 2 || values != 1 || rows > COUNT_MAX || size != 8 + 20 * rows ||
      size != r->size - r->at)
    return "the image does not fit";
  step_index = (int64_t)take(r, 8);
  count = (int32_t)rows;
  for (int group = 1; group <= 5; group++)
    for (int32_t row = 0; row < count; row++) set_column(group, row, (uint32_t)take(r, 4));
  return NULL;
}

static void put_number(double value) {
  uint64_t word;
  memcpy(&word, &value, 8);
  put(word, 8);
}

static void put_style(const char *name, int color) {
  put_text(name);
  put((uint64_t)color, 1);
  put(0, 1);  // solid
  put(0, 1);  // dots
  put_number(0.25);  // fillings
  put_number(1);  // usual lines
  put_number(1);  // opaque
  put_number(0);  // arrows that are no samples
}

static void put_layer(const char *name, int role, int32_t shapes) {
  put_text(name);
  put((uint64_t)role, 1);
  put((uint64_t)shapes, 4);
}

// All of a shape before its outlines.
static void put_shape(int32_t id, int style, double px, double py, double vx, double vy) {
  put((uint64_t)id, 4);
  put((uint64_t)style, 4);
  put_text("");
  put_number(px);
  put_number(py);
  put_number(0);  // turned no way
  put_number(0);
  put_number(vx);
  put_number(vy);
  put_number(0);
}

// A floor behind a circle for each particle.
static void put_drawing(void) {
  put(1, 1);  // there is one
  put(0, 1);  // whatever frame holds it
  put(1, 1);  // y points up
  put_text("m");
  put(2, 4);
  put_style("floor", 2);
  put_style("particle", 0);
  put(2, 4);
  put_layer("floor", 1, 1);
  put_shape(0, 0, 0, 0, 0, 0);
  put(1, 4);
  put(3, 1);  // a line of two points
  put(2, 4);
  put_number(-1);
  put_number(0);
  put_number(count);
  put_number(0);
  for (int i = 0; i < 4; i++) put(0, 4);  // no marks, links, arrows, labels
  put_layer("particles", 0, count);
  for (int32_t i = 0; i < count; i++) {
    put_shape(i, 1, x[i], y[i], vx[i], vy[i]);
    put(1, 4);
    put(0, 1);  // a circle
    put_number(x[i]);
    put_number(y[i]);
    put_number(0.125);
  }
  for (int i = 0; i < 4; i++) put(0, 4);
}

// Writes the reply's message; a reason when the request is refused.
static const char *answer(Reader *r, bool *is_stopped) {
  uint64_t request = take(r, 1);
  if (((request > 2 && request < 7) || request == 10) && !is_started) return "no simulation has been started";
  switch (request) {
    case 1:
      if (take(r, 4) != 3 || !r->ok) return "this agent speaks version 3";
      put(0x81, 1);
      put(3, 4);
      put_text("particles.c");
      put(1, 4);
      put_text("language");
      put_text("C");
      put(1, 4);
      put_text("particles");
      return NULL;
    case 2: {
      uint64_t size = take(r, 4);
      if (size != 9 || r->size - r->at < 9 || memcmp(r->bytes + r->at, "particles", 9) != 0)
        return "this agent runs 'particles' only";
      r->at += 9;
      uint64_t words = take(r, 4), wanted = take(r, 8), pull = take(r, 8), seed = take(r, 8);
      float value;
      if (!r->ok || words != 2 || !number(pull, &value)) return "two parameters are wanted: count, gravity";
      gravity = value;
      start((int64_t)wanted, seed);
      put(0x82, 1);
      put_description();
      put_digest();
      return NULL;
    }
    case 3: {
      const char *reason = restore(r);
      if (reason) return reason;
      put(0x83, 1);
      put_digest();
      return NULL;
    }
    case 4: {
      uint64_t steps = take(r, 4);
      put(0x84, 1);
      put(steps, 4);
      for (uint64_t i = 0; i < steps; i++) {
        const char *reason = step(r);
        if (reason) return reason;
        put_digest();
      }
      return NULL;
    }
    case 5:
      put(0x85, 1);
      put_image(take(r, 1) == 1);
      return NULL;
    case 6:
      put(0x86, 1);
      put((uint64_t)event_count, 4);
      for (int32_t i = 0; i < event_count; i++) {
        put(0, 4);
        put(1, 4);
        put((uint64_t)events[i], 8);
      }
      return NULL;
    case 7:
      put(0x87, 1);
      *is_stopped = true;
      return NULL;
    case 8:
      if (take(r, 4) != 9 || r->size - r->at != 9 || memcmp(r->bytes + r->at, "particles", 9) != 0)
        return "this agent runs 'particles' only";
      put(0x88, 1);
      put_description();
      put(2, 4);
      put(5, 8);
      put(bits(10), 8);
      return NULL;
    case 10:
      put(0x8A, 1);
      put_drawing();
      return NULL;
    default: return "there is no such request";
  }
}

int main(void) {
  bool is_stopped = false;
  uint8_t head[4];
  while (!is_stopped && fread(head, 1, 4, stdin) == 4) {
    size_t size = head[0] | (size_t)head[1] << 8 | (size_t)head[2] << 16 | (size_t)head[3] << 24;
    if (size < 1 || size > FRAME_MAX) return 2;
    uint8_t *message = malloc(size);
    if (!message || fread(message, 1, size, stdin) != size) return 2;
    Reader reader = {message, size, 0, true};
    out_size = 0;
    put(0, 4);  // the length, when it is known
    const char *reason = answer(&reader, &is_stopped);
    if (reason) {
      out_size = 4;
      put(0xFF, 1);
      put_text(reason);
    }
    for (int i = 0; i < 4; i++) out[i] = (uint8_t)((out_size - 4) >> (8 * i));
    if (fwrite(out, 1, out_size, stdout) != out_size || fflush(stdout) != 0) return 2;
    free(message);
  }
  return 0;
}
