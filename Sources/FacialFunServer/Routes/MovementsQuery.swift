import FacialFunWire

/// Whether a request asks for additional measurements: `?movements=true`, `?landmarks=true`.
enum MovementsQuery {
    /// The parameter's name.
    static let name = "movements"
    /// The name of the parameter for landmarks and gaze.
    static let landmarks = "landmarks"

    /// Parses a parameter of a request's query.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - name: The parameter's name.
    /// - Returns: False if the parameter is missing.
    /// - Throws: `invalid_query` for values other than `true` and `false`.
    static func isAsked(
        _ request: ServiceRequest, _ name: String = Self.name
    ) throws(Problem) -> Bool {
        switch request.query[name] {
        case nil, "false": return false
        case "true": return true
        case let other?:
            throw Problem.invalidQuery(
                "\(name) must be true or false, not \(other.excerpt(20)).")
        }
    }
}
