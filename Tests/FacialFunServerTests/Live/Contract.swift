import Foundation
import TestSupport

/// The OpenAPI description.
///
/// Every response that a test gets by `RawClient.request` is checked against it.
struct Contract {
    /// The description in the repository.
    static let description = Result {
        try JSONDocument(
            parsing: Data(contentsOf: URL(fileURLWithPath: folder + "/openapi.json")))
    }

    /// Codes of 503 without Retry-After: without levels, a camera or networks, retrying does not
    /// help.
    static let codesForGood = ["no_levels", "no_camera", "no_movements"]

    private static let folder = "\(ModelsFolder.path)/../Sources/FacialFunServer"

    private let document: JSONDocument

    /// Reads the description.
    init() throws { document = try Self.description.get() }

    /// Deviations of a response from the description.
    ///
    /// - Parameters:
    ///   - answer: The response.
    ///   - method: The request's method.
    ///   - target: The request's target; routes that exist only in tests and pages for people are
    ///     not described.
    /// - Returns: A line for each fault.
    /// - Throws: If the body should be JSON and is not.
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
            // An unknown path or method has a problem as response, or is a CORS preflight.
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

    /// Validates a value against a schema of the description.
    func faults(of value: JSONDocument, named name: String) throws -> [String] {
        try faults(of: value, by: reference(name))
    }

    /// A part of the description, with references resolved.
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

    /// The description of a request; nil if its path or method is not described.
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
