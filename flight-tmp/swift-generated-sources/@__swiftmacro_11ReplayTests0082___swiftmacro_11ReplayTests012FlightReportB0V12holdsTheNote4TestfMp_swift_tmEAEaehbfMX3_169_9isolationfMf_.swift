nil                                                                                                                             

// original-source-range: @__swiftmacro_11ReplayTests012FlightReportB0V12holdsTheNote4TestfMp_.swift:4:170-4:180
