import Foundation

/// A validator for the subset of JSON Schema 2020-12 that this project's schemas use.
///
/// Unknown keywords are reported as errors, so no part of a schema is ignored.
package struct JSONSchema: Sendable {
    private let root: JSONDocument

    /// Creates a validator from a parsed schema.
    package init(_ root: JSONDocument) {
        self.root = root
    }

    /// Reads a schema file.
    package init(contentsOfFile path: String) throws {
        root = try JSONDocument(parsing: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Validates a value: one line per error, empty if it is valid.
    package func faults(of value: JSONDocument) -> [String] {
        faults(of: value, by: root, at: "$")
    }

    private func faults(
        of value: JSONDocument, by schema: JSONDocument, at place: String
    ) -> [String] {
        schema.keys.flatMap { keyword -> [String] in
            guard let rule = schema[keyword] else { return [] }
            return faults(of: value, keyword, rule, in: schema, at: place)
        }
    }

    private func faults(
        of value: JSONDocument, _ keyword: String, _ rule: JSONDocument, in schema: JSONDocument,
        at place: String
    ) -> [String] {
        func unless(_ isRight: Bool) -> [String] {
            isRight ? [] : ["\(place) breaks \(keyword) \(rule)"]
        }
        switch keyword {
        case "$schema", "$id", "$defs", "title", "description":
            return []
        case "$ref":
            if let text = rule.text, text.hasPrefix("urn:") {
                return faults(of: value, byIdentifier: text, at: place)
            }
            guard let name = rule.text?.split(separator: "/").last,
                let definition = root["$defs"]?[String(name)]
            else { return ["\(place): no definition \(rule)"] }
            return faults(of: value, by: definition, at: place)
        case "oneOf":
            let branches = rule.elements.map { faults(of: value, by: $0, at: place) }
            if branches.count(where: \.isEmpty) == 1 { return [] }
            return ["\(place) fits \(branches.count(where: \.isEmpty)) of oneOf"]
                + branches.flatMap { $0 }
        case "type": return unless(Self.isOf(type: rule.text ?? "", value))
        case "enum": return unless(rule.elements.contains(value))
        case "const": return unless(rule == value)
        case "minimum": return unless(Self.compare(value, rule) { $0 >= $1 })
        case "maximum": return unless(Self.compare(value, rule) { $0 <= $1 })
        case "exclusiveMinimum": return unless(Self.compare(value, rule) { $0 > $1 })
        case "minLength":
            guard let text = value.text, let least = rule.number else { return [] }
            return unless(text.unicodeScalars.count >= Int(least))
        case "minItems", "maxItems":
            guard case .array = value, let limit = rule.number else { return [] }
            let count = Double(value.elements.count)
            return unless(keyword == "minItems" ? count >= limit : count <= limit)
        case "pattern":
            guard let text = value.text, let pattern = rule.text else { return [] }
            return unless(text.range(of: pattern, options: .regularExpression) != nil)
        case "required":
            guard case .object = value else { return [] }
            return unless(rule.elements.allSatisfy { value[$0.text ?? ""] != nil })
        case "additionalProperties":
            guard rule == .boolean(false) else { return ["\(place): only false is understood"] }
            let known = Set(schema["properties"]?.keys ?? [])
            return unless(value.keys.allSatisfy { known.contains($0) })
        case "properties":
            return rule.keys.flatMap { key -> [String] in
                guard let member = value[key], let inner = rule[key] else { return [] }
                return faults(of: member, by: inner, at: "\(place).\(key)")
            }
        case "items":
            return value.elements.enumerated().flatMap { index, element in
                faults(of: element, by: rule, at: "\(place)[\(index)]")
            }
        default:
            return ["\(place): the keyword \(keyword) is not understood"]
        }
    }

    /// Validates a value against another file's schema or a part of it: `urn:…` or
    /// `urn:…#/$defs/name`.
    private func faults(
        of value: JSONDocument, byIdentifier text: String, at place: String
    ) -> [String] {
        let parts = text.split(separator: "#", maxSplits: 1)
        guard let file = Self.files[String(parts[0])] else { return ["\(place): no \(text)"] }
        let inner = JSONSchema(file)
        guard parts.count > 1 else { return inner.faults(of: value, by: file, at: place) }
        let part = JSONDocument.object(["$ref": .string("#" + parts[1])])
        return inner.faults(of: value, by: part, at: place)
    }

    /// All schemas of the package, by identifier.
    private static let files: [String: JSONDocument] = {
        let package = URL(fileURLWithPath: ModelsFolder.path).deletingLastPathComponent()
        let names = ["Models", "Sources"].flatMap { folder in
            FileManager.default.enumerator(atPath: package.appending(path: folder).path)?
                .compactMap { ($0 as? String).map { folder + "/" + $0 } } ?? []
        }
        var files: [String: JSONDocument] = [:]
        for name in names where name.hasSuffix(".schema.json") {
            // References to an unreadable schema fail.
            guard let data = try? Data(contentsOf: package.appending(path: name)),
                let document = try? JSONDocument(parsing: data), let own = document["$id"]?.text
            else { continue }
            files[own] = document
        }
        return files
    }()

    private static func isOf(type: String, _ value: JSONDocument) -> Bool {
        switch (type, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("number", .number),
            ("boolean", .boolean), ("null", .null):
            true
        case ("integer", .number(let number)): number == number.rounded()
        default: false
        }
    }

    /// Compares numbers; these keywords do not apply to other values.
    private static func compare(
        _ value: JSONDocument, _ rule: JSONDocument, _ isRight: (Double, Double) -> Bool
    ) -> Bool {
        guard let number = value.number, let limit = rule.number else { return true }
        return isRight(number, limit)
    }
}
