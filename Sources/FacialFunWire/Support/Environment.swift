import Glibc

/// The process's environment.
package enum Environment {
    /// All variables by name.
    ///
    /// The first of several with the same name counts, as for `getenv`.
    package static func ofProcess() -> [String: String] {
        var variables: [String: String] = [:]
        var place = environ
        while let entry = place.pointee {
            let text = String(cString: entry)
            if let equals = text.firstIndex(of: "=") {
                let name = String(text[..<equals])
                if variables[name] == nil {
                    variables[name] = String(text[text.index(after: equals)...])
                }
            }
            place += 1
        }
        return variables
    }
}
