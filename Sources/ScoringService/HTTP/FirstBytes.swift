import NIOCore

/// Tells the connection that bytes have come, before they make up a request's head: a client that
/// sends its head byte by byte is not idle, and must still not have all the time of one that is.
final class FirstBytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The event.
    struct Arrival: Sendable {}

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireUserInboundEventTriggered(Arrival())
        context.fireChannelRead(data)
    }
}
