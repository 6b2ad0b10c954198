import Foundation
import HTTPTypes
package import Hummingbird
package import HummingbirdCore
package import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import ServiceLifecycle
import Synchronization

/// Serves on an inherited socket in the same way as Hummingbird serves on its own.
///
/// On shutdown it stops accepting and closes its copy of the socket, so new connections go to the
/// process that replaces it. Accepted connections have a short time to send a request, and still
/// get their responses.
package struct InheritedServer<Responder: HTTPResponder>: Service
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    /// Time for a newly accepted connection to send its request during shutdown; long enough for a
    /// busy machine.
    static var grace: Duration { .seconds(2) }

    /// Time to finish the setup of newly accepted connections before the listener is closed.
    static var setupTime: TimeAmount { .milliseconds(500) }

    private let socket: InheritedSocket
    private let responder: Responder
    private let configuration: HTTP1Channel.Configuration
    private let maximumConnections: Int
    private let logger: Logger
    private let listening: @Sendable (Int) async -> Void

    package init(
        socket: InheritedSocket, responder: Responder, configuration: HTTP1Channel.Configuration,
        maximumConnections: Int, logger: Logger, listening: @escaping @Sendable (Int) async -> Void
    ) {
        self.socket = socket
        self.responder = responder
        self.configuration = configuration
        self.maximumConnections = maximumConnections
        self.logger = logger
        self.listening = listening
    }

    package func run() async throws {
        let http = HTTP1Channel(responder: respond, configuration: configuration)
        let children = OpenChannels()
        let logger = logger
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
            .bind(socket.descriptor, serverBackPressureStrategy: nil) { channel in
                children.add(channel)
                return http.setup(channel: channel, logger: logger)
            }
        await listening(socket.port)
        await withGracefulShutdownHandler {
            await withDiscardingTaskGroup { group in
                do {
                    try await server.executeThenClose { inbound in
                        for try await child in inbound {
                            // Above the limit, connections wait here and in the socket's queue.
                            while children.count > maximumConnections {
                                try await Task.sleep(for: .milliseconds(20))
                            }
                            group.addTask { await http.handle(value: child, logger: logger) }
                        }
                    }
                } catch {
                    logger.error("accepting connections ended", metadata: ["what": "\(error)"])
                }
                try? await Task.sleep(for: Self.grace)  // Returns immediately if canceled.
                children.quiesce()
            }
        } onGracefulShutdown: {
            // Stop accepting, but finish the connections that are just being set up before closing:
            // NIO resets a connection if its listener is closed during the setup.
            server.channel.setOption(.autoRead, value: false).whenComplete { _ in
                server.channel.eventLoop.scheduleTask(in: Self.setupTime) {
                    server.channel.close(promise: nil)
                }
            }
        }
    }

    @Sendable private func respond(
        _ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel
    ) async throws {
        let context = Responder.Context(source: .init(channel: channel, logger: logger))
        var response: Response
        do {
            response = try await responder.respond(to: request, context: context)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            response = Response(status: .internalServerError)
        }
        response.headers[.date] = Self.date(Date())
        try await writer.write(response: response.head, body: response.body)
    }

    /// The value of the `Date` header (RFC 9110, IMF-fixdate).
    static func date(_ date: Date) -> String {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) "
            + "\(parts.tm_year + 1900) \(two(parts.tm_hour)):\(two(parts.tm_min)):"
            + "\(two(parts.tm_sec)) GMT"
    }
}

/// The open connections.
private final class OpenChannels: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    func add(_ channel: any Channel) {
        let name = ObjectIdentifier(channel)
        channels.withLock { $0[name] = channel }
        channel.closeFuture.whenComplete { _ in
            self.channels.withLock { $0[name] = nil }
        }
    }

    var count: Int { channels.withLock { $0.count } }

    /// Closes each connection once it has no request to answer.
    func quiesce() {
        for channel in channels.withLock({ Array($0.values) }) {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }
}
