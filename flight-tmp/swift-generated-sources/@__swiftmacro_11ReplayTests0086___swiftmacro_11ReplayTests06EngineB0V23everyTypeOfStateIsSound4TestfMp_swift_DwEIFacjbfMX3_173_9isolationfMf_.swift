nil                                                                                                                             

// original-source-range: @__swiftmacro_11ReplayTests06EngineB0V23everyTypeOfStateIsSound4TestfMp_.swift:4:174-4:184
