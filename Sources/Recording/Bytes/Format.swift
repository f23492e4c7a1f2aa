// The format is used as a part of this module, here and by whoever imports it.
@_exported import RecordingFormat
