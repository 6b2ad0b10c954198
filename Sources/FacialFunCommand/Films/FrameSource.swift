import CommandSupport
import FacialFun
import Films

/// The frames of a film from any source.
protocol FrameSource {
    /// Name of the frames' format in the records.
    var format: String { get }

    /// The next frame; nil at the end.
    ///
    /// - Throws: The reason why there are no more.
    mutating func next() throws(CommandError) -> SourceFrame?
}

/// Result of reading a frame.
struct SourceFrame {
    /// The upright picture and its original orientation, or the error.
    let picture: Result<(image: Image, orientation: Int), CommandError>
    /// Display time in seconds from the film's beginning.
    let seconds: Double
}

/// The frames of a film file.
struct FilmFrames: FrameSource {
    let format = "film"
    private let reader: FilmReader

    /// Starts reading a film.
    ///
    /// - Throws: The reason why it cannot be read.
    init(
        of path: InputPath, framesPerSecond: Double?, maxPixels: Int
    ) throws(CommandError) {
        do throws(FacialFunError) {
            reader = try FilmReader(
                path: path.bytes, framesPerSecond: framesPerSecond, maxPixels: maxPixels)
        } catch {
            throw CommandError(error)
        }
    }

    mutating func next() throws(CommandError) -> SourceFrame? {
        do throws(FacialFunError) {
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

    /// Starts reading a stream.
    ///
    /// - Parameters:
    ///   - descriptor: The source.
    ///   - framesPerSecond: The frame rate.
    ///   - limits: Resource limits of a frame.
    init(descriptor: Int32, framesPerSecond: Double, limits: DecodeLimits) {
        stream = JPEGStream(descriptor: descriptor, maxBytes: limits.maxFileBytes)
        decoder = ImageDecoder(limits: limits)
        self.framesPerSecond = framesPerSecond
    }

    mutating func next() throws(CommandError) -> SourceFrame? {
        let file: JPEGStream.File
        do throws(FacialFunError) {
            guard let next = try stream.next() else { return nil }
            file = next
        } catch {
            throw CommandError(error)
        }
        // Rounded to milliseconds, like the times of films.
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
            do throws(FacialFunError) {
                var options = DecodeOptions()
                let header = try decoder.header(of: bytes)
                options.header = header
                let decoded = try decoder.decode(bytes, options: options, into: &memory)
                return .success((decoded.image, header.orientation))
            } catch {
                return .failure(CommandError(error, namesFlags: true))
            }
        }
    }
}
