import Crypto
import Dispatch
import FacialFun
import FacialFunWire
import FamilyAccounts
import Foundation
import Synchronization
import TrainerStore

/// The reason a picture cannot be used for a question.
enum OwnPictureFault: String, Error {
    case notAPicture = "not_a_picture"
    case tooLarge = "too_large"
    case damaged = "damaged_picture"
    case tooManyPixels = "too_many_pixels"
    case tooSmall = "too_small"
    case badPlace = "bad_place"
    case busy

    /// The catalog key of the message.
    var key: String { "questions.fault.\(rawValue)" }
}

/// The position of a square in a picture: a similarity from the square's 600×600 pixels to the
/// upright picture's, as the scoring service returns it for a face.
struct PicturePlace: Codable, Equatable, Sendable {
    let a, b, tx, ty: Double

    var transform: SimilarityTransform { SimilarityTransform(a: a, b: b, tx: tx, ty: ty) }

    init(_ transform: SimilarityTransform) {
        (a, b, tx, ty) = (transform.a, transform.b, transform.tx, transform.ty)
    }

    /// Whether the square shows a reasonable part of the picture: it is not tiny and does not
    /// extend far beyond the edges.
    func fits(width: Int, height: Int) -> Bool {
        guard [a, b, tx, ty].allSatisfy(\.isFinite) else { return false }
        let side = transform.scale * Double(FaceRectangle.side)
        let centre = transform.apply(
            Point(x: Double(FaceRectangle.side) / 2, y: Double(FaceRectangle.side) / 2))
        return side >= OwnPicture.shortestSide - 1e-6
            && side <= 2 * Double(max(width, height)) + 1e-6
            && (0...Double(width)).contains(centre.x) && (0...Double(height)).contains(centre.y)
    }
}

/// A person's picture: checked, cropped to 600×600 pixels, and re-encoded, so that nothing but
/// pixels remains of the file (G5).
///
/// Uses the scoring service's decoder in this process. The decoder enforces its limits before it
/// decodes a pixel, and works while the service is down.
enum OwnPicture {
    /// Maximum size of a file in bytes (G5).
    static let mostBytes = DecodeLimits.service.maxFileBytes
    /// Minimum side of the cropped square, in pixels of the picture.
    static let shortestSide: Double = 48
    /// JPEG quality on libjpeg's scale: 600×600 pixels take about 80,000 bytes.
    static let quality = 88

    private static let decoder = ImageDecoder(limits: .service)

    /// Checks the file's header against the limits.
    static func header(of file: [UInt8]) throws(OwnPictureFault) -> ImageHeader {
        let header: ImageHeader
        do {
            header = try decoder.header(of: file)
        } catch {
            throw OwnPictureFault(error)
        }
        guard Double(min(header.width, header.height)) >= shortestSide else { throw .tooSmall }
        return header
    }

    /// Cuts a square out of a picture.
    ///
    /// - Parameters:
    /// - file: The bytes of a JPEG or PNG file.
    /// - place: The position of the square.
    /// - Returns: A JPEG of 600×600 pixels without metadata.
    /// - Throws: ``OwnPictureFault`` for the file or the position.
    static func cut(_ file: [UInt8], at place: PicturePlace) throws(OwnPictureFault) -> OwnFile {
        let header = try header(of: file)
        guard place.fits(width: header.width, height: header.height) else { throw .badPlace }
        let toImage = place.transform
        let reduction = [8, 4, 2].first { Double($0) <= toImage.scale } ?? 1
        let bytes: [UInt8]
        do throws(FacialFunError) {
            let picture = try decoder.decode(
                file, options: DecodeOptions(reduction: reduction))
            let square = FaceRectangle(
                of: picture.image, toImage: toImage.followed(by: picture.toFull.inverse))
            bytes = try JPEGEncoder(quality: quality).encode(square.image)
        } catch {
            throw OwnPictureFault(error)
        }
        return OwnFile(
            type: "image/jpeg", content: Data(bytes), digest: Data(SHA256.hash(data: bytes)))
    }
}

extension OwnPictureFault {
    fileprivate init(_ error: FacialFunError) {
        self =
            switch error.code {
            case .empty, .unsupportedFormat: .notAPicture
            case .tooManyBytes: .tooLarge
            case .tooManyPixels, .tooManyScans: .tooManyPixels
            case .outOfMemory, .stopped: .busy
            default: .damaged
            }
    }
}

/// Crops pictures one at a time on its own thread, because each may take 48 MB and a quarter of a
/// second.
///
/// Families take turns, so a family with many pictures delays only itself.
final class PictureQueue: Sendable {
    /// Maximum number of waiting pictures.
    static let mostWaiting = 24
    /// Maximum number of waiting pictures of one family.
    static let mostOfFamily = 4

    private struct State {
        var waiting = FairQueue<@Sendable () -> Void>()
        var counts: [String: Int] = [:]
        var isBusy = false
    }

    private let queue = DispatchQueue(label: "pet.pictures")
    private let state = Mutex(State())

    /// Cuts a picture; see ``OwnPicture/cut(_:at:)``.
    ///
    /// - Throws: ``OwnPictureFault`` for the file or the position; `busy` if too many pictures
    ///   wait.
    func cut(
        _ file: [UInt8], at place: PicturePlace, for account: AccountID
    ) async throws(OwnPictureFault) -> OwnFile {
        let family = "\(account.rawValue)"
        let result = await withCheckedContinuation {
            (continuation: CheckedContinuation<Result<OwnFile, OwnPictureFault>, Never>) in
            let isTaken = enter(family) {
                continuation.resume(
                    returning: Result { () throws(OwnPictureFault) in
                        try OwnPicture.cut(file, at: place)
                    })
            }
            if !isTaken { continuation.resume(returning: .failure(.busy)) }
        }
        return try result.get()
    }

    /// Queues work, and starts it if no other work runs.
    ///
    /// - Returns: Whether the queue had room for it.
    private func enter(_ family: String, _ work: @escaping @Sendable () -> Void) -> Bool {
        let (isTaken, isFirst) = state.withLock { state -> (Bool, Bool) in
            let own = state.counts[family, default: 0]
            guard own < Self.mostOfFamily, state.waiting.count < Self.mostWaiting else {
                return (false, false)
            }
            state.counts[family] = own + 1
            state.waiting.append(
                {
                    work()
                    self.leave(family)
                }, from: family)
            defer { state.isBusy = true }
            return (true, !state.isBusy)
        }
        if isFirst { queue.async { self.work() } }
        return isTaken
    }

    private func leave(_ family: String) {
        state.withLock { state in
            let left = state.counts[family, default: 1] - 1
            state.counts[family] = left > 0 ? left : nil
        }
    }

    /// Works until the queue is empty.
    private func work() {
        while true {
            let next = state.withLock { state in
                let next = state.waiting.popFirst()
                state.isBusy = next != nil
                return next
            }
            guard let next else { return }
            next()
        }
    }
}
