@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
@Sendable private  func $s20DynamicsJournalTests0bC05SuitefMp_9generatorfMu_() async -> Testing.Test {
  .__type(
    JournalTests.self,
    traits: [.__documentationLine("/// An app that knows nothing of simulations, recorded by one argument.")],sourceLocation: Testing.SourceLocation(__uncheckedFileID: "DynamicsJournalTests/JournalTests.swift", filePath: "/src/Tests/DynamicsJournalTests/JournalTests.swift", line: 12, column: 2)
  )
}

@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s20DynamicsJournalTests0bC05SuitefMp_8accessorfMu_: Testing.__TestContentRecordAccessor = { outValue, type, _, _ in
  Testing.Test.__store($s20DynamicsJournalTests0bC05SuitefMp_9generatorfMu_, into: outValue, asTypeAt: type)
}

@section("swift5_tests")
@used
@available(*, deprecated, message: "This property is an implementation detail of the testing library. Do not use it directly.")
private nonisolated  let $s20DynamicsJournalTests0bC05SuitefMp_17testContentRecordfMu_: Testing.__TestContentRecord = (
  0x74657374, /* 'test' */
  0,
  { unsafe $s20DynamicsJournalTests0bC05SuitefMp_8accessorfMu_($0, $1, $2, $3) },
  0b1,
  0
)

// original-source-range: /src/Tests/DynamicsJournalTests/JournalTests.swift:177:2-177:2
