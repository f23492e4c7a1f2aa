nil                                                                                                                             

// original-source-range: @__swiftmacro_20LaplaceCommandsTests09LastStepsC0V019killedToolLeavesThedE04TestfMp_.swift:5:99-5:109
