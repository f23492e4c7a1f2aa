nil                                                                                                                             

// original-source-range: @__swiftmacro_20DynamicsJournalTests0bC0V24anAppIsReplayedWithoutIt4TestfMp_.swift:5:99-5:109
