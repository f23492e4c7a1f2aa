nil                                                                                                                             

// original-source-range: @__swiftmacro_11ReplayTests012FlightReportB0V28ringOfADeadProcessIsReported4TestfMp_.swift:4:186-4:196
