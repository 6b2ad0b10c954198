import FacialFunWire

/// Codes of files of levels, hints and attempts.
extension FacialFunError.Code {
    /// The levels are not JSON, or a value is missing, unknown or invalid.
    package static let malformedLevels = Self("malformed_levels")
    /// The hints are not JSON, or a value is missing, unknown or invalid.
    package static let malformedHints = Self("malformed_hints")
    /// A recorded attempt is not JSON, or a value is missing, unknown or invalid.
    package static let malformedRecord = Self("malformed_record")
    /// The file was made for another emotion network.
    package static let wrongModel = Self("wrong_model")
    /// The file's thresholds are for scores at another operating point.
    package static let wrongOperatingPoint = Self("wrong_operating_point")
}

extension FacialFunError {
    /// The error of a file that was made for another network.
    static func wrongModel(
        file: String, made: ModelSummary, loaded: ModelSummary
    ) -> FacialFunError {
        FacialFunError(
            code: .wrongModel,
            message: """
                \(file): made for the scores of \(made.name) \(made.version), but the \
                current network is \(loaded.name) \(loaded.version). Use that network's file, \
                or measure new levels.
                """)
    }
}
