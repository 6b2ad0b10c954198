import NIOCore

/// Lets one request's bytes at a time through to the parser.
///
/// What a client sends ahead stays here, unparsed, and waits for its turn
/// (``RoundRobinScheduler``): however much one connection sends, between two of its requests the
/// others have theirs. While anything is held nothing more is read. The gate stands before the
/// parser, so it tells the limits, too, when the first bytes of a head have come: a client that
/// sends its head byte by byte is not idle.
final class RequestGate: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Bytes of a chunked body to pass at a time: further heads may follow its end, which only the
    /// parser recognizes.
    private static let slice = 2048

    private let limits: LimitsHandler
    private let connection: Connection
    private var context: ChannelHandlerContext?
    /// Received bytes that are held back.
    private var held = ByteBuffer()
    /// Whether the read that the handlers behind asked for waits until nothing is held.
    private var isReadHeld = false
    private var isInputClosed = false
    /// Whether a head was let through since the last read from the socket: the next has its turn.
    private var hadHead = false
    private var isWaiting = false
    private var isPumping = false
    private var head = HeadEnd()
    /// Remaining bytes of the body, if its length is known.
    private var bodyLeft = 0
    /// Whether the parser has got bytes of the next head together with the last body.
    private var hasDrainedMore = false

    /// Stands before these limits, of the same channel.
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
            // After what is held.
            isInputClosed = true
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        held.clear()
        context.fireChannelInactive()
    }

    /// The connection waits for a request, or lets go what comes.
    func resume() {
        if hasDrainedMore {
            hasDrainedMore = false
            limits.bytesArrived()
            limits.watchHead()
        }
        guard !isPumping, held.readableBytes > 0 else { return }
        // Not from within the answer that it has just written.
        if connection.isEnding { pump() } else { enterTurn() }
    }

    /// Its turn has come.
    func takeTurn() {
        isWaiting = false
        hadHead = false
        pump()
        if held.readableBytes == 0 { hadHead = false }
        // The parser and the connection learn that this is all for now.
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
                connection.passOver(held.readableBytes)
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
            // A body that is complete is none that is waited for: this is never 0.
            return pass(count > 0 ? count : held.readableBytes)
        }
        let count = min(Self.slice, held.readableBytes)
        let isLast = held.getBytes(at: held.readerIndex, length: count)
            .map { $0.suffix(5).elementsEqual("0\r\n\r\n".utf8) }
        pass(count)
        switch connection.expected {
        case .body, .nothing: break
        case .head, .later:
            // Bytes behind the last chunk lie in the parser: the beginning of a head.
            hasDrainedMore = isLast != true
            if case .head = connection.expected { resume() }
        }
    }

    private func pass(_ count: Int) {
        guard let bytes = held.readSlice(length: count) else { return }
        context?.fireChannelRead(wrapInboundOut(bytes))
    }
}

/// Finds where a head ends: at an empty line, whether its lines end in CR LF or in LF.
private struct HeadEnd {
    /// Whether the last byte ended a line, or was the CR behind that.
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
