/* A heap of discs of Chipmunk 7: recorded, and run by tools from its beginning.
   chipmunk record FILE | chipmunk verify FILE | chipmunk (serves tools) */
#include "laplace.h"
#include <chipmunk/chipmunk.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNT = 60 };
typedef struct { double x, y, angle, vx, vy, w; } Row;
typedef struct { double x; } Wind;
typedef struct { cpSpace *space; cpBody *bodies[COUNT]; Row rows[COUNT]; } Game;

static void show(Game *game) {
  for (int i = 0; i < COUNT; i++) {
    const cpBody *body = game->bodies[i];
    const cpVect p = cpBodyGetPosition(body), v = cpBodyGetVelocity(body);
    game->rows[i] = (Row){p.x, p.y, cpBodyGetAngle(body), v.x, v.y, cpBodyGetAngularVelocity(body)};
  }
}

static void *start(uint64_t seed) {
  Game *game = calloc(1, sizeof *game);
  game->space = cpSpaceNew();
  cpSpaceSetGravity(game->space, cpv(0, -100));
  const cpVect corners[] = {{-40, 0}, {40, 0}, {40, 200}, {-40, 200}};
  for (int i = 0; i < 4; i++)
    cpSpaceAddShape(game->space, cpSegmentShapeNew(cpSpaceGetStaticBody(game->space), corners[i], corners[(i + 1) % 4], 1));
  for (int i = 0; i < COUNT; i++) {
    cpBody *body = cpSpaceAddBody(game->space, cpBodyNew(1, cpMomentForCircle(1, 0, 4, cpvzero)));
    cpBodySetPosition(body, cpv(-30 + 12 * (i % 6) + 0.01 * ((i * 7 + seed) % 11), 10 + 12 * (i / 6)));
    cpShapeSetFriction(cpSpaceAddShape(game->space, cpCircleShapeNew(body, 4, cpvzero)), 0.5);
    game->bodies[i] = body;
  }
  show(game);
  return game;
}

static void step(void *run, const laplace_input *inputs, uint32_t count) {
  Game *game = run;
  for (uint32_t i = 0; i < count; i++)
    for (int k = 0; k < COUNT; k++)
      cpBodyApplyImpulseAtLocalPoint(game->bodies[k], cpv(((const Wind *)inputs[i].value)->x, 0), cpvzero);
  cpSpaceStep(game->space, 1 / 60.0);
  show(game);
}

static void rows(void *run, laplace_rows *rows) { rows[0] = (laplace_rows){((Game *)run)->rows, COUNT}; }
static void end(void *run) { cpSpaceFree(((Game *)run)->space); free(run); }

static int fail(const char *what) {
  fprintf(stderr, "chipmunk: %s: %s\n", what, laplace_error());
  return 1;
}

int main(int argc, char **argv) {
#define COLUMN(member, role) LAPLACE_FIELD(Row, member, LAPLACE_FLOAT64, role)
  const laplace_field row[] = {
      COLUMN(x, LAPLACE_POSITION_X), COLUMN(y, LAPLACE_POSITION_Y), COLUMN(angle, LAPLACE_PLAIN),
      COLUMN(vx, LAPLACE_VELOCITY_X), COLUMN(vy, LAPLACE_VELOCITY_Y), COLUMN(w, LAPLACE_ANGULAR_VELOCITY)};
  const laplace_field wind[] = {LAPLACE_FIELD(Wind, x, LAPLACE_FLOAT64, LAPLACE_PLAIN)};
  const laplace_table tables[] = {{"discs", row, 6, sizeof(Row)}}, inputs[] = {{"wind", wind, 1, sizeof(Wind)}};
  const laplace_simulation simulation = {LAPLACE_API_VERSION, 1, 60, 1, 1, "chipmunk", "7", "C " __VERSION__, tables, inputs};
  const laplace_callbacks callbacks = {start, step, rows, NULL, NULL, end, 1}; /* its arbiters cannot be put back */

  if (argc == 1) return laplace_serve(&simulation, &callbacks) ? fail("serve") : 0;
  if (argc == 3 && !strcmp(argv[1], "verify")) {
    int64_t after;
    if (laplace_verify(argv[2], &simulation, &callbacks, &after)) return fail(argv[2]);
    printf(after < 0 ? "bit-exact\n" : "differs after %lld steps\n", (long long)after);
    return after >= 0;
  }
  if (argc != 3 || strcmp(argv[1], "record")) return fprintf(stderr, "chipmunk: record FILE or verify FILE\n"), 2;
  Game *game = start(1);
  laplace_rows now;
  rows(game, &now);
  laplace_recorder *recorder = laplace_record(argv[2], &simulation, 1, &now);
  if (!recorder) return fail(argv[2]);
  for (int i = 0; i < 300; i++) {
    const Wind gust = {20};
    const laplace_input input = {0, &gust};
    const uint32_t count = i == 150;
    step(game, &input, count);
    if (laplace_step(recorder, &input, count, &now, NULL)) return fail(argv[2]);
  }
  return laplace_finish(recorder) ? fail(argv[2]) : 0;
}
