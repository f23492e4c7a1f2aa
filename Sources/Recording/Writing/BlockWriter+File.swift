import DeterministicMath

// A recording's file: it grows as `PATH.partial`, and gets its name when it is complete.

extension BlockWriter where Output == OutputFile {
  /// Starts a file.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - header: what is recorded.
  ///   - initialDigest: of the state before step 0.
  ///   - options: how it is written.
  /// - Throws: `RecordingError` when the file cannot be made.
  package convenience init(
    path: String, header: RecordingHeader, initialDigest: StateDigest, options: RecordingOptions
  ) throws(RecordingError) {
    let output = try OutputFile(
      path: path, replaces: options.replacesFile, input: options.input,
      sizeMax: options.fileSizeMax)
    do throws(RecordingError) {
      try self.init(
        output, header: header, initialDigest: initialDigest,
        Packing(
          chunks: options.compressor, once: .once, budget: options.budget,
          syncsKeyframes: options.syncsKeyframes))
    } catch {
      output.abandon()
      throw error
    }
  }

  /// Writes the summary and the index, and gives the file its name.
  ///
  /// When it cannot have the name, it stays complete under ``partialPath``.
  ///
  /// - Parameter note: why the recording ends here, for people.
  package func finish(note: String?) throws(RecordingError) {
    try complete(note: note)
    _ = try giveName(replaces: true)
  }

  /// Completes the file with the steps so far, after something has failed: see
  /// ``RecordingWriter/finishEarly(note:)``.
  ///
  /// - Parameter last: the block that has begun.
  func finishEarly(
    _ last: FinishedBlock?, note: String
  ) throws(RecordingError) -> (stepCount: Int64, path: String) {
    try completeEarly(last, note: note)
    return (stepCount, try giveName(replaces: false))
  }

  private func giveName(replaces: Bool) throws(RecordingError) -> String {
    do throws(RecordingError) {
      return try output.finish(replaces: replaces)
    } catch {
      throw RecordingError(error.reason, offset: output.size, step: stepCount)
    }
  }

  /// The path of the growing file, which stays there if it cannot be completed or cannot have its name.
  package var partialPath: String { output.partialPath }

  /// Removes what was written; the target stays as it was.
  package func abandon() { output.abandon() }
}

extension BlockPipeline {
  /// Makes a pipeline that compresses as `options` say.
  package init(
    _ header: RecordingHeader, _ options: RecordingOptions, firstStep: Int64 = 0,
    numbersMessages: Bool = true, chain: RecordingChain? = nil
  ) throws(RecordingError) {
    try self.init(
      header, options.compressor, try StateTrackCoder(header), firstStep: firstStep,
      numbersMessages: numbersMessages, chain: chain)
  }
}
