import FamilyMedia
import FamilyWeb
import Foundation
import Hummingbird
import PrepRules

/// The signed-in member: the one place where Prep reads the kit's identity.
struct PrepMember: Sendable {
    let household: Int64
    let member: Int64
}

extension FamilyContext {
    /// The signed-in member.
    ///
    /// - Throws: `signed_out` without a session.
    func prepMember() throws(WireError) -> PrepMember {
        guard let identity else { throw .signedOut }
        return PrepMember(household: identity.household, member: identity.member)
    }

    /// Rejects members while the parent PIN does not count.
    ///
    /// - Throws: `parent_needed`.
    func requireParent() throws(WireError) {
        guard identity?.isParent == true else { throw .parentNeeded }
    }

    /// Whether an adult confirms by `faces=none` that a picture shows no faces.
    ///
    /// - Throws: `parent_needed` if a child says so.
    func confirmsNoFaces(_ request: Request) throws(WireError) -> Bool {
        guard request.uri.queryParameters["faces"] == "none" else { return false }
        try requireParent()
        return true
    }

    /// An identifier in the path, in lower case.
    func identifier(_ name: String = "id") throws(WireError) -> String {
        guard let text = parameters.get(name), let id = UUID(uuidString: text) else {
            throw .notFound
        }
        return id.text
    }
}

/// Runs a handler and turns the errors of Prep's parts into answers.
func answering<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as MediaError {
        throw WireError(error)
    } catch let error as ZipError {
        throw WireError(.unprocessableContent, error.code, error.message)
    } catch let error as ExperienceError {
        throw WireError(.unprocessableContent, error.code, error.message)
    }
}
