import CFacialFun
import Glibc

/// An open video device.
///
/// For one thread at a time, except for calls of ``MappedBuffers`` under its own lock.
final class VideoDevice {
    /// The descriptor; -1 after closing.
    private(set) var descriptor: Int32
    /// Name for messages.
    let label: String

    /// Opens a device, nonblocking and not inherited by other programs.
    ///
    /// - Throws: `cameraPermissionDenied`, `cameraBusy`, `cameraNotFound`, `cameraUnplugged`,
    ///   `cameraFailed`.
    init(path: String, label: String) throws(FacialFunError) {
        var result: Int32
        repeat {
            result = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        } while result < 0 && errno == EINTR
        guard result >= 0 else { throw FacialFunError("open", label, errno: errno) }
        descriptor = result
        self.label = label
    }

    deinit { close() }

    /// Closes it; nothing may still be mapped from it.
    func close() {
        guard descriptor >= 0 else { return }
        _ = Glibc.close(descriptor)
        descriptor = -1
    }

    /// Identity reported by the driver.
    func identity() throws(FacialFunError) -> cv4l_device {
        var device = cv4l_device()
        try check("ask", cv4l_query(descriptor, &device))
        return device
    }

    /// All offered formats.
    func formats() -> [OfferedFormat] {
        Self.all { cv4l_format_at(descriptor, $0, &$1) }.map { (format: cv4l_format) in
            let code = FourCC(format.code)
            return OfferedFormat(
                code: code, name: Self.text(of: format.description),
                pixelFormat: PixelFormat(code), sizes: sizes(of: format.code))
        }
    }

    private func sizes(of code: UInt32) -> [OfferedFormat.Size] {
        let sizes = Self.all { cv4l_size_at(descriptor, code, $0, &$1) }.map { (size: cv4l_size) in
            OfferedFormat.Size(
                width: Int(size.width), height: Int(size.height), maxWidth: Int(size.max_width),
                maxHeight: Int(size.max_height), stepWidth: Int(size.step_width),
                stepHeight: Int(size.step_height),
                rates: rates(of: code, width: size.max_width, height: size.max_height))
        }
        guard sizes.isEmpty else { return sizes }
        // If a driver lists no sizes, the result of requesting a common one is used.
        var picture = cv4l_picture()
        (picture.code, picture.width, picture.height) = (code, 640, 480)
        guard cv4l_try_picture(descriptor, &picture) == 0, picture.code == code,
            picture.width > 0, picture.height > 0
        else { return [] }
        return [.init(width: Int(picture.width), height: Int(picture.height), rates: [])]
    }

    private func rates(of code: UInt32, width: UInt32, height: UInt32) -> [Double] {
        Self.all { cv4l_interval_at(descriptor, code, width, height, $0, &$1) }
            .filter { (interval: cv4l_interval) in interval.numerator > 0 }
            .map { Double($0.denominator) / Double($0.numerator) }.sorted(by: >)
    }

    /// Throws the error of a call that has failed.
    func check(_ what: String, _ result: Int32) throws(FacialFunError) {
        guard result == 0 else { throw FacialFunError(what, label, errno: result) }
    }

    /// The text of a C array of characters.
    static func text<Characters>(of characters: Characters) -> String {
        withUnsafeBytes(of: characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// All items of an enumeration.
    private static func all<Item>(
        _ next: (UInt32, inout Item) -> Int32
    ) -> [Item] where Item: ZeroInitialised {
        var items: [Item] = []
        // No driver lists more; a longer list means a defective driver.
        while items.count < 256 {
            var item = Item()
            guard next(UInt32(items.count), &item) == 0 else { break }
            items.append(item)
        }
        return items
    }
}

/// A C structure initialized with zeros.
private protocol ZeroInitialised { init() }
extension cv4l_format: ZeroInitialised {}
extension cv4l_size: ZeroInitialised {}
extension cv4l_interval: ZeroInitialised {}
