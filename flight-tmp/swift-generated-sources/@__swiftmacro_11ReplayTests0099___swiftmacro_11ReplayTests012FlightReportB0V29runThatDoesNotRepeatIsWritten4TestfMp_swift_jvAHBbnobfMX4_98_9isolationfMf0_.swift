nil                                                                                                                             

// original-source-range: @__swiftmacro_11ReplayTests012FlightReportB0V29runThatDoesNotRepeatIsWritten4TestfMp_.swift:5:99-5:109
