import NIOCore
import NIOHTTP1

/// Checks a request head before it is converted to a version-independent one.
///
/// - HTTP/1.0 and `CONNECT` close the connection after the response. So does an upgrade request,
///   because nothing after it is parsed.
/// - The host of an absolute address overrides the `Host` field (RFC 9112, section 3.2.2).
/// - `Connection` is reduced to `close` or removed, because the server compares the whole value.
final class HTTP1Gate: ChannelInboundHandler, RemovableChannelHandler, Sendable {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        context.fireChannelRead(wrapInboundOut(.head(Self.normalised(head))))
    }

    /// The head that the server receives.
    static func normalised(_ head: HTTPRequestHead) -> HTTPRequestHead {
        var head = head
        let ends =
            head.version.major < 1 || (head.version.major == 1 && head.version.minor < 1)
            || head.method == .CONNECT || head.headers.contains(name: "Upgrade")
            || head.headers["Connection"].contains { requestsClose($0) }
        head.headers.remove(name: "Connection")
        if ends { head.headers.add(name: "Connection", value: "close") }
        if let (authority, path) = parts(ofAbsolute: head.uri) {
            head.headers.replaceOrAdd(name: "Host", value: authority)
            head.uri = path
        }
        return head
    }

    /// Whether a `Connection` field contains the option `close`, ignoring case.
    private static func requestsClose(_ value: String) -> Bool {
        value.utf8.split(separator: UInt8(ascii: ",")).contains { option in
            let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t")]
            return option.filter { !blanks.contains($0) }.elementsEqual("close".utf8) {
                $0 | 0x20 == $1
            }
        }
    }

    /// Host and path of `http://host/path`; nil for other forms.
    private static func parts(ofAbsolute uri: String) -> (authority: String, path: String)? {
        let bytes = uri.utf8
        let schemes = ["http://", "https://"]
        let scheme = schemes.first { scheme in
            bytes.count >= scheme.utf8.count
                && zip(bytes, scheme.utf8).allSatisfy { byte, letter in
                    let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    return (isUpper ? byte | 0x20 : byte) == letter
                }
        }
        guard let scheme else { return nil }
        let rest = bytes.dropFirst(scheme.utf8.count)
        let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        let authority = rest.prefix { !isEnd($0) }
        let path = String(decoding: rest.drop { !isEnd($0) }, as: UTF8.self)
        return (
            String(decoding: authority, as: UTF8.self),
            path.utf8.first == UInt8(ascii: "/") ? path : "/" + path
        )
    }
}
