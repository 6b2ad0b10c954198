import FacialFunWire

/// Whether a request asks for the movements of faces: `?movements=true`.
enum MovementsQuery {
    /// The parameter's name.
    static let name = "movements"

    /// Reads a request's query.
    ///
    /// - Returns: False where it says nothing of movements.
    /// - Throws: `invalid_query` for what is neither `true` nor `false`.
    static func isAsked(_ request: ServiceRequest) throws(Problem) -> Bool {
        switch request.query[name] {
        case nil, "false": return false
        case "true": return true
        case let other?:
            throw Problem.invalidQuery(
                "movements must be true or false, not \(other.excerpt(20)).")
        }
    }
}
