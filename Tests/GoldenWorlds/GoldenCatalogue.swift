import Scenarios
import Simulation

/// Every simulation that a golden recording replays.
package enum GoldenCatalogue {
  /// What ships, and the worlds that reach the branches of the engine that nothing of it reaches.
  package static var all: [CatalogueEntry] { Catalogue.all + worlds }

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
}
