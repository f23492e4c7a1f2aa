import Scenarios
import Simulation

/// Every simulation that a golden recording replays.
package enum GoldenCatalogue {
  /// All that ships, the benchmark scenes, and worlds that reach the engine's other branches.
  package static var all: [CatalogueEntry] { Catalogue.all + benchmarks + worlds }

  /// Worlds for builds and tests alone: nobody would like to look at them.
  package static var worlds: [CatalogueEntry] {
    [
      CatalogueEntry(
        SpinDown.self,
        summary: "items spin down through the subnormal numbers",
        defaultStepCount: 400),
      CatalogueEntry(
        Functions.self, summary: "every function and kind of draw of the engine",
        defaultStepCount: 120),
      CatalogueEntry(
        Extremes.self, summary: "every function at the ends of its domain",
        defaultStepCount: 122),
      CatalogueEntry(
        Fields.self,
        summary: "charged items in all fields, on attachments of every form",
        defaultStepCount: 300),
      CatalogueEntry(
        Edits.self, summary: "a pile whose bodies, shapes and joints are changed",
        defaultStepCount: 300),
      CatalogueEntry(
        Changes.self,
        summary: "behaviours, boundaries and an animator are changed",
        defaultStepCount: 340),
      CatalogueEntry(
        Sleepers.self, summary: "bullets among hundreds of sleeping boxes",
        defaultStepCount: 300),
      CatalogueEntry(
        Loners.self, summary: "items alone in fields, on springs as devices show them",
        defaultStepCount: 130),
      CatalogueEntry(
        Slips.self, summary: "an app makes every mistake that an animator forgives",
        defaultStepCount: 90),
      CatalogueEntry(
        Refusals.self, summary: "a world is asked for what it refuses",
        defaultStepCount: 60),
      CatalogueEntry(
        Oddities.self, summary: "geometry and joints that are allowed and rare",
        defaultStepCount: 130),
      CatalogueEntry(
        Strays.self, summary: "bodies beside the grid in which hundreds sleep",
        defaultStepCount: 80),
    ]
  }

  /// The scenes of `laplace-bench`.
  package static var benchmarks: [CatalogueEntry] {
    [
      CatalogueEntry(
        LargePyramid.self,
        summary: "benchmark: one pyramid, 5,050 boxes unless baseCount says else",
        defaultStepCount: 500),
      CatalogueEntry(
        ManyPyramids.self, summary: "benchmark: 400 pyramids of 55 boxes", defaultStepCount: 200),
      CatalogueEntry(
        Tumbler.self, summary: "benchmark: 2,025 boxes in a turning drum", defaultStepCount: 750),
      CatalogueEntry(
        JointGrid.self, summary: "benchmark: a net of 10,000 bodies and 19,800 joints",
        defaultStepCount: 500),
      CatalogueEntry(
        Smash.self, summary: "benchmark: a heavy box hits 9,600 sleeping ones",
        defaultStepCount: 300),
      CatalogueEntry(
        Spinner.self, summary: "benchmark: a bar stirs 6,076 round and square bodies",
        defaultStepCount: 500),
      CatalogueEntry(
        Washer.self, summary: "benchmark: 8,100 boxes in a kinematic drum with paddles",
        defaultStepCount: 500),
      CatalogueEntry(
        Compounds.self, summary: "benchmark: 3,000 bodies of two triangles fall into a box",
        defaultStepCount: 500),
      CatalogueEntry(
        Junkyard.self, summary: "benchmark: a kinematic block pushes 8,000 pentagons about",
        defaultStepCount: 800),
      CatalogueEntry(
        Rain.self, summary: "benchmark: 1,000 ragdolls are made and removed on five floors",
        defaultStepCount: 1000),
      CatalogueEntry(
        FallingHinges.self, summary: "benchmark: 80 hinged boxes fall over and come to rest",
        defaultStepCount: 400),
    ]
  }
}
