/// A value of a JSON file together with where it stands, so that every refusal names file and field.
///
/// Each reading method gives the value or throws what ``refuse`` makes of the fault, so that a
/// library's readers throw the library's own error.
package struct JSONField<Failure: Error>: Sendable {
    /// The file's name, as error messages say it.
    package let file: String
    /// The steps from the document to the value.
    package let steps: [JSONStep]
    /// The value.
    package let value: JSONValue
    /// Makes the error of a fault.
    package let refuse: @Sendable (JSONFault) -> Failure

    /// Takes a document.
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

    /// The error that says what is wrong with this value.
    package func error(_ problem: String) -> Failure {
        refuse(JSONFault(file: file, steps: steps, problem: problem))
    }

    /// A member of this object.
    package func child(_ member: JSONMember) -> JSONField {
        JSONField(
            file: file, steps: steps + [.name(member.name)], value: member.value, refuse: refuse)
    }

    /// Sees that this is an object, all of whose members are among `allowed`.
    package func object(allowed: Set<String>) throws(Failure) {
        for member in try members()
        where !allowed.contains(where: { $0.hasSameUTF8(as: member.name) }) {
            throw child(member).error("unknown key")
        }
    }

    /// The members of an object, in the order of the text.
    package func members() throws(Failure) -> [JSONMember] {
        guard case .members(let members) = value else {
            throw error("an object is wanted, not \(value.kind)")
        }
        return members
    }

    /// A member that may be absent; `null` counts as present.
    package func optional(_ name: String) -> JSONField? {
        value[name].map { child(JSONMember(name: name, value: $0)) }
    }

    /// A member that may not be absent.
    package func required(_ name: String) throws(Failure) -> JSONField {
        guard let field = optional(name) else { throw error("the key \"\(name)\" is missing") }
        return field
    }

    /// The elements of a list.
    package func elements() throws(Failure) -> [JSONField] {
        guard case .array(let elements) = value else {
            throw error("a list is wanted, not \(value.kind)")
        }
        return elements.enumerated().map { index, element in
            JSONField(file: file, steps: steps + [.index(index)], value: element, refuse: refuse)
        }
    }
}
