nil                                                                                                                             

// original-source-range: @__swiftmacro_19LaplaceTestingTests019ExpectDeterministicC0V7session4TestfMp_.swift:5:99-5:109
