nil                                                                                                                             

// original-source-range: @__swiftmacro_20LaplaceCommandsTests09LastStepsC0V31runThatDoesNotRepeatIsRecovered4TestfMp_.swift:4:194-4:204
