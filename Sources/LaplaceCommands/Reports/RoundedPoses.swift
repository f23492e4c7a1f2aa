import Recording
import Simulation

/// Says that what is shown are the rounded poses of a view track.
func sayPosesAreRounded(_ path: String, _ header: RecordingHeader) {
  guard let interval = header.tracks.viewInterval else { return }
  ToolContext.current.console.complain(
    "\(path): shown from its view track: \(everySteps(interval)), positions to 1/1024, angles to "
      + "1/4096 of a turn; a program that runs '\(header.description.name)' gives every state (--agent)"
  )
}

/// The cadence of a view track.
func everySteps(_ interval: Int64) -> String {
  switch interval {
  case 1: return "every step"
  case 2: return "every 2nd step"
  case 3: return "every 3rd step"
  default: return "one step in \(interval)"
  }
}
