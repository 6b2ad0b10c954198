import CommandSupport
import FacialFun
import Films

/// The frames of a film, whatever they come from.
protocol FrameSource {
    /// What the records name as the frames' format.
    var format: String { get }

    /// The next frame; nil at the end.
    ///
    /// - Throws: Why there are no more.
    mutating func next() throws(CommandError) -> SourceFrame?
}

/// What came of reading a frame.
struct SourceFrame {
    /// The picture, upright, and the orientation that made it so; or why there is none.
    let picture: Result<(image: Image, orientation: Int), CommandError>
    /// When the film shows it, in seconds from its beginning.
    let seconds: Double
}

/// The frames of a film's file.
struct FilmFrames: FrameSource {
    let format = "film"
    private let reader: FilmReader

    /// Begins to read a film.
    ///
    /// - Throws: Why it cannot be read.
    init(
        of path: InputPath, framesPerSecond: Double?, maxPixels: Int
    ) throws(CommandError) {
        do throws(FilmError) {
            reader = try FilmReader(
                path: path.bytes, framesPerSecond: framesPerSecond, maxPixels: maxPixels)
        } catch {
            throw CommandError(error)
        }
    }

    mutating func next() throws(CommandError) -> SourceFrame? {
        do throws(FilmError) {
            guard let frame = try reader.next() else { return nil }
            return SourceFrame(picture: .success((frame.image, 1)), seconds: frame.seconds)
        } catch {
            throw CommandError(error)
        }
    }
}

/// The frames of a stream of JPEGs.
struct StreamedFrames: FrameSource {
    let format = ImageFormat.jpeg.rawValue
    private let stream: JPEGStream
    private let decoder: ImageDecoder
    private let framesPerSecond: Double
    private var memory = ReusableImage()
    private var count = 0

    /// Begins to read a stream.
    ///
    /// - Parameters:
    ///   - descriptor: What it comes from.
    ///   - framesPerSecond: How many frames are shown in a second.
    ///   - limits: What a frame may cost.
    init(descriptor: Int32, framesPerSecond: Double, limits: DecodeLimits) {
        stream = JPEGStream(descriptor: descriptor, maxBytes: limits.maxFileBytes)
        decoder = ImageDecoder(limits: limits)
        self.framesPerSecond = framesPerSecond
    }

    mutating func next() throws(CommandError) -> SourceFrame? {
        let file: JPEGStream.File
        do throws(FilmError) {
            guard let next = try stream.next() else { return nil }
            file = next
        } catch {
            throw CommandError(error)
        }
        // To the millisecond, as those of films.
        let seconds = (Double(count) / framesPerSecond * 1000).rounded() / 1000
        count += 1
        return SourceFrame(picture: picture(of: file), seconds: seconds)
    }

    private mutating func picture(
        of file: JPEGStream.File
    ) -> Result<(image: Image, orientation: Int), CommandError> {
        switch file {
        case .tooLarge:
            return .failure(
                .tooManyBytes(limit: decoder.limits.maxFileBytes, flag: "--max-file-size"))
        case .whole(let bytes):
            do throws(ImageError) {
                let orientation = try decoder.header(of: bytes).orientation
                let decoded = try decoder.decode(bytes, reduction: 1, into: &memory)
                return .success((decoded.picture.image, orientation))
            } catch {
                return .failure(CommandError(error, namesFlags: true))
            }
        }
    }
}
