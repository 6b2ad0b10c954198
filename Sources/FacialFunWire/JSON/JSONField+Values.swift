extension JSONField {
    /// A string.
    package func string() throws(Failure) -> String {
        guard case .string(let string) = value else {
            throw error("expected a string, not \(value.kind)")
        }
        return string
    }

    /// A nonempty string of at most 200 bytes without excessive combining marks.
    package func name() throws(Failure) -> String {
        let name = try string()
        guard !name.isEmpty, name.utf8.count <= 200 else {
            throw error("expected a name of 1 to 200 bytes")
        }
        if let problem = CombiningMarks.problem(in: name) { throw error("the name \(problem)") }
        return name
    }

    /// An integer within a range.
    package func integer(in range: ClosedRange<Int>) throws(Failure) -> Int {
        guard case .integer(let integer) = value, range.contains(integer) else {
            throw error(
                "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    /// A number.
    package func number() throws(Failure) -> Double {
        switch value {
        case .integer(let integer): return Double(integer)
        case .number(let number): return number
        default: throw error("expected a number, not \(value.kind)")
        }
    }

    /// A number within a range.
    package func number(in range: ClosedRange<Double>) throws(Failure) -> Double {
        let number = try number()
        guard range.contains(number) else {
            throw error("expected a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    /// A Boolean.
    package func bool() throws(Failure) -> Bool {
        guard case .bool(let bool) = value else {
            throw error("expected true or false, not \(value.kind)")
        }
        return bool
    }

    /// A list of `count` integers within a range.
    package func integers(count: Int, in range: ClosedRange<Int>) throws(Failure) -> [Int] {
        let fields = try elements()
        guard fields.count == count else { throw error("expected \(count) whole numbers") }
        var integers: [Int] = []
        for field in fields { integers.append(try field.integer(in: range)) }
        return integers
    }

    /// A list of names.
    package func names() throws(Failure) -> [String] {
        var names: [String] = []
        for field in try elements() { names.append(try field.name()) }
        return names
    }
}
