nil                                                                                                                             

// original-source-range: @__swiftmacro_19LaplaceTestingTests019ExpectDeterministicC0V7records4TestfMp_.swift:4:179-4:189
