import NIOCore
import NIOEmbedded
import NIOHTTP1

@testable import FacialFunServer

/// A connection to the service that receives arbitrary bytes in chunks of arbitrary size.
///
/// It responds with HTTP and releases everything at the end.
enum HTTPTarget {
    private static let core: ServiceCore = {
        var configuration = ServiceConfiguration()
        configuration.bodyBudget = 100_000
        configuration.bodyBudgetOfPeer = 100_000
        configuration.maxPictureBytes = 20_000
        let core = ServiceCore(
            configuration: configuration, queue: WorkQueue(workers: 1, capacity: 8), log: .silent)
        core.becomeReady()
        return core
    }()

    private static let table = RouteTable(routes: [
        Route(.GET, "/", parameters: nil) { _ in .answer(text("true")) },
        Route(.GET, "/things/{id}") { request in
            .answer(text(request.parameters["id"] ?? ""))
        },
        Route(.POST, "/json", body: .json(isRequired: true)) { request throws(Problem) in
            _ = try AttemptRequest(request.body)
            return .answer(.empty(.noContent))
        },
        Route(.POST, "/picture", body: .picture(Route.pictureTypes)) { request in
            .answer(text("\(request.body.count)"))
        },
    ])

    private static func text(_ text: String) -> ServiceResponse {
        ServiceResponse(contentType: "text/plain", body: Array(text.utf8))
    }

    /// The first byte selects the size of the chunks and the kind of socket.
    @Sendable static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let step = first & 0x7F == 0 ? bytes.count : Int(first & 0x7F)
        let channel = EmbeddedChannel()
        let state = LoopState(budget: ByteBudget(limit: 100_000, peerLimit: 100_000))
        do {
            try ScoringService.configure(
                channel, core: core, table: table, loop: state,
                kind: first & 0x80 == 0 ? .unix : .tcp)
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).wait()
        } catch {
            fatalError("the handlers cannot be put in: \(error)")
        }
        var place = 1
        while place < bytes.count, channel.isActive {
            let end = min(place + step, bytes.count)
            // A closed connection accepts no more data.
            _ = try? channel.writeInbound(ByteBuffer(bytes: bytes[place..<end]))
            channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
            place = end
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(200))
        precondition(!channel.isActive, "a connection that says nothing more stays open")
        check(answers(of: channel))
        _ = try? channel.finish(acceptAlreadyClosed: true)
        precondition(state.budget.used == 0, "bytes are held that belong to nobody")
        precondition(state.connections.isEmpty, "a connection that has gone is remembered")
    }

    private static func answers(of channel: EmbeddedChannel) -> [UInt8] {
        var all: [UInt8] = []
        while let buffer = (try? channel.readOutbound(as: ByteBuffer.self)).flatMap({ $0 }) {
            all += buffer.readableBytesView
        }
        return all
    }

    private static func check(_ bytes: [UInt8]) {
        precondition(
            bytes.isEmpty || bytes.starts(with: "HTTP/1.1 ".utf8), "an answer that is no HTTP")
    }
}
