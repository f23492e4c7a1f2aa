nil                                                                                                                             

// original-source-range: @__swiftmacro_19LaplaceTestingTests019ExpectDeterministicC0V10unattended4TestfMp_.swift:4:183-4:193
