nil                                                                                                                             

// original-source-range: @__swiftmacro_20DynamicsJournalTests0bC0V24troubleLeavesTheAppAlone4TestfMp_.swift:4:178-4:188
