nil                                                                                                                             

// original-source-range: @__swiftmacro_20LaplaceCommandsTests09LastStepsC0V29stepsBeforeAnAgentsEndAreKept4TestfMp_.swift:4:192-4:202
