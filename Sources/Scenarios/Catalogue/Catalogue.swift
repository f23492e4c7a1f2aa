import Dynamics
import Simulation

/// Every simulation that ships with the toolkit.
package enum Catalogue {
  package static var all: [CatalogueEntry] { scenarios + demos }

  /// The scenarios of UIKit's behaviours, and the replay of an app's own animator.
  private static var scenarios: [CatalogueEntry] {
    [
      CatalogueEntry(
        S01Orbit.self, summary: "orbit: radial gravity and a vortex",
        defaultStepCount: 1800, gestures: Gestures.scenario(1)),
      CatalogueEntry(
        S02Gravity.self, summary: "gravity: one item falls for ever; tilt turns gravity",
        defaultStepCount: 600, gestures: Gestures.scenario(2)),
      CatalogueEntry(
        S03Collisions.self, summary: "collisions: two items fall onto the floor",
        defaultStepCount: 300, gestures: Gestures.scenario(3)),
      CatalogueEntry(
        S04Attachment.self, summary: "attachment: an item on a rod follows one that a finger drags",
        defaultStepCount: 600, gestures: Gestures.scenario(4)),
      CatalogueEntry(
        S05Spring.self, summary: "spring: an item hangs from one that a finger drags",
        defaultStepCount: 600, gestures: Gestures.scenario(5)),
      CatalogueEntry(
        S06Snap.self, summary: "snap: an item snaps to where a finger taps",
        defaultStepCount: 600, gestures: Gestures.scenario(6)),
      CatalogueEntry(
        S07Push.self, summary: "push: a finger pushes an item about",
        defaultStepCount: 600, gestures: Gestures.scenario(7)),
      CatalogueEntry(
        S08Properties.self, summary: "item properties: one of two falling items is a rubber ball",
        defaultStepCount: 720, gestures: Gestures.scenario(8)),
      CatalogueEntry(
        S09LockScreen.self,
        summary: "lock screen: a page that a finger lifts and drops or flings away",
        defaultStepCount: 720, gestures: Gestures.scenario(9)),
      CatalogueEntry(
        S10Proxy.self, summary: "proxy: a label under automatic layout falls with the tilt",
        defaultStepCount: 600, gestures: Gestures.scenario(10)),
      CatalogueEntry(
        S11PauseResume.self, summary: "pause and resume: what wakes an animator, and when it rests",
        defaultStepCount: 1080, gestures: Gestures.scenario(11)),
      CatalogueEntry(
        S12Sweep.self, summary: "sweep: a cell of S02 to S08 with other parameters",
        defaultStepCount: 300, gestures: Gestures.scenario(12)),
      CatalogueEntry(
        S13StickyCorners.self, summary: "corners: an item sticks to corners; throw it",
        defaultStepCount: 1200, gestures: Gestures.scenario(13)),
      CatalogueEntry(
        S14Dialog.self, summary: "dialog: it drops in, waits, swings and falls out",
        defaultStepCount: 360, gestures: Gestures.scenario(14)),
      CatalogueEntry(
        S15Toss.self, summary: "toss: a card that a finger drags home or tosses off",
        defaultStepCount: 480, gestures: Gestures.scenario(15)),
      CatalogueEntry(
        S16Robustness.self, summary: "robustness: items in one another, pushes beyond reason",
        defaultStepCount: 600, gestures: Gestures.scenario(16)),
      CatalogueEntry(
        Playground.self,
        summary: "playground: fifty items, tilted, thrown and tapped for ten minutes",
        defaultStepCount: 36_000, gestures: Gestures.playground),
      CatalogueEntry(
        JournalSimulation.self,
        summary: "journal: what an app did to its animator, done again; record your own",
        defaultStepCount: 600),
    ]
  }

  private static var demos: [CatalogueEntry] {
    [
      CatalogueEntry(
        Bridge.self, summary: "bridge: a truck crosses it and is lifted at the other side",
        defaultStepCount: 900),
      CatalogueEntry(
        SolarSystem.self, summary: "solar system: planets on circles around a sun",
        defaultStepCount: 3600),
      CatalogueEntry(
        Cradle.self, summary: "cradle: two balls of five leave where two come",
        defaultStepCount: 600),
      CatalogueEntry(
        CardHouse.self, summary: "card house: it stands until a marble rolls into it",
        defaultStepCount: 600),
      CatalogueEntry(
        Pile.self, summary: "pile: boxes fall on a heap and come to rest, or stay awake",
        defaultStepCount: 600),
    ]
  }
}
