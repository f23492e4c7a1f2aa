nil                                                                                                                             

// original-source-range: @__swiftmacro_11ReplayTests012FlightReportB0V014whatIsTakenOutF12NotInTheFile4TestfMp_.swift:5:99-5:109
