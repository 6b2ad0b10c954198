package import FacialFunWire
import NeuralNetwork

/// The pipeline from the bytes of an image to its faces and scores.
///
/// Immutable and thread-safe. The same bytes give the same scores, bit for bit, regardless of
/// concurrent calls.
package final class EmotionRecognizer: Sendable {
    /// The emotion network's name and version.
    package let model: ModelSummary
    /// Framing of face rectangles, from the emotion network's manifest.
    package let framing: Framing
    /// Decides which faces can be judged.
    package let gate: JudgeabilityGate

    /// Default resource limits of an image.
    package var limits: DecodeLimits { decoder.limits }

    private let decoder: ImageDecoder
    let detector: FaceDetector
    let analyzer: FaceAnalyzer
    let extractor: FeatureExtractor
    let classifier: EmotionClassifier
    let movementSource: MovementSource
    /// Shared by all networks; a thread runs them one after the other.
    let workspaceCache = WorkspaceCache()
    // Keeps at most one workspace per processor; further concurrent work needs more temporarily.
    let faceWorkspaces = Pool(maxIdle: AvailableProcessors.count) { FaceWorkspace() }
    /// Reused memory of decoded pictures.
    ///
    /// New memory would cost a page fault for every 4 KB, which is 225 for a picture of 640×480.
    let pictures = Pool(maxIdle: AvailableProcessors.count) { ReusableImage() }
    /// Maximum size of pictures whose memory is kept, so that a service does not keep the memory of
    /// a single large picture.
    private static let maxPooledPixels = 800 * 600
    private let memory = MemoryCheck()

    /// Loads the networks.
    ///
    /// - Parameters:
    ///   - models: The location of the networks.
    ///   - limits: Resource limits of an image.
    /// - Throws: `modelUnreadable` and `limitsUnsound` with the file and field that is wrong,
    ///   `modelUnsuitable`.
    package init(models: ModelDirectory, limits: DecodeLimits = .commandLine)
        throws(FacialFunError)
    {
        let cache = workspaceCache
        guard memory.hasRoomToStart else {
            throw FacialFunError(
                code: .modelUnreadable,
                message: "The process's memory limit is too low for the networks. Raise it "
                    + "(ulimit -v).")
        }
        let network: Network
        let landmarker: FaceLandmarker
        let occlusion: OcclusionDetector
        do {
            landmarker = try FaceLandmarker(modelDirectory: models.faceMesh, cache: cache)
            detector = try FaceDetector(
                modelDirectory: models.faceDetector, landmarker: landmarker, cache: cache)
            occlusion = try OcclusionDetector(modelDirectory: models.faceOcclusion, cache: cache)
            network = try Network(directory: models.emotionNetwork)
        } catch {
            throw FacialFunError(code: .modelUnreadable, message: error.message)
        }
        guard let emotion = network.manifest.emotion else {
            throw FacialFunError(
                code: .modelUnsuitable,
                message: """
                    \(models.emotionNetwork) contains \(network.manifest.name), a network for \
                    \(network.manifest.task.rawValue). Name the folder of an emotion network.
                    """)
        }
        extractor = try FeatureExtractor(network: network, cache: cache)
        classifier = try EmotionClassifier(
            network: network, embeddingLength: extractor.embeddingLength)
        framing = emotion.framing
        analyzer = FaceAnalyzer(landmarker: landmarker, occlusion: occlusion, framing: framing)
        gate = JudgeabilityGate(limits: try JudgeabilityLimits(directory: models.emotionNetwork))
        model = ModelSummary(name: network.manifest.name, version: network.manifest.version)
        decoder = ImageDecoder(limits: limits)
        movementSource = MovementSource(models: models, cache: cache)
    }

    /// Finds and scores the faces of one image.
    ///
    /// - Parameters:
    ///   - bytes: A JPEG or PNG file.
    ///   - path: The image's path in the report.
    ///   - options: Search budget and optional outputs.
    /// - Returns: The report; without a face its list of faces is empty.
    /// - Throws: Errors of the decoder; `stopped` on cancellation.
    package func recognize(
        _ bytes: [UInt8], path: String, options: RecognitionOptions = RecognitionOptions()
    ) throws(FacialFunError) -> Recognition {
        var timer = StageTimer()
        let decoder = options.limits.map { ImageDecoder(limits: $0) } ?? decoder
        let header = try decoder.header(of: bytes, stop: options.stop)
        let smallestFace =
            options.smallestFace
            ?? options.minFaceShare.map { $0 * Double(min(header.width, header.height)) }
            ?? options.budget.smallestFace(width: header.width, height: header.height)
        let plan = ScalePlan(
            format: header.format, width: header.width, height: header.height,
            smallestFace: smallestFace,
            minReduction: decoder.limits.minReduction(
                pixels: header.width * header.height))
        let request = Request(
            bytes: bytes, path: path, header: header, smallestFace: smallestFace, plan: plan,
            options: options)
        let pixels = header.width * header.height / (plan.reduction * plan.reduction)
        return try memory.withRoom(forPixels: pixels, stop: options.stop) {
            () throws(FacialFunError) in
            try recognize(request, pixels: pixels, &timer)
        }
    }

    /// Decodes the image and recognizes its faces.
    private func recognize(
        _ request: Request, pixels: Int, _ timer: inout StageTimer
    ) throws(FacialFunError) -> Recognition {
        let (bytes, options) = (request.bytes, request.options)
        let decoding = request.decoding(reduction: request.plan.reduction)
        guard !options.keepsPictures, pixels <= Self.maxPooledPixels else {
            let decoded = try decoder.decode(bytes, options: decoding)
            return try recognize(decoded, request, &timer)
        }
        // The memory is in use until the picture is released.
        return try pictures.withElement { (memory) throws(FacialFunError) in
            let decoded = try decoder.decode(bytes, options: decoding, into: &memory)
            return try recognize(decoded, request, &timer)
        }
    }

    /// Input and options of a recognition.
    private struct Request {
        let bytes: [UInt8]
        let path: String
        let header: ImageHeader
        let smallestFace: Double
        let plan: ScalePlan
        let options: RecognitionOptions

        func decoding(reduction: Int, region: Box? = nil) -> DecodeOptions {
            var decoding = DecodeOptions(
                reduction: reduction, region: region, stop: options.stop)
            decoding.header = header
            return decoding
        }
    }

    /// Recognizes the faces of a decoded image.
    private func recognize(
        _ decoded: DecodedImage, _ request: Request, _ timer: inout StageTimer
    ) throws(FacialFunError) -> Recognition {
        let (header, options) = (request.header, request.options)
        timer.lap(\.decode)

        let smallestFace = request.smallestFace * decoded.toFull.inverse.scale
        let faces = try detector.detect(
            in: decoded.image, smallestFace: smallestFace, workers: options.workers,
            stop: options.stop
        ).map { face in face.mapped(decoded.toFull) }
        timer.lap(\.detect)

        var reports: [FaceReport] = []
        let scene = Scene(
            source: decoded, width: header.width, height: header.height,
            movements: options.movements, landmarks: options.landmarks)
        report(
            on: faces, in: scene, workers: options.workers, stop: options.stop, into: &reports,
            &timer)
        try options.stop.check()
        try checkNetworks()

        let report = ImageReport(
            path: request.path,
            image: ImageSummary(
                width: header.width, height: header.height, format: header.format.rawValue,
                orientation: header.orientation),
            smallestFace: request.smallestFace, faces: reports, milliseconds: timer.finished(),
            model: model)
        guard options.keepsPictures else { return Recognition(report: report) }
        let shown = options.onlyFace.map { faces.indices.contains($0) ? [faces[$0]] : [] } ?? faces
        let source = try finerSource(
            request, rectangles: shown.map(rectangleToImage(of:)), decoded: decoded)
        return Recognition(report: report, picture: decoded, source: source)
    }

    /// Checks that all results of the networks were finite so far; otherwise they are meaningless.
    ///
    /// - Throws: `unsoundModel` with the network's name.
    package func checkNetworks() throws(FacialFunError) {
        let networks =
            [detector.network, analyzer.occlusion.network, extractor.network]
            + [analyzer.landmarker.network] + (movementSource.current?.networks ?? [])
        guard let unsound = networks.first(where: { !$0.isSound }) else { return }
        throw FacialFunError(
            code: .unsoundModel,
            message: "The network \(unsound.manifest.name) returns non-finite numbers: its "
                + "weights are damaged. Install the model again.")
    }

    /// The operating point of verdicts: ``OperatingPoint/prompted`` if the network has it.
    package var judgingPoint: OperatingPoint { classifier.hasPrompted ? .prompted : .photograph }

    /// The names of the user's own classes, in their order; empty without such classes.
    package var classNames: [String] { classifier.classNames }

    /// The embedding of a square picture with the framing of a rectangle, such as
    /// ``Recognition/alignedCrop(at:)``.
    package func embedding(of alignedCrop: Image) -> [Float] {
        extractor.embedding(of: alignedCrop)
    }

    /// Scores a rectangle without checking that it shows a face.
    package func scores(of rectangle: FaceRectangle) -> EmotionScores {
        classifier.scores(of: extractor.embedding(of: rectangle))
    }

    /// Scores a square picture with the framing of a rectangle, such as
    /// ``Recognition/alignedCrop(at:)``, without checking that it shows a face.
    package func scores(of alignedCrop: Image) -> EmotionScores {
        classifier.scores(of: extractor.embedding(of: alignedCrop))
    }

    /// Scores a square picture at an operating point; nil if the network does not have it.
    package func scores(of alignedCrop: Image, at point: OperatingPoint) -> EmotionScores? {
        classifier.scores(of: extractor.embedding(of: alignedCrop), at: point)
    }

    /// The picture from which rectangles are cut: the scored one, or a finer decode of the required
    /// part if the scored one would lose pixels.
    private func finerSource(
        _ request: Request, rectangles: [SimilarityTransform], decoded: DecodedImage
    ) throws(FacialFunError) -> DecodedImage {
        guard let finer = request.plan.finerDecode(for: rectangles) else { return decoded }
        return try decoder.decode(
            request.bytes,
            options: request.decoding(reduction: finer.reduction, region: finer.region))
    }
}
