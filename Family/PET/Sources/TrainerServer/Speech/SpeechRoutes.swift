import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import TrainerContent
import TrainerStore

/// What nobody recorded, spoken by the server: a player's own prompts, where the browser has no voice.
struct SpeechRoutes {
    let voice: ServerVoice?
    let content: Content

    func add(to group: RouteGroup) {
        group.post("speech", use: speak)
        group.get("speech/{name}", use: recording)
    }

    private struct Order: Decodable {
        let text: String
    }

    private func speak(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let order = try await WireJSON.read(Order.self, from: request, context: context)
        guard let voice else {
            throw WireError(
                .notFound, "no_voice",
                "There is no voice here. Install it: apt-get install festival.")
        }
        do {
            let name = try await voice.speak(order.text, for: session.account)
            return try WireJSON.response(["clip": "/api/speech/\(name)"])
        } catch ServerVoice.Refusal.text {
            throw WireError(
                .unprocessableContent, "invalid",
                "The value of 'text' must be 1 to \(ServerVoice.longestText) characters, with a letter or a "
                    + "digit that the voice can say.")
        } catch ServerVoice.Refusal.busy {
            throw WireError(
                .tooManyRequests, "too_many",
                content.text("message.busy") ?? "Too much is asked at once.", seconds: 60)
        } catch ServerVoice.Refusal.failed {
            context.logger.warning("festival spoke nothing: is its voice installed?")
            throw WireError(.serviceUnavailable, "no_speech", "The voice said nothing.")
        }
    }

    private func recording(_ request: Request, _ context: TrainerContext) async throws -> Response {
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
