import NIOCore

/// Stops accepting connections for a moment when the system has no more descriptors.
///
/// Those who connect wait meanwhile in the socket's backlog. Without it the socket, readable all the
/// time, would be tried tens of thousands of times a second.
final class AcceptBackoff: ChannelInboundHandler {
    typealias InboundIn = any Channel

    /// Duration for which no connection is accepted.
    static let length = TimeAmount.milliseconds(100)

    private let log: ServiceLog
    private var isPaused = false
    private var hasSaid = false

    init(log: ServiceLog) { self.log = log }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        hasSaid = false
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is IOError else { return context.fireErrorCaught(error) }
        guard !isPaused else { return }
        isPaused = true
        if !hasSaid {
            hasSaid = true
            log.say("cannot accept connections for the moment: \(error)")
        }
        let channel = context.channel
        // A channel that is closed has nothing more to pause.
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.length) {
            self.isPaused = false
            try? channel.syncOptions?.setOption(.autoRead, value: true)
        }
    }
}
