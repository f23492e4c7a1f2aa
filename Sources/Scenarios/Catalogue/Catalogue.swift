import Dynamics
import Simulation

/// Every simulation that ships with the toolkit.
package enum Catalogue {
  package static var all: [CatalogueEntry] { gestured + others }

  /// The demos of UIKit's behaviours, each with the gestures that drive it.
  package static var gestured: [CatalogueEntry] {
    [
      CatalogueEntry(
        OrbitDemo.self, summary: "radial gravity and a vortex",
        defaultStepCount: 1800, gestures: Gestures.scenario(1)),
      CatalogueEntry(
        GravityDemo.self, summary: "one item falls for ever; tilt turns gravity",
        defaultStepCount: 600, gestures: Gestures.scenario(2)),
      CatalogueEntry(
        CollisionsDemo.self, summary: "two items fall onto the floor",
        defaultStepCount: 300, gestures: Gestures.scenario(3)),
      CatalogueEntry(
        AttachmentDemo.self, summary: "an item on a rod follows one that a finger drags",
        defaultStepCount: 600, gestures: Gestures.scenario(4)),
      CatalogueEntry(
        SpringDemo.self, summary: "an item hangs from one that a finger drags",
        defaultStepCount: 600, gestures: Gestures.scenario(5)),
      CatalogueEntry(
        SnapDemo.self, summary: "an item snaps to where a finger taps",
        defaultStepCount: 600, gestures: Gestures.scenario(6)),
      CatalogueEntry(
        PushDemo.self, summary: "a finger pushes an item about",
        defaultStepCount: 600, gestures: Gestures.scenario(7)),
      CatalogueEntry(
        PropertiesDemo.self, summary: "one of two falling items is a rubber ball",
        defaultStepCount: 720, gestures: Gestures.scenario(8)),
      CatalogueEntry(
        LockScreenDemo.self,
        summary: "a page that a finger lifts and drops or flings away",
        defaultStepCount: 720, gestures: Gestures.scenario(9)),
      CatalogueEntry(
        ProxyDemo.self, summary: "a label under automatic layout falls with the tilt",
        defaultStepCount: 600, gestures: Gestures.scenario(10)),
      CatalogueEntry(
        PauseDemo.self, summary: "what wakes an animator, and when it rests",
        defaultStepCount: 1080, gestures: Gestures.scenario(11)),
      CatalogueEntry(
        SweepDemo.self, summary: "one of the demos gravity to properties with other parameters",
        defaultStepCount: 300, gestures: Gestures.scenario(12)),
      CatalogueEntry(
        StickyCornersDemo.self, summary: "an item sticks to corners; throw it",
        defaultStepCount: 1200, gestures: Gestures.scenario(13)),
      CatalogueEntry(
        DialogDemo.self, summary: "it drops in, waits, swings and falls out",
        defaultStepCount: 360, gestures: Gestures.scenario(14)),
      CatalogueEntry(
        TossDemo.self, summary: "a card that a finger drags home or tosses off",
        defaultStepCount: 480, gestures: Gestures.scenario(15)),
      CatalogueEntry(
        RobustnessDemo.self, summary: "items in one another, pushes beyond reason",
        defaultStepCount: 600, gestures: Gestures.scenario(16)),
    ]
  }

  private static var others: [CatalogueEntry] {
    [
      CatalogueEntry(
        Playground.self,
        summary: "fifty items, tilted, thrown and tapped for ten minutes",
        defaultStepCount: 36_000, gestures: Gestures.playground),
      CatalogueEntry(
        JournalSimulation.self,
        summary: "what an app did to its animator, done again; record your own",
        defaultStepCount: 600),
      CatalogueEntry(
        Bridge.self, summary: "a truck crosses it and is lifted at the other side",
        defaultStepCount: 900),
      CatalogueEntry(
        SolarSystem.self, summary: "planets on circles around a sun",
        defaultStepCount: 3600),
      CatalogueEntry(
        Cradle.self, summary: "two balls of five leave where two come",
        defaultStepCount: 600),
      CatalogueEntry(
        CardHouse.self, summary: "it stands until a marble rolls into it",
        defaultStepCount: 600),
      CatalogueEntry(
        Pile.self, summary: "boxes fall on a heap and come to rest, or stay awake",
        defaultStepCount: 600),
    ]
  }
}
