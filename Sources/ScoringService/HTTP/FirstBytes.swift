import NIOCore

/// Tells the connection that bytes have come, before they make up a request's head: a client that
/// sends its head byte by byte is not idle, and must still not have all the time of one that is.
final class FirstBytes: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let connection: HTTPConnection

    /// Tells this connection, of the same channel.
    init(of connection: HTTPConnection) { self.connection = connection }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Not as an event, which every handler between would have to pass on.
        connection.bytesArrived()
        context.fireChannelRead(data)
    }
}
