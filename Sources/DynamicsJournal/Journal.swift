import Dynamics
import Recording
import Replay
import Simulation

/// Records an app's animator as it is: what the app does to it, and what becomes of it.
///
/// ```swift
/// let animator = DynamicAnimator(referenceBounds: bounds, journal: Journal("session.mcap"))
/// ```
///
/// Nothing else of the app changes. The file is a recording like any other: `laplace` replays,
/// verifies, bisects, shrinks and shows it without the app, for every call that changed something is
/// an input of the simulation `dynamics.journal`.
///
/// A step of the recording is a frame that the animator ran. Calls that come from callbacks
/// (actions, delegates, `willMove(to:)`, setters of items) have their place in the step. What the
/// app itself writes to items, and what the block of a custom field answers, are inputs as well.
///
/// The file is complete after ``finish()``, or when the animator has gone. A process that is killed
/// leaves it beside its name, with all but the last second: `laplace recover` makes it whole. A
/// program that ends does the same where a global variable keeps the animator: call ``finish()``
/// before its end.
///
/// A journal belongs to one animator and to its isolation domain.
public final class Journal {
  /// Where the recording goes.
  package enum Target {
    case file(path: String, RecordingOptions)
    case flight(path: String?, FlightOptions)
  }

  private let target: Target
  private let failureHandler: ((any Error) -> Void)?
  /// The animator keeps it.
  private weak var log: JournalLog?
  private var hasAnimator = false

  /// What the recording ended with before its time; `nil`: nothing. See ``JournalError``.
  public private(set) var failure: (any Error)?

  /// Records to a file.
  ///
  /// - Parameters:
  ///   - path: of the recording; a regular file of that name gives way to it when it is complete.
  ///   - options: how it is written.
  ///   - failureHandler: told, once, when the recording ends before its time: the app goes on. By
  ///     default a line on standard error says so.
  public convenience init(
    _ path: String, options: RecordingOptions = .init(),
    failureHandler: ((any Error) -> Void)? = nil
  ) {
    self.init(.file(path: path, options), failureHandler)
  }

  /// Keeps the last seconds in a ring, for ``report(to:note:)``.
  ///
  /// - Parameters:
  ///   - options: how much is kept.
  ///   - path: of the file that the ring lies in, so that it outlives the process, and
  ///     `laplace recover` makes a recording of it; `nil`: memory of the process.
  ///   - failureHandler: see ``init(_:options:failureHandler:)``.
  public convenience init(
    keeping options: FlightOptions, in path: String? = nil,
    failureHandler: ((any Error) -> Void)? = nil
  ) {
    self.init(.flight(path: path, options), failureHandler)
  }

  private init(_ target: Target, _ failureHandler: ((any Error) -> Void)?) {
    self.target = target
    self.failureHandler = failureHandler
  }

  /// How many steps are recorded: frames, and one for what the app did after the last of them.
  public private(set) var stepCount: Int64 = 0

  /// Notes `text` at the present frame.
  ///
  /// - Throws: `RecordingError`, or ``failure``.
  public func mark(_ text: String) throws {
    if let failure { throw failure }
    try log?.mark(text)
  }

  /// Completes the recording. What the app did since the last frame is a last step of its own.
  ///
  /// From then on nothing is recorded. A ring is given up.
  ///
  /// - Throws: ``failure``; `RecordingError` when the file cannot be completed.
  public func finish() throws {
    let log = log
    self.log = nil
    if let failure { throw failure }
    try log?.finish()
  }

  /// Writes what a ring holds as a recording with the state after each frame, and goes on.
  ///
  /// - Parameters:
  ///   - path: of the recording.
  ///   - note: what a person says of it; the recording marks its last frame with it.
  /// - Throws: `RecordingError`, ``failure``, or ``JournalError/noRing`` for a journal that records
  ///   to a file.
  public func report(to path: String, note: String? = nil) throws {
    if let failure { throw failure }
    guard case .flight = target else { throw JournalError.noRing }
    try log?.report(to: path, note: note)
  }

  /// Records `animator`, which nobody has done anything to yet.
  package func begin(_ animator: DynamicAnimator) {
    guard !hasAnimator else { return fail(JournalError.inUse) }
    hasAnimator = true
    do {
      let log = try JournalLog(
        animator, target, didRecord: { [weak self] in self?.stepCount += 1 },
        fail: { [weak self] in self?.fail($0) })
      self.log = log
    } catch {
      fail(error)
    }
  }

  private func fail(_ error: any Error) {
    guard failure == nil else { return }
    failure = error
    log = nil
    if let failureHandler { return failureHandler(error) }
    let name =
      switch target {
      case .file(let path, _): path
      case .flight(let path, _): path ?? "ring"
      }
    let line = "journal of a DynamicAnimator: \(name): \(error)\n"
    _ = Files.put(line, to: 2)
  }
}

/// Why an app's animator is no longer recorded.
public enum JournalError: Error, Equatable, CustomStringConvertible {
  /// The app called what no replay can repeat.
  case notReplayable(call: String)
  /// The journal was given to a second animator, which it does not record.
  case inUse
  /// There is no ring to report from: the journal records to a file.
  case noRing

  public var description: String {
    switch self {
    case .notReplayable(let call):
      "the recording ends here: no replay can repeat \(call); begin another journal after it"
    case .inUse: "it records another animator already; give each animator a journal of its own"
    case .noRing: "it records to a file; make it with Journal(keeping:) to report from"
    }
  }
}

extension DynamicAnimator {
  /// An animator that a journal records. See
  /// ``init(referenceBounds:profile:seed:substepsPerFrame:cullBounds:)`` and ``Journal``.
  ///
  /// - Parameter journal: `nil`: none, at no cost.
  public convenience init(
    referenceBounds: Rect? = nil, profile: Profile = .documented, seed: UInt64 = 1,
    substepsPerFrame: Int = 4, cullBounds: Rect? = nil, journal: Journal?
  ) {
    self.init(
      referenceBounds: referenceBounds, profile: profile, seed: seed,
      substepsPerFrame: substepsPerFrame, cullBounds: cullBounds)
    journal?.begin(self)
  }

  /// An animator that a journal records, and whose reference bounds are those of a view. See
  /// ``init(referenceView:profile:seed:)`` and ``Journal``.
  ///
  /// - Parameter journal: `nil`: none, at no cost.
  public convenience init(
    referenceView: any ReferenceView, profile: Profile = .documented, seed: UInt64 = 1,
    journal: Journal?
  ) {
    self.init(referenceView: referenceView, profile: profile, seed: seed)
    journal?.begin(self)
  }
}
