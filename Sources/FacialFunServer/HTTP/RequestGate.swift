import NIOCore

/// Passes the bytes of one request at a time to the parser.
///
/// Pipelined requests wait here, unparsed, for their turn (``RoundRobinScheduler``), so other
/// connections are served between two requests of one connection. While anything is held back,
/// nothing more is read. Because the gate precedes the parser, it also reports the first bytes of a
/// head: a client that sends its head byte by byte is not idle.
final class RequestGate: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Number of bytes of a chunked body to pass at a time: further heads may follow its end, which
    /// only the parser recognizes.
    private static let slice = 2048

    private let limits: LimitsHandler
    private let connection: Connection
    private var context: ChannelHandlerContext?
    /// Received bytes that are held back.
    private var held = ByteBuffer()
    /// Whether a read requested by later handlers waits until nothing is held back.
    private var isReadHeld = false
    private var isInputClosed = false
    /// Whether a head has passed since the last read from the socket; the next one waits for its
    /// turn.
    private var hadHead = false
    private var isWaiting = false
    private var isPumping = false
    private var head = HeadEnd()
    /// Remaining bytes of the body, if its length is known.
    private var bodyLeft = 0
    /// Whether the parser received bytes of the next head together with the last body.
    private var hasDrainedMore = false

    /// Creates a gate in front of the limits of the same channel.
    init(before limits: LimitsHandler) { (self.limits, connection) = (limits, limits.connection) }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if held.readableBytes == 0 { held = bytes } else { held.writeBuffer(&bytes) }
        pump()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if held.readableBytes == 0 { hadHead = false }
        context.fireChannelReadComplete()
    }

    func read(context: ChannelHandlerContext) {
        if held.readableBytes > 0 { isReadHeld = true } else { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed, held.readableBytes > 0 {
            // After the bytes that are held back.
            isInputClosed = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        held.clear()
        context.fireChannelInactive()
    }

    /// The connection waits for a request, or discards input.
    func resume() {
        if hasDrainedMore {
            hasDrainedMore = false
            limits.bytesArrived()
            limits.watchHead()
        }
        guard !isPumping, held.readableBytes > 0 else { return }
        // Not within the response that it has just written.
        if connection.isEnding { pump() } else { enterTurn() }
    }

    /// Called when it is this gate's turn.
    func takeTurn() {
        isWaiting = false
        hadHead = false
        pump()
        if held.readableBytes == 0 { hadHead = false }
        // Tells the parser and the connection that the current input ends here.
        context?.fireChannelReadComplete()
    }

    private func enterTurn() {
        guard !isWaiting, let context else { return }
        isWaiting = true
        connection.loop.turns.enter(self, on: context.eventLoop)
    }

    private func pump() {
        guard !isPumping else { return }
        isPumping = true
        defer { isPumping = false }
        while held.readableBytes > 0, !isWaiting, context != nil {
            switch connection.expected {
            case .later: return
            case .nothing:
                connection.discard(held.readableBytes)
                held.clear()
            case .body: passBody()
            case .head:
                if hadHead { return enterTurn() }
                passHead()
            }
        }
        guard held.readableBytes == 0, let context else { return }
        held.clear()
        if isReadHeld {
            isReadHeld = false
            context.read()
        }
        if isInputClosed {
            isInputClosed = false
            context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
    }

    private func passHead() {
        let end = head.find(in: held.readableBytesView)
        if end != nil { hadHead = true }
        limits.bytesArrived()
        pass(end ?? held.readableBytes)
        if end != nil { bodyLeft = connection.exchange?.announcedLength ?? 0 }
    }

    private func passBody() {
        guard connection.exchange?.announcedLength == nil else {
            let count = min(bodyLeft, held.readableBytes)
            bodyLeft -= count
            // Never 0, because a complete body is not awaited.
            return pass(count > 0 ? count : held.readableBytes)
        }
        let count = min(Self.slice, held.readableBytes)
        let isLast = held.getBytes(at: held.readerIndex, length: count)
            .map { $0.suffix(5).elementsEqual("0\r\n\r\n".utf8) }
        pass(count)
        switch connection.expected {
        case .body, .nothing: break
        case .head, .later:
            // Bytes after the last chunk are already in the parser: the beginning of a head.
            hasDrainedMore = isLast != true
            if case .head = connection.expected { resume() }
        }
    }

    private func pass(_ count: Int) {
        guard let bytes = held.readSlice(length: count) else { return }
        context?.fireChannelRead(wrapInboundOut(bytes))
    }
}

/// Finds the end of a head: an empty line, with CR LF or LF.
private struct HeadEnd {
    /// Whether the last byte ended a line, or was the CR after that.
    private var state = State.inLine

    private enum State {
        case inLine
        case lineEnded
        case carriageReturn
    }

    /// Number of bytes up to the end; nil if the end has not arrived, in which case the search
    /// resumes later.
    mutating func find(in bytes: ByteBufferView) -> Int? {
        for (count, byte) in bytes.enumerated() {
            switch (state, byte) {
            case (.lineEnded, UInt8(ascii: "\n")), (.carriageReturn, UInt8(ascii: "\n")):
                state = .inLine
                return count + 1
            case (_, UInt8(ascii: "\n")): state = .lineEnded
            case (.lineEnded, UInt8(ascii: "\r")): state = .carriageReturn
            default: state = .inLine
            }
        }
        return nil
    }
}
