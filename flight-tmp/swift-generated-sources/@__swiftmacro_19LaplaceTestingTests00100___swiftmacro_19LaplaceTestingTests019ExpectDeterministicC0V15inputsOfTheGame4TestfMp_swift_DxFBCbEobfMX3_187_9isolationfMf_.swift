nil                                                                                                                             

// original-source-range: @__swiftmacro_19LaplaceTestingTests019ExpectDeterministicC0V15inputsOfTheGame4TestfMp_.swift:4:188-4:198
