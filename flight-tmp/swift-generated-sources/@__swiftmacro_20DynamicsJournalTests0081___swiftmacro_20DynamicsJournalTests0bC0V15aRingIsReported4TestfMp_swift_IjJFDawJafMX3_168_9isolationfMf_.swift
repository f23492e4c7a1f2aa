nil                                                                                                                             

// original-source-range: @__swiftmacro_20DynamicsJournalTests0bC0V15aRingIsReported4TestfMp_.swift:4:169-4:179
