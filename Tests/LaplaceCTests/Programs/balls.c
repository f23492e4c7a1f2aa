/* Balls that fall, bounce and are kicked: recorded, run by tools, verified.
   balls record FILE | balls verify FILE | balls (serves tools on standard input and output) */
#include "laplace.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { float x, y, vx, vy; uint8_t color; } Ball;
typedef struct { uint64_t bounces; } Score;
typedef struct { float speed; } Kick;
typedef struct { Ball *balls; uint64_t count; Score score; } Game;
#define STEP (1.0f / 60)
#ifndef LOSS
#define LOSS -0.8f
#endif

static void resize(void *run, uint32_t table, uint64_t count) {
  Game *game = run;
  if (table != 0) return;
  game->balls = realloc(game->balls, count * sizeof *game->balls);
  game->count = count;
}

static void *start(uint64_t seed) {
  Game *game = calloc(1, sizeof *game);
  resize(game, 0, 100);
  for (uint64_t i = 0; i < game->count; i++)
    game->balls[i] = (Ball){0.5f * i, 10 + 0.25f * i, 0.125f * ((i + seed) % 7), 0, i % 3};
  return game;
}

static void step(void *run, const laplace_input *inputs, uint32_t input_count) {
  Game *game = run;
  float kick = 0;
  for (uint32_t i = 0; i < input_count; i++) kick += ((const Kick *)inputs[i].value)->speed;
  for (uint64_t i = 0; i < game->count; i++) {
    Ball *ball = &game->balls[i];
    ball->vy += kick - 10 * STEP;
    ball->x += ball->vx * STEP;
    ball->y += ball->vy * STEP;
    if (ball->y >= 0) continue;
    ball->y = -ball->y;
    ball->vy *= LOSS;
    game->score.bounces++;
  }
  if (kick != 0 && game->count < 200) { /* a kick adds a ball */
    resize(game, 0, game->count + 1);
    game->balls[game->count - 1] = (Ball){0, 5, 1, 0, 2};
  }
}

static void rows(void *run, laplace_rows *rows) {
  Game *game = run;
  rows[0] = (laplace_rows){game->balls, game->count};
  rows[1] = (laplace_rows){&game->score, 1};
}

static void end(void *run) {
  Game *game = run;
  free(game->balls);
  free(game);
}

static int fail(const char *what) {
  fprintf(stderr, "balls: %s: %s\n", what, laplace_error());
  return 1;
}

int main(int argc, char **argv) {
  const laplace_field ball[] = {
      LAPLACE_FIELD(Ball, x, LAPLACE_FLOAT32, LAPLACE_POSITION_X),
      LAPLACE_FIELD(Ball, y, LAPLACE_FLOAT32, LAPLACE_POSITION_Y),
      LAPLACE_FIELD(Ball, vx, LAPLACE_FLOAT32, LAPLACE_VELOCITY_X),
      LAPLACE_FIELD(Ball, vy, LAPLACE_FLOAT32, LAPLACE_VELOCITY_Y),
      LAPLACE_FIELD(Ball, color, LAPLACE_UINT8, LAPLACE_PLAIN)};
  const laplace_field score[] = {LAPLACE_FIELD_AT_KEY_FRAMES(Score, bounces, LAPLACE_UINT64)};
  const laplace_field kick[] = {LAPLACE_FIELD(Kick, speed, LAPLACE_FLOAT32, LAPLACE_PLAIN)};
  const laplace_table tables[] = {{"balls", ball, 5, sizeof(Ball)}, {"score", score, 1, sizeof(Score)}};
  const laplace_table inputs[] = {{"kick", kick, 1, sizeof(Kick)}};
  const laplace_simulation balls = {LAPLACE_API_VERSION, 1, 60, 2, 1, "balls", "1.0", "C " __VERSION__, tables, inputs};
  const laplace_callbacks callbacks = {start, step, rows, resize, NULL, end, 0};

  if (argc == 1) return laplace_serve(&balls, &callbacks) ? fail("serve") : 0;
  if (argc == 3 && !strcmp(argv[1], "verify")) {
    int64_t differs_after;
    if (laplace_verify(argv[2], &balls, &callbacks, &differs_after)) return fail(argv[2]);
    if (differs_after >= 0) printf("differs after %" PRId64 " steps\n", differs_after);
    else puts("bit-exact");
    return differs_after >= 0;
  }
  if (argc != 3 || strcmp(argv[1], "record")) return fprintf(stderr, "balls: record FILE or verify FILE\n"), 2;

  laplace_rows now[2];
  Game *game = start(1);
  rows(game, now);
  laplace_recorder *recorder = laplace_record(argv[2], &balls, 1, now);
  if (!recorder) return fail(argv[2]);
  for (int i = 0; i < 600; i++) {
    const Kick speed = {3};
    const laplace_input input = {0, &speed};
    uint32_t count = i % 100 == 99;
    step(game, &input, count);
    rows(game, now);
    if (laplace_step(recorder, &input, count, now, NULL)) return fail(argv[2]);
  }
  end(game);
  return laplace_finish(recorder) ? fail(argv[2]) : 0;
}
