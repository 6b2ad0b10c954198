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

/// Serves on a socket that was handed over, as Hummingbird serves on one of its own.
///
/// At the end it accepts nothing more and lets the socket go, so that connections come to the process
/// that takes its place; those that it has accepted get their answer, and a moment in which to ask.
package struct InheritedServer<Responder: HTTPResponder>: Service
where Responder.Context: InitializableFromSource<ApplicationRequestContextSource> {
    /// How long a connection that was just accepted may take to ask, at the end; long enough for a
    /// machine that is busy with other things.
    static var grace: Duration { .seconds(2) }

    /// How long a connection that was just accepted may take to be set up, at the end.
    static var passage: TimeAmount { .milliseconds(500) }

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
                            // Those that are too many wait: here, and then in the socket's queue.
                            while children.count > maximumConnections {
                                try await Task.sleep(for: .milliseconds(20))
                            }
                            group.addTask { await http.handle(value: child, logger: logger) }
                        }
                    }
                } catch {
                    logger.error("accepting connections ended", metadata: ["what": "\(error)"])
                }
                try? await Task.sleep(for: Self.grace)  // Cancelled: then at once.
                children.quiesce()
            }
        } onGracefulShutdown: {
            // Nothing more is accepted; what was in this moment has to come through before the socket
            // is let go: NIO resets a connection whose listener is closed while it is set up.
            server.channel.setOption(.autoRead, value: false).whenComplete { _ in
                server.channel.eventLoop.scheduleTask(in: Self.passage) {
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

    /// The date of an answer (RFC 9110, IMF-fixdate).
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

/// The connections that are open.
private final class OpenChannels: Sendable {
    private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

    func add(_ channel: any Channel) {
        let name = ObjectIdentifier(channel)
        channels.withLock { $0[name] = channel }
        channel.closeFuture.whenComplete { _ in
            self.channels.withLock { $0[name] = nil }
        }
    }

    /// How many there are.
    var count: Int { channels.withLock { $0.count } }

    /// Lets each end when it has nothing to answer.
    func quiesce() {
        for channel in channels.withLock({ Array($0.values) }) {
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        }
    }
}
