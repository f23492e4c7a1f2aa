nil                                                                                                                             

// original-source-range: @__swiftmacro_20LaplaceCommandsTests09LastStepsC0V24lastSecondsAreARecording4TestfMp_.swift:4:187-4:197
