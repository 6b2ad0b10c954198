import FacialFun
import Glibc
import NIOCore
import NIOEmbedded
import Synchronization

@testable import FacialFunServer

/// One connection of a service with one worker and a clock that only the test advances.
///
/// Timed events happen in order while the clock advances, however busy the machine is. Events on
/// the worker's thread are awaited.
final class TestConnection: Sendable {
    let core: ServiceCore
    private let loop = NIOAsyncTestingEventLoop()
    private let channel: NIOAsyncTestingChannel

    /// Opens the connection.
    ///
    /// - Parameters:
    ///   - routes: The routes of the service.
    ///   - change: Changes the configuration.
    /// - Throws: If the handlers cannot be added.
    init(
        _ routes: [Route], _ change: (inout ServiceConfiguration) -> Void = { _ in }
    ) async throws {
        var configuration = ServiceConfiguration()
        change(&configuration)
        let (loop, channel) = (loop, NIOAsyncTestingChannel(loop: loop))
        let core = ServiceCore(
            configuration: configuration,
            queue: WorkQueue(workers: 1, capacity: 8, now: { loop.now }), log: .silent)
        core.becomeReady()
        let budget = configuration.bodyBudget
        try await loop.executeInContext {
            let state = LoopState(budget: ByteBudget(limit: budget, peerLimit: budget))
            try ScoringService.configure(
                channel, core: core, table: RouteTable(routes: routes), loop: state, kind: .unix)
        }
        try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/nowhere")).get()
        (self.core, self.channel) = (core, channel)
    }

    /// Whether the connection is open.
    var isOpen: Bool { channel.isActive }

    /// Sends text.
    func send(_ text: String) async throws {
        try await channel.writeInbound(ByteBuffer(string: text))
    }

    /// Closes the sending side only.
    func closeInput() async {
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        await loop.run()
    }

    /// Advances the clock.
    func advance(milliseconds: Int64) async {
        await loop.advanceTime(by: .milliseconds(milliseconds))
    }

    /// All responses since the last call.
    func answered() async throws -> String {
        await loop.run()
        var text = ""
        while let part = try await channel.readOutbound(as: ByteBuffer.self) {
            text += String(buffer: part)
        }
        return text
    }

    /// Closes the connection and ends its worker.
    func close() async throws {
        if isOpen { try await channel.close().get() }
        await withCheckedContinuation { done in core.queue.close { done.resume() } }
    }

    /// Works until it is canceled; at most five minutes, so a test of work that is not canceled
    /// fails instead of hanging.
    static func work(until stop: CancellationCheck) {
        for _ in 0..<300_000 where !stop.isStopped { usleep(1000) }
    }

    /// Waits for a condition that another thread fulfills; false after twenty seconds.
    static func eventually(_ condition: () -> Bool) -> Bool {
        for _ in 0..<20_000 {
            if condition() { return true }
            usleep(1000)
        }
        return false
    }
}
