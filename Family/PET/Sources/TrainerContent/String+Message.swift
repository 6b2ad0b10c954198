extension String {
    /// The text for a message: in quotation marks, shortened, with control and direction characters
    /// escaped, so that no file can write on a terminal as it likes.
    var forMessage: String {
        let limit = 60
        let shown = unicodeScalars.prefix(limit).map { $0.escaped(asASCII: false) }.joined()
        return "\"\(shown)\(unicodeScalars.count > limit ? "…" : "")\""
    }

    /// Whether it holds a character that is not for reading: control characters, and those that turn
    /// the direction of what follows.
    var holdsControls: Bool { unicodeScalars.contains(where: \.isControl) }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            true
        case .format: !(value == 0x200D || value == 0x200C || value == 0x00AD)
        default: false
        }
    }
}
