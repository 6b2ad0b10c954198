import Crypto
import Dispatch
import FacialFunWire
import FacialFun
import Foundation
import Synchronization
import TrainerAccounts
import TrainerStore

/// Why a picture cannot be a question's.
enum OwnPictureFault: String, Error {
    case notAPicture = "not_a_picture"
    case tooLarge = "too_large"
    case damaged = "damaged_picture"
    case tooManyPixels = "too_many_pixels"
    case tooSmall = "too_small"
    case badPlace = "bad_place"
    case busy

    /// Where the catalogue says it to a person.
    var key: String { "questions.fault.\(rawValue)" }
}

/// Where a square lies in a picture: a similarity from the square's 600×600 pixels to the upright
/// picture's, as the scoring service gives it for a face.
struct PicturePlace: Codable, Equatable, Sendable {
    let a, b, tx, ty: Double

    var transform: SimilarityTransform { SimilarityTransform(a: a, b: b, tx: tx, ty: ty) }

    init(_ transform: SimilarityTransform) {
        (a, b, tx, ty) = (transform.a, transform.b, transform.tx, transform.ty)
    }

    /// Whether the square shows some of a picture, neither a speck of it nor a world around it.
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

/// A picture that a person gives: looked at, cut to 600×600 pixels, and written anew, so that nothing
/// of the file remains but pixels (G5).
///
/// By the scoring service's own decoder, in this process: it holds to its limits before it decodes a
/// pixel, and is there when the service is away.
enum OwnPicture {
    /// The most bytes of a file (G5).
    static let mostBytes = DecodeLimits.service.maxFileBytes
    /// The shortest side of what is cut, in the picture's pixels; a smaller face is no picture.
    static let shortestSide: Double = 48
    /// In the scale of libjpeg: 600×600 pixels become about 80,000 bytes.
    static let quality = 88

    private static let decoder = ImageDecoder(limits: .service)

    /// What a file says of itself, held against the limits.
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
    ///   - file: The bytes of a JPEG or PNG file.
    ///   - place: Where the square lies.
    /// - Returns: A JPEG of 600×600 pixels, without anything else.
    /// - Throws: What is wrong with the file or the place.
    static func cut(_ file: [UInt8], at place: PicturePlace) throws(OwnPictureFault) -> OwnFile {
        let header = try header(of: file)
        guard place.fits(width: header.width, height: header.height) else { throw .badPlace }
        let toImage = place.transform
        let reduction = [8, 4, 2].first { Double($0) <= toImage.scale } ?? 1
        let bytes: [UInt8]
        do throws(ImageError) {
            let picture = try decoder.decode(file, reduction: reduction)
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
    fileprivate init(_ error: ImageError) {
        self =
            switch error.code {
            case .empty, .unsupportedFormat: .notAPicture
            case .tooManyBytes: .tooLarge
            case .tooManyPixels, .tooManyScans: .tooManyPixels
            case .outOfMemory, .stopped: .busy
            case .truncated, .corrupt, .unsoundModel: .damaged
            }
    }
}

/// Where pictures are cut: one at a time, on a thread of its own, since one may take 48 MB and a
/// quarter of a second.
///
/// Families take turns: one that sends many waits for itself alone.
final class PictureBench: Sendable {
    /// More than these do not wait.
    static let mostWaiting = 24
    /// And not more of one family.
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
    /// - Throws: What is wrong with the file or the place; `busy` where too many wait.
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

    /// Lets work wait for its turn, and begins it where nothing else is done.
    ///
    /// - Returns: Whether there was room for it.
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

    /// Works until nothing waits.
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
