/// A value of a JSON file with its location, so that every error names file and field.
///
/// Each reading method returns the value or throws the error that ``refuse`` makes from the fault,
/// so that the readers of a library throw that library's own error.
package struct JSONField<Failure: Error>: Sendable {
    /// The file's name for error messages.
    package let file: String
    /// The path from the document to the value.
    package let steps: [JSONStep]
    /// The value.
    package let value: JSONValue
    /// Converts a fault to an error.
    package let refuse: @Sendable (JSONFault) -> Failure

    /// Creates the field of a document.
    package init(
        file: String, document: JSONValue, refuse: @escaping @Sendable (JSONFault) -> Failure
    ) {
        self.init(file: file, steps: [], value: document, refuse: refuse)
    }

    private init(
        file: String, steps: [JSONStep], value: JSONValue,
        refuse: @escaping @Sendable (JSONFault) -> Failure
    ) {
        self.file = file
        self.steps = steps
        self.value = value
        self.refuse = refuse
    }

    /// The error for a problem of this value.
    package func error(_ problem: String) -> Failure {
        refuse(JSONFault(file: file, steps: steps, problem: problem))
    }

    /// A member of this object.
    package func child(_ member: JSONMember) -> JSONField {
        JSONField(
            file: file, steps: steps + [.name(member.name)], value: member.value, refuse: refuse)
    }

    /// Checks that this is an object whose members are all among `allowed`.
    package func object(allowed: Set<String>) throws(Failure) {
        for member in try members()
        where !allowed.contains(where: { $0.hasSameUTF8(as: member.name) }) {
            throw child(member).error("unknown key")
        }
    }

    /// The members of an object, in the order of the text.
    package func members() throws(Failure) -> [JSONMember] {
        guard case .members(let members) = value else {
            throw error("expected an object, not \(value.kind)")
        }
        return members
    }

    /// An optional member; `null` counts as present.
    package func optional(_ name: String) -> JSONField? {
        value[name].map { child(JSONMember(name: name, value: $0)) }
    }

    /// A required member.
    package func required(_ name: String) throws(Failure) -> JSONField {
        guard let field = optional(name) else { throw error("the key \"\(name)\" is missing") }
        return field
    }

    /// The elements of a list.
    package func elements() throws(Failure) -> [JSONField] {
        guard case .array(let elements) = value else {
            throw error("expected a list, not \(value.kind)")
        }
        return elements.enumerated().map { index, element in
            JSONField(file: file, steps: steps + [.index(index)], value: element, refuse: refuse)
        }
    }
}
