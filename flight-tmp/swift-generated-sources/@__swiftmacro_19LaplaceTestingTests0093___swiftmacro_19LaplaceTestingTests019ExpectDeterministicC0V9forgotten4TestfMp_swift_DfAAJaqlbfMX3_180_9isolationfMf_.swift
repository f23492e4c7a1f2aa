nil                                                                                                                             

// original-source-range: @__swiftmacro_19LaplaceTestingTests019ExpectDeterministicC0V9forgotten4TestfMp_.swift:4:181-4:191
