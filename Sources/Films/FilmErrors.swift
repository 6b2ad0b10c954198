package import FacialFun

/// Codes of films, and of pictures read by another program, that cannot be read.
extension FacialFunError.Code {
    /// ffmpeg is not installed.
    package static let readerMissing = Self("reader_missing")
    /// The file contains no pictures: it is not a film, or has only sound.
    package static let noPictures = Self("no_pictures")
    /// Part of the file could not be read.
    package static let damaged = Self("damaged")
    /// The file exceeds the limit of pixels or bytes.
    package static let tooLarge = Self("too_large")
    /// The helper program did not respond in time and was killed.
    package static let timedOut = Self("timed_out")
}
