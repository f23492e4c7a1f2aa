/// Draws how far a long piece of work is.
struct ProgressBar {
  let title: String
  let total: Int64

  func update(_ done: Int64) {
    let console = ToolContext.current.console
    guard console.isInteractive, total > 0 else { return }
    let width = 30
    let filled = Int(Int64(width) * min(done, total) / total)
    let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
    console.progress("\(title) [\(bar)] \(done)/\(total)")
  }

  func finish() { ToolContext.current.console.progress("") }
}
