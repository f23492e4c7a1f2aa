// The engine of a page: an agent that writes recordings. `Tools/engine` builds it with LAPLACE_LIBRARY.

#if LAPLACE_LIBRARY
  import AgentProtocol
  import DeterministicMath
  import RecordingFormat
  import Simulation

  /// An agent that also writes what it runs as a recording.
  final class PageServer {
    private let server: AgentServer
    /// The description of the run, and how it was started.
    private var start: (description: SimulationDescription, parameters: [UInt64], seed: UInt64)?
    /// The digest of the state as it is.
    private var digest = StateDigest(low: 0, high: 0)
    /// The recording of the run, while there is one, and the markers that it will have.
    private var log: LogWriter?
    private var markers: ArraySlice<(step: Int64, text: String)> = []

    init(_ catalogue: [CatalogueEntry]) {
      server = AgentServer(
        catalogue: catalogue, engineVersion: engineVersion, build: buildFacts())
    }

    /// Answers a request of the agent protocol.
    func reply(to frame: [UInt8]) -> [UInt8] {
      AgentServer.reply { () throws(AgentError) in
        let request = try AgentRequest(encoded: frame)
        if case .run(let steps) = request {
          var digests: [StateDigest] = []
          digests.reserveCapacity(steps.count)
          for inputs in steps { digests.append(try take(inputs)) }
          return AgentReply.ran(digests).encoded
        }
        let reply = try server.answer(request)
        switch (request, reply) {
        case (.start(_, let parameters, let seed), .started(let description, let digest)):
          (start, self.digest, log) = ((description, parameters, seed), digest, nil)
        case (_, .restored(let digest)): (self.digest, log) = (digest, nil)
        case (_, .observed(let step)): (digest, log) = (step.digest, nil)
        default: break
        }
        return reply.encoded
      }
    }

    private func take(_ inputs: [RecordWords]) throws(AgentError) -> StateDigest {
      let image = log?.keyframeDue == true ? try image() : nil
      digest = try server.take(inputs)
      guard let log else { return digest }
      let digest = digest
      try refusing { () throws(RecordingError) in
        if let image { try log.append(keyframe: image) }
        addMarkers(to: log, upTo: log.stepCount)
        try log.append(inputs: inputs, digest: digest)
      }
      return digest
    }

    private func image() throws(AgentError) -> StateImage {
      var image = StateImage()
      try server.save(.everything, into: &image)
      return image
    }

    private func addMarkers(to log: LogWriter, upTo step: Int64) {
      while let marker = markers.first, marker.step <= step {
        log.addMarker(marker.text)
        markers.removeFirst()
      }
    }

    private func refusing<Value>(
      _ body: () throws(RecordingError) -> Value
    ) throws(AgentError) -> Value {
      do throws(RecordingError) { return try body() } catch { throw .refused(error.description) }
    }

    /// Begins to record the run as it is now.
    func record(_ message: [UInt8]) -> [UInt8] {
      AgentServer.reply { () throws(AgentError) in
        guard let start else { throw .refused("no simulation has been started") }
        var reader = WireReader(message)
        let firstStep = try reader.int64()
        guard RecordingHeader.firstSteps.contains(firstStep) else {
          throw .refused("no recording begins at step \(firstStep)")
        }
        let note = try reader.string()
        markers = []
        for _ in 0..<(try reader.count(minimumSize: 12)) {
          let step = try reader.int64()
          markers.append((step, try reader.string()))
        }
        try reader.end()
        var header = RecordingHeader(
          description: start.description, parameters: start.parameters, seed: start.seed,
          engineVersion: engineVersion, build: buildFacts(), tracks: .log)
        header.firstStep = firstStep
        header.notes = [BuildFact(name: "branch", value: note)]
        let (image, digest) = (try image(), digest)
        log = try refusing { () throws(RecordingError) in
          try LogWriter(header, initial: image, initialDigest: digest)
        }
        return AgentReply.stopped.encoded
      }
    }

    /// Ends the recording.
    ///
    /// - Returns: its file, or a refusal.
    func recorded() -> [UInt8] {
      AgentServer.reply { () throws(AgentError) in
        guard let log else { throw .refused("nothing is recorded") }
        self.log = nil
        addMarkers(to: log, upTo: .max)
        return try refusing { () throws(RecordingError) in try log.finish() }
      }
    }
  }
#endif
