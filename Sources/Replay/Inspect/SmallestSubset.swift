/// Leaves out of `items` what a test does not need: delta debugging (Zeller and Hildebrandt,
/// "Simplifying and isolating failure-inducing input", 2002).
///
/// - Parameter holds: whether what is looked for is there with these items; it is, with all.
/// - Returns: items of which none can be left out alone.
/// - Complexity: O(log n) tests for one item that matters, O(n²) at worst.
package func smallestSubset<Item>(
  of items: [Item], holds: ([Item]) throws -> Bool
) rethrows -> [Item] {
  if try holds([]) { return [] }
  var (items, parts) = (items, 2)
  while items.count > 1 {
    let bounds = (0...parts).map { items.count * $0 / parts }
    var smaller: [Item]?
    for part in 0..<parts where smaller == nil {
      let alone = Array(items[bounds[part]..<bounds[part + 1]])
      if try holds(alone) {
        (smaller, parts) = (alone, 2)
        break
      }
    }
    // With two parts, the rest of one is the other.
    for part in 0..<parts where smaller == nil && parts > 2 {
      let rest = Array(items[..<bounds[part]] + items[bounds[part + 1]...])
      if try holds(rest) { (smaller, parts) = (rest, parts - 1) }
    }
    if let smaller {
      items = smaller
      parts = min(parts, max(2, items.count))
    } else if parts < items.count {
      parts = min(2 * parts, items.count)
    } else {
      break
    }
  }
  return items
}
