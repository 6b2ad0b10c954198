import FacialFunWire

/// Whether a request asks for more of each face: `?movements=true`, `?landmarks=true`.
enum MovementsQuery {
    /// The parameter's name.
    static let name = "movements"
    /// The name of the parameter that asks for landmarks and gaze.
    static let landmarks = "landmarks"

    /// Reads a request's query.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - name: The parameter's name.
    /// - Returns: False where it does not have the parameter.
    /// - Throws: `invalid_query` for what is neither `true` nor `false`.
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
