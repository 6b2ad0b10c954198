import FamilyMedia
import FamilyWeb
import Foundation
import Hummingbird
import PrepRules

/// The signed-in member.
///
/// Only this file reads the kit's identity.
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

    /// Rejects requests unless the parent PIN is valid.
    ///
    /// - Throws: `parent_needed`.
    func requireParent() throws(WireError) {
        guard identity?.isParent == true else { throw .parentNeeded }
    }

    /// Whether an adult confirms with `faces=none` that a picture shows no faces.
    ///
    /// - Throws: `parent_needed` if a child sends it.
    func confirmsNoFaces(_ request: Request) throws(WireError) -> Bool {
        guard request.uri.queryParameters["faces"] == "none" else { return false }
        try requireParent()
        return true
    }

    /// An adult's statement about the faces in a picture: `faces=none`, or `own` with the regions
    /// of family members' faces as `yaw,pitch,width,height` in degrees, separated by semicolons.
    ///
    /// - Throws: `parent_needed` if a child states them, `malformed` for other texts.
    func panoramaParameters(
        _ request: Request
    ) throws(WireError) -> PanoramaWork.Parameters {
        var parameters = PanoramaWork.Parameters(hasNoPeople: try confirmsNoFaces(request))
        guard let text = request.uri.queryParameters["own"] else { return parameters }
        try requireParent()
        let parts = text.utf8.split(
            separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        for part in parts.prefix(PanoramaWork.Parameters.mostOwnFaces + 1) {
            let numbers = part.split(separator: UInt8(ascii: ","))
                .compactMap { Double(Substring($0)) }
            guard parts.count <= PanoramaWork.Parameters.mostOwnFaces, numbers.count == 4,
                (-180...180).contains(numbers[0]), (-90...90).contains(numbers[1]),
                (0...120).contains(numbers[2]), (0...120).contains(numbers[3])
            else {
                throw WireError(
                    .badRequest, "malformed",
                    "own must have yaw,pitch,width,height in degrees for each face, sizes up to 120, at most "
                        + "\(PanoramaWork.Parameters.mostOwnFaces), separated by semicolons.")
            }
            parameters.ownFaces.append(
                AngularRegion(
                    yaw: numbers[0], pitch: numbers[1], width: numbers[2], height: numbers[3]))
        }
        return parameters
    }

    /// An identifier in the path, in lower case.
    func identifier(_ name: String = "id") throws(WireError) -> String {
        guard let text = parameters.get(name), let id = UUID(uuidString: text) else {
            throw .notFound
        }
        return id.text
    }
}

/// Runs a handler and translates errors of Prep's parts into responses.
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
