import Replay

extension Sighting {
  /// What a build does otherwise, and from where on, for a person.
  var text: String {
    let place = step < 0 ? "before step 0" : "from step \(step)"
    return switch symptom {
    case .difference(let signature): "\(place): \(signature.text)"
    case .ending(let words): "\(place): it ends, \(words)"
    case .hang: "\(place): it gives no answer"
    case .condition: place
    }
  }
}
