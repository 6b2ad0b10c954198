import FacialFun
import Glibc
import NIOCore
import NIOEmbedded
import Synchronization

@testable import FacialFunServer

/// One connection of a service whose clock only a test turns, with one worker.
///
/// What happens by the clock happens while it is turned, and in its order, however busy the machine
/// is; what happens on the worker's thread is waited for.
final class TestConnection: Sendable {
    let core: ServiceCore
    private let loop = NIOAsyncTestingEventLoop()
    private let channel: NIOAsyncTestingChannel

    /// Opens it.
    ///
    /// - Parameters:
    ///   - routes: What is served.
    ///   - change: Changes the configuration.
    /// - Throws: When the handlers cannot be put in.
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

    /// Whether it is open.
    var isOpen: Bool { channel.isActive }

    /// Sends text.
    func send(_ text: String) async throws {
        try await channel.writeInbound(ByteBuffer(string: text))
    }

    /// Sends nothing more, but still reads.
    func closeInput() async {
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        await loop.run()
    }

    /// Turns the clock on.
    func advance(milliseconds: Int64) async {
        await loop.advanceTime(by: .milliseconds(milliseconds))
    }

    /// All that was answered since the last time.
    func answered() async throws -> String {
        await loop.run()
        var text = ""
        while let part = try await channel.readOutbound(as: ByteBuffer.self) {
            text += String(buffer: part)
        }
        return text
    }

    /// Ends it, and its worker.
    func close() async throws {
        if isOpen { try await channel.close().get() }
        await withCheckedContinuation { done in core.queue.close { done.resume() } }
    }

    /// Works until it is told to stop; five minutes at most, so that a test of work that nobody stops
    /// fails instead of never ending.
    static func work(until stop: CancellationCheck) {
        for _ in 0..<300_000 where !stop.isStopped { usleep(1000) }
    }

    /// Waits until something is so that another thread does; false after twenty seconds.
    static func eventually(_ condition: () -> Bool) -> Bool {
        for _ in 0..<20_000 {
            if condition() { return true }
            usleep(1000)
        }
        return false
    }
}
