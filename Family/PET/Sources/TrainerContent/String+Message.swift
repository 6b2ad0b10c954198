extension String {
    /// The text for a message: quoted, shortened, with control and direction characters escaped, so
    /// that a file cannot control the terminal.
    var forMessage: String {
        let limit = 60
        let shown = unicodeScalars.prefix(limit).map { $0.escaped(asASCII: false) }.joined()
        return "\"\(shown)\(unicodeScalars.count > limit ? "…" : "")\""
    }

    /// Whether it contains control characters or characters that change the text direction.
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
