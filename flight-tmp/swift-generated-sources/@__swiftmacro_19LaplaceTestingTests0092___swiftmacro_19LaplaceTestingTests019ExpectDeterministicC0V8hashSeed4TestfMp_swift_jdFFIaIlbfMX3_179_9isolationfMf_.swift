nil                                                                                                                             

// original-source-range: @__swiftmacro_19LaplaceTestingTests019ExpectDeterministicC0V8hashSeed4TestfMp_.swift:4:180-4:190
