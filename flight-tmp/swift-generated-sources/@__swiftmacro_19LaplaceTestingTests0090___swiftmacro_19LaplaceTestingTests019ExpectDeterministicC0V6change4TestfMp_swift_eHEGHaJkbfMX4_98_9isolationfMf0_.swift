nil                                                                                                                             

// original-source-range: @__swiftmacro_19LaplaceTestingTests019ExpectDeterministicC0V6change4TestfMp_.swift:5:99-5:109
