package import NIOCore
package import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Synchronization

/// Registers its connection in the ``ConnectionLedger`` and reports when a request is in progress.
///
/// It also inserts the ``HTTP1Gate`` before the codec, because Hummingbird offers no other way to
/// do so.
package final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler, Sendable {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart
    package typealias OutboundIn = HTTPResponsePart
    package typealias OutboundOut = HTTPResponsePart

    private struct State {
        var channel: (any Channel)?
        var requests = 0
    }

    private let ledger: ConnectionLedger
    private let state = Mutex(State())

    /// Makes a handler of a new connection.
    package init(ledger: ConnectionLedger) { self.ledger = ledger }

    package func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        state.withLock { $0.channel = channel }
        do {
            let pipeline = context.pipeline.syncOperations
            let codec = try pipeline.context(handlerType: HTTP1ToHTTPServerCodec.self)
            try pipeline.addHandler(HTTP1Gate(), position: .before(codec.handler))
        } catch {
            // Closes the connection, because without the gate it would skip the checks.
            channel.close(promise: nil)
            return
        }
        guard ledger.open(self, address: channel.remoteAddress?.ipAddress ?? "local") else {
            channel.close(promise: nil)
            return
        }
        let (ledger, handler) = (ledger, self)
        channel.closeFuture.whenComplete { _ in ledger.close(handler) }
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head = unwrapInboundIn(data) {
            let isFirst = state.withLock { state in
                state.requests += 1
                return state.requests == 1
            }
            if isFirst { ledger.begin(self) }
        }
        context.fireChannelRead(data)
    }

    package func write(
        context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
    ) {
        if case .end = unwrapOutboundIn(data) {
            let isLast = state.withLock { state in
                state.requests -= 1
                return state.requests == 0
            }
            if isLast { ledger.end(self) }
        }
        context.write(data, promise: promise)
    }

    /// Closes the connection unless a request has arrived meanwhile.
    func closeIfIdle() {
        guard let channel = state.withLock({ $0.channel }) else { return }
        channel.eventLoop.execute {
            if self.state.withLock({ $0.requests == 0 }) { channel.close(promise: nil) }
        }
    }
}
