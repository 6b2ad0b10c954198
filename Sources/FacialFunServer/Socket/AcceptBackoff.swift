import NIOCore

/// Pauses accepting connections when the system has no more descriptors.
///
/// New clients wait in the socket's backlog. Otherwise the socket would stay readable, and accept
/// would be called tens of thousands of times per second.
final class AcceptBackoff: ChannelInboundHandler {
    typealias InboundIn = any Channel

    /// Duration of the pause.
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
            log.info("cannot accept connections for the moment: \(error)")
        }
        let channel = context.channel
        // A closed channel has nothing to pause.
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.length) {
            self.isPaused = false
            try? channel.syncOptions?.setOption(.autoRead, value: true)
        }
    }
}
