// A pyramid of Box2D 2.4: recorded, and run by tools from its beginning.
// box2d record FILE | box2d verify FILE | box2d (serves tools on standard input and output)
#include "laplace.h"
#include <box2d/box2d.h>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

struct Row { float x, y, c, s, vx, vy, w; };
struct Push { float x, y; };

struct Game {
  b2World world{{0, -10}};
  std::vector<b2Body *> bodies;
  std::vector<Row> rows;

  explicit Game(uint64_t seed) {
    b2PolygonShape floor, box;
    floor.SetAsBox(50, 1);
    box.SetAsBox(0.5f, 0.5f);
    b2BodyDef definition;
    world.CreateBody(&definition)->CreateFixture(&floor, 0);
    definition.type = b2_dynamicBody;
    for (int row = 0; row < 8; row++)
      for (int column = row; column < 8; column++) {
        definition.position.Set(1.1f * column - 0.55f * row + 0.001f * (seed % 10), 1.6f + 1.1f * row);
        bodies.push_back(world.CreateBody(&definition));
        bodies.back()->CreateFixture(&box, 1);
      }
    show();
  }
  void step(const laplace_input *inputs, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
      auto push = static_cast<const Push *>(inputs[i].value);
      bodies.back()->ApplyLinearImpulseToCenter({push->x, push->y}, true);
    }
    world.Step(1 / 60.0f, 8, 3);
    show();
  }
  void show() {
    rows.clear();
    for (auto body : bodies) {
      auto p = body->GetPosition(), v = body->GetLinearVelocity();
      auto q = body->GetTransform().q;
      rows.push_back({p.x, p.y, q.c, q.s, v.x, v.y, body->GetAngularVelocity()});
    }
  }
};

static int fail(const char *what) {
  std::fprintf(stderr, "box2d: %s: %s\n", what, laplace_error());
  return 1;
}

int main(int argc, char **argv) {
  const laplace_field row[] = {
      LAPLACE_FIELD(Row, x, LAPLACE_FLOAT32, LAPLACE_POSITION_X), LAPLACE_FIELD(Row, y, LAPLACE_FLOAT32, LAPLACE_POSITION_Y),
      LAPLACE_FIELD(Row, c, LAPLACE_FLOAT32, LAPLACE_ROTATION_COSINE), LAPLACE_FIELD(Row, s, LAPLACE_FLOAT32, LAPLACE_ROTATION_SINE),
      LAPLACE_FIELD(Row, vx, LAPLACE_FLOAT32, LAPLACE_VELOCITY_X), LAPLACE_FIELD(Row, vy, LAPLACE_FLOAT32, LAPLACE_VELOCITY_Y),
      LAPLACE_FIELD(Row, w, LAPLACE_FLOAT32, LAPLACE_ANGULAR_VELOCITY)};
  const laplace_field push[] = {LAPLACE_FIELD(Push, x, LAPLACE_FLOAT32, LAPLACE_PLAIN), LAPLACE_FIELD(Push, y, LAPLACE_FLOAT32, LAPLACE_PLAIN)};
  const laplace_table tables[] = {{"bodies", row, 7, sizeof(Row)}}, inputs[] = {{"push", push, 2, sizeof(Push)}};
  const laplace_simulation simulation = {LAPLACE_API_VERSION, 1, 60, 1, 1, "box2d", "2.4", "C++ " __VERSION__, tables, inputs};
  const laplace_callbacks callbacks = {
      [](uint64_t seed) -> void * { return new Game(seed); },
      [](void *run, const laplace_input *inputs, uint32_t count) { static_cast<Game *>(run)->step(inputs, count); },
      [](void *run, laplace_rows *rows) { auto &now = static_cast<Game *>(run)->rows; rows[0] = {now.data(), now.size()}; },
      nullptr, nullptr,
      [](void *run) { delete static_cast<Game *>(run); },
      1};  // its contacts cannot be put back

  if (argc == 1) return laplace_serve(&simulation, &callbacks) ? fail("serve") : 0;
  if (argc == 3 && !std::strcmp(argv[1], "verify")) {
    int64_t after;
    if (laplace_verify(argv[2], &simulation, &callbacks, &after)) return fail(argv[2]);
    std::printf(after < 0 ? "bit-exact\n" : "differs after %lld steps\n", (long long)after);
    return after >= 0;
  }
  if (argc != 3 || std::strcmp(argv[1], "record")) return std::fprintf(stderr, "box2d: record FILE or verify FILE\n"), 2;
  auto game = std::make_unique<Game>(1);
  laplace_rows now = {game->rows.data(), game->rows.size()};
  auto recorder = laplace_record(argv[2], &simulation, 1, &now);
  if (!recorder) return fail(argv[2]);
  for (int i = 0; i < 300; i++) {
    const Push hit = {4, 1};
    const laplace_input input = {0, &hit};
    const uint32_t count = i == 120;
    game->step(&input, count);
    now = {game->rows.data(), game->rows.size()};
    if (laplace_step(recorder, &input, count, &now, nullptr)) return fail(argv[2]);
  }
  return laplace_finish(recorder) ? fail(argv[2]) : 0;
}
