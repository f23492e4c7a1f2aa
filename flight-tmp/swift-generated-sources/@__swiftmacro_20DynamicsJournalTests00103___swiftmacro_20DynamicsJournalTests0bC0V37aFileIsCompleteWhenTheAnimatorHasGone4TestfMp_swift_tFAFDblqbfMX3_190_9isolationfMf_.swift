nil                                                                                                                             

// original-source-range: @__swiftmacro_20DynamicsJournalTests0bC0V37aFileIsCompleteWhenTheAnimatorHasGone4TestfMp_.swift:4:191-4:201
