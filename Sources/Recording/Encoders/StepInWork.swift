/// A step whose images several threads need; they go back when the last of them is done.
final class StepInWork {
  let entry: StepQueue.Entry
  /// Who needs it. Only the thread that hands it to others counts up, before it does; down is
  /// ``StepQueue/release(_:)``.
  var uses = 1

  init(_ entry: StepQueue.Entry) { self.entry = entry }
}
