import FamilyAccounts
package import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Speaks texts without a recording, such as a family's own prompts, if the browser has no voice.
package struct SpeechRoutes: Sendable {
    private let voice: ServerVoice?
    private let busy: String

    /// Makes the routes of a voice.
    ///
    /// - Parameters:
    ///   - voice: The voice; nil if none is installed.
    ///   - busy: The message for a family that exceeds its limit.
    package init(voice: ServerVoice?, busy: String) {
        self.voice = voice
        self.busy = busy
    }

    /// Registers the routes.
    package func add(to group: RouteGroup) {
        group.post("speech", use: speak)
        group.get("speech/{name}", use: recording)
    }

    private struct SpeechRequest: Decodable {
        let text: String
    }

    private func speak(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let session = try context.signedIn()
        let order = try await WireJSON.read(SpeechRequest.self, from: request, context: context)
        guard let voice else {
            throw WireError(
                .notFound, "no_voice",
                "This server has no voice. Install one: apt-get install festival.")
        }
        do {
            let name = try await voice.speak(order.text, for: session.account)
            return try WireJSON.response(["clip": "/api/speech/\(name)"])
        } catch ServerVoice.Refusal.text {
            throw WireError(
                .unprocessableContent, "invalid",
                "The value of 'text' must be 1 to \(ServerVoice.longestText) characters, with a "
                    + "letter or a "
                    + "digit that the voice can speak.")
        } catch ServerVoice.Refusal.busy {
            throw WireError(
                .tooManyRequests, "too_many", busy, seconds: 60)
        } catch ServerVoice.Refusal.failed {
            context.logger.warning("festival produced no sound; check that its voice is installed")
            throw WireError(.serviceUnavailable, "no_speech", "The voice produced no sound.")
        } catch ServerVoice.Refusal.timedOut {
            context.logger.warning(
                "festival took too long and was killed",
                metadata: ["seconds": "\(Int(ServerVoice.patience))"])
            throw WireError(
                .serviceUnavailable, "speech_timed_out",
                "The voice took longer than \(Int(ServerVoice.patience)) s. Try a shorter text.")
        }
    }

    private func recording(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let account = try context.signedIn().account
        guard let name = context.parameters.get("name"),
            let bytes = voice?.recording(name, of: account)
        else { throw WireError.notFound }
        return Response(
            status: .ok,
            headers: [.contentType: "audio/wav", .cacheControl: "private, max-age=3600"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
