/// A value of a JSON file together with where it stands, so that every refusal names file and field.
struct JSONField {
    /// The file's name, as error messages say it.
    let file: String
    /// The path to the value: `nodes[3].padding`; empty for the whole document.
    let path: String
    let value: JSONValue
    /// The code of the errors that this file gives.
    let code: NetworkError.Code

    func error(_ problem: String) -> NetworkError {
        let place = path.isEmpty ? file : "\(file): \(path)"
        return NetworkError(code: code, message: "\(place): \(problem)")
    }

    /// A member of this object.
    func child(_ member: JSONMember) -> JSONField {
        let name = printable(member.name)
        return JSONField(
            file: file, path: path.isEmpty ? name : "\(path).\(name)", value: member.value,
            code: code)
    }

    /// The members of an object, all of them among `allowed`.
    func object(allowed: Set<String>) throws(NetworkError) {
        for member in try members() where !allowed.contains(member.name) {
            throw child(member).error("unknown key")
        }
    }

    func members() throws(NetworkError) -> [JSONMember] {
        guard case .object(let members) = value else {
            throw error("an object is wanted, not \(value.kind)")
        }
        return members
    }

    /// A member that may be absent; `null` counts as present.
    func optional(_ name: String) -> JSONField? {
        value[name].map { child(JSONMember(name: name, value: $0)) }
    }

    func required(_ name: String) throws(NetworkError) -> JSONField {
        guard let field = optional(name) else { throw error("the key \"\(name)\" is missing") }
        return field
    }

    func string() throws(NetworkError) -> String {
        guard case .string(let string) = value else {
            throw error("a string is wanted, not \(value.kind)")
        }
        return string
    }

    /// A string that is not empty and at most 200 characters long.
    func name() throws(NetworkError) -> String {
        let name = try string()
        guard !name.isEmpty, name.utf8.count <= 200 else {
            throw error("a name of 1 to 200 bytes is wanted")
        }
        return name
    }

    func integer(in range: ClosedRange<Int>) throws(NetworkError) -> Int {
        guard case .integer(let integer) = value, range.contains(integer) else {
            throw error(
                "a whole number from \(range.lowerBound) to \(range.upperBound) is wanted")
        }
        return integer
    }

    func number() throws(NetworkError) -> Double {
        switch value {
        case .integer(let integer): return Double(integer)
        case .number(let number): return number
        default: throw error("a number is wanted, not \(value.kind)")
        }
    }

    func number(in range: ClosedRange<Double>) throws(NetworkError) -> Double {
        let number = try number()
        guard range.contains(number) else {
            throw error("a number from \(range.lowerBound) to \(range.upperBound) is wanted")
        }
        return number
    }

    func bool() throws(NetworkError) -> Bool {
        guard case .bool(let bool) = value else {
            throw error("true or false is wanted, not \(value.kind)")
        }
        return bool
    }

    func elements() throws(NetworkError) -> [JSONField] {
        guard case .array(let elements) = value else {
            throw error("a list is wanted, not \(value.kind)")
        }
        return elements.enumerated().map { index, element in
            JSONField(file: file, path: "\(path)[\(index)]", value: element, code: code)
        }
    }

    func integers(count: Int, in range: ClosedRange<Int>) throws(NetworkError) -> [Int] {
        let fields = try elements()
        guard fields.count == count else { throw error("\(count) whole numbers are wanted") }
        var integers: [Int] = []
        for field in fields { integers.append(try field.integer(in: range)) }
        return integers
    }

    func names() throws(NetworkError) -> [String] {
        var names: [String] = []
        for field in try elements() { names.append(try field.name()) }
        return names
    }
}
