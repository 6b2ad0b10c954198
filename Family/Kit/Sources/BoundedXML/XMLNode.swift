/// An element of an XML document.
package struct XMLNode: Sendable, Equatable {
    package var namespace: String
    package var name: String
    package var attributes: [String: String] = [:]
    package var children: [XMLNode] = []
    /// Its own text, without that of its children.
    package var text = ""

    package init(namespace: String, name: String) {
        self.namespace = namespace
        self.name = name
    }

    /// The first child of this name.
    package func child(_ name: String, in namespace: String) -> XMLNode? {
        children.first { $0.name == name && $0.namespace == namespace }
    }

    /// All children of this name, in order.
    package func children(_ name: String, in namespace: String) -> [XMLNode] {
        children.filter { $0.name == name && $0.namespace == namespace }
    }

    /// The text of the first child of this name, without surrounding white space.
    package func text(of name: String, in namespace: String) -> String? {
        child(name, in: namespace)?.trimmedText
    }

    package var trimmedText: String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        let tail = text.drop(while: isSpace)
        guard let last = tail.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(tail[...last])
    }
}

/// A document that is not well-formed, exceeds a limit, or declares its own entities.
package struct XMLProblem: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// The byte at which reading stopped.
    package let offset: Int
}

/// Limits on an untrusted document.
package struct XMLLimits: Sendable {
    package var bytes = 5_000_000
    package var depth = 32
    package var nodes = 100_000
    package var attributes = 32

    package init() {}
}
