import Foundation
import TestSupport

/// The OpenAPI description, to which every answer is held that a test gets by `RawClient.request`.
struct Contract {
    /// As it lies in the repository.
    static let description = Result {
        try JSONDocument(
            parsing: Data(contentsOf: URL(fileURLWithPath: folder + "/openapi.json")))
    }

    /// The codes of 503 that come without Retry-After: without levels, a camera, or networks it helps
    /// nobody to try again.
    static let codesForGood = ["no_levels", "no_camera", "no_movements"]

    private static let folder = "\(ModelsFolder.path)/../Sources/FacialFunServer"

    private let document: JSONDocument

    /// Reads it.
    init() throws { document = try Self.description.get() }

    /// What an answer has that the description does not promise, or has not that it does.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - method: The request's method.
    ///   - target: The request's target; those of routes that only tests have, and
    ///     pages for people, promise nothing.
    /// - Returns: A line for each fault.
    /// - Throws: When the answer's body is no JSON where it should be.
    func faults(
        of answer: RawClient.Answer, to method: String, _ target: String
    ) throws -> [String] {
        if target.hasPrefix("/test/") || target.hasPrefix("/demo") { return [] }
        var faults: [String] = []
        if answer.headers["server-timing"]?.contains("total;dur=") != true {
            faults.append("no Server-Timing")
        }
        if answer.status == 503 {
            let isForGood = answer.code.map { Self.codesForGood.contains($0) } ?? false
            if isForGood != (answer.headers["retry-after"] == nil) {
                faults.append(isForGood ? "Retry-After for good" : "503 without Retry-After")
            }
        }
        guard let operation = operation(method, String(target.prefix { $0 != "?" })) else {
            // A path or a method that there is not: a problem, or a browser's question before.
            if answer.status == 204 { return faults }
            return try faults + self.faults(of: answer.json(), by: reference("Problem"))
        }
        guard let response = resolved(operation["responses"]?["\(answer.status)"]) else {
            return faults + ["the status \(answer.status) is not described"]
        }
        if let code = answer.status >= 400 ? answer.code : nil,
            response["description"]?.text?.contains("`\(code)`") != true
        {
            faults.append("\(answer.status) is not described with `\(code)`")
        }
        let type = answer.headers["content-type"].map { String($0.prefix { $0 != ";" }) }
        guard let content = response["content"] else {
            return type == nil ? faults : faults + ["a body, where none is described"]
        }
        guard let type, let schema = content[type]?["schema"] else {
            return faults + ["the media type \(type ?? "missing") is not described"]
        }
        if method == "HEAD" || !type.hasSuffix("json") { return faults }
        return try faults + self.faults(of: answer.json(), by: schema)
    }

    /// What is wrong with a value by one of the description's schemas.
    func faults(of value: JSONDocument, named name: String) throws -> [String] {
        try faults(of: value, by: reference(name))
    }

    /// A part of the description; where it is a reference to a shared one, that.
    func resolved(_ part: JSONDocument?) -> JSONDocument? {
        guard let path = part?["$ref"]?.text, path.hasPrefix("#/") else { return part }
        return path.dropFirst(2).split(separator: "/").reduce(Optional(document)) {
            $0?[String($1)]
        }
    }

    private func reference(_ name: String) -> JSONDocument {
        .object(["$ref": .string("#/components/schemas/" + name)])
    }

    private func faults(of value: JSONDocument, by schema: JSONDocument) throws -> [String] {
        if let file = schema["$ref"]?.text, file.hasSuffix(".json") {
            return try JSONSchema(contentsOfFile: Self.folder + "/" + file).faults(of: value)
        }
        guard case .object(var members) = schema, let schemas = document["components"]?["schemas"]
        else { return ["the description has no schemas"] }
        members["$defs"] = schemas
        return JSONSchema(.object(members)).faults(of: value)
    }

    /// What is described for a request; nil where its path or method is not.
    private func operation(_ method: String, _ path: String) -> JSONDocument? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let paths = document["paths"]
        for template in paths?.keys ?? [] {
            let pattern = template.split(separator: "/", omittingEmptySubsequences: false)
            guard
                parts.count == pattern.count,
                zip(parts, pattern).allSatisfy({ $1.hasPrefix("{") && !$0.isEmpty || $0 == $1 })
            else { continue }
            return paths?[template]?[method == "HEAD" ? "get" : method.lowercased()]
        }
        return nil
    }
}
