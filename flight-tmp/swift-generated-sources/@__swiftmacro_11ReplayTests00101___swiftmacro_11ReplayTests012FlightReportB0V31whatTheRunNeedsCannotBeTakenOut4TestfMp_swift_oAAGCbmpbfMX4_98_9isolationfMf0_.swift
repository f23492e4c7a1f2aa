nil                                                                                                                             

// original-source-range: @__swiftmacro_11ReplayTests012FlightReportB0V31whatTheRunNeedsCannotBeTakenOut4TestfMp_.swift:5:99-5:109
