package import FacialFunWire
import NeuralNetwork

/// The pipeline that every caller uses: bytes of an image in, faces with their scores out.
///
/// Immutable and thread-safe. The same bytes give the same scores, bit for bit, regardless of
/// concurrent calls.
package final class EmotionRecognizer: Sendable {
    /// The emotion network's name and version.
    package let model: ModelSummary
    /// The rule by which face rectangles are cut, from the emotion network's manifest.
    package let framing: Framing
    /// Says which faces can be judged.
    package let gate: JudgeabilityGate

    /// Default resource limits of an image.
    package var limits: DecodeLimits { decoder.limits }

    private let decoder: ImageDecoder
    let detector: FaceDetector
    let analyzer: FaceAnalyzer
    let extractor: FeatureExtractor
    let classifier: EmotionClassifier
    let movementSource: MovementSource
    /// One for all networks, of which a thread runs one after the other.
    let workspaceCache = WorkspaceCache()
    // Nested work on a thread needs additional workspaces; those beyond one per processor are not
    // kept.
    let faceWorkspaces = Pool(maxIdle: AvailableProcessors.count) { FaceWorkspace() }
    /// Memory that decoded pictures are put into one after the other: memory from the system comes page
    /// by page, and each page costs a fault; of a picture of 640×480 there are 225.
    let pictures = Pool(maxIdle: AvailableProcessors.count) { ReusableImage() }
    /// Pictures of more pixels get memory of their own, which is not kept: the memory of a service must
    /// not be that of the largest picture that ever came.
    private static let maxPooledPixels = 800 * 600
    private let memory = MemoryCheck()

    /// Loads the networks.
    ///
    /// - Parameters:
    ///   - models: Where they lie.
    ///   - limits: What an image may cost.
    /// - Throws: `modelUnreadable` and `limitsUnsound` with the file and field that is wrong,
    ///   `modelUnsuitable`.
    package init(models: ModelDirectory, limits: DecodeLimits = .commandLine)
        throws(RecognizerError)
    {
        let cache = workspaceCache
        guard memory.hasRoomToStart else {
            throw RecognizerError(
                code: .modelUnreadable,
                message: "There is no memory for the networks under this process's limit. Raise it "
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
            throw RecognizerError(code: .modelUnreadable, message: error.message, cause: error)
        }
        guard let emotion = network.manifest.emotion else {
            throw RecognizerError(
                code: .modelUnsuitable,
                message: """
                    \(models.emotionNetwork) holds \(network.manifest.name), a network for \
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
    ///   - path: What the report names as the image's path.
    ///   - options: How hard to search, and whether pictures are wanted.
    /// - Returns: The report; an image without a face has an empty list of faces.
    /// - Throws: What the decoder refuses, by name; `stopped` where the options ask for it.
    package func recognize(
        _ bytes: [UInt8], path: String, options: RecognitionOptions = RecognitionOptions()
    ) throws(ImageError) -> Recognition {
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
        let order = Order(
            bytes: bytes, path: path, header: header, smallestFace: smallestFace, plan: plan,
            options: options)
        let pixels = header.width * header.height / (plan.reduction * plan.reduction)
        return try memory.withRoom(forPixels: pixels, stop: options.stop) {
            () throws(ImageError) in
            try recognize(order, pixels: pixels, &timer)
        }
    }

    /// Decodes, and does all that follows.
    private func recognize(
        _ order: Order, pixels: Int, _ timer: inout StageTimer
    ) throws(ImageError) -> Recognition {
        let (bytes, plan, options) = (order.bytes, order.plan, order.options)
        guard !options.keepsPictures, pixels <= Self.maxPooledPixels else {
            let decoded = try decoder.decode(
                bytes, header: order.header, reduction: plan.reduction, stop: options.stop)
            return try recognize(decoded, order, &timer)
        }
        // Lent until the picture is let go.
        return try pictures.withElement { (memory) throws(ImageError) in
            let decoded = try decoder.decode(
                bytes, header: order.header, reduction: plan.reduction, stop: options.stop,
                into: &memory)
            return try recognize(decoded, order, &timer)
        }
    }

    /// Input and options of a recognition.
    private struct Order {
        let bytes: [UInt8]
        let path: String
        let header: ImageHeader
        let smallestFace: Double
        let plan: ScalePlan
        let options: RecognitionOptions
    }

    /// All that follows the decoding.
    private func recognize(
        _ decoded: DecodedImage, _ order: Order, _ timer: inout StageTimer
    ) throws(ImageError) -> Recognition {
        let (header, options) = (order.header, order.options)
        timer.lap(\.decode)

        let smallestFace = order.smallestFace * decoded.toFull.inverse.scale
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
            path: order.path,
            image: ImageSummary(
                width: header.width, height: header.height, format: header.format.rawValue,
                orientation: header.orientation),
            smallestFace: order.smallestFace, faces: reports, milliseconds: timer.finished(),
            model: model)
        guard options.keepsPictures else { return Recognition(report: report) }
        let shown = options.onlyFace.map { faces.indices.contains($0) ? [faces[$0]] : [] } ?? faces
        let source = try finerSource(
            order, places: shown.map(place(of:)), decoded: decoded)
        return Recognition(report: report, picture: decoded, source: source)
    }

    /// Sees that all networks have given nothing but finite numbers so far: what else they give means
    /// nothing.
    ///
    /// - Throws: `unsoundModel` with the network's name.
    package func checkNetworks() throws(ImageError) {
        let networks =
            [detector.network, analyzer.occlusion.network, extractor.network]
            + [analyzer.landmarker.network] + (movementSource.current?.networks ?? [])
        guard let unsound = networks.first(where: { !$0.isSound }) else { return }
        throw ImageError(
            code: .unsoundModel,
            message: "The network \(unsound.manifest.name) gives numbers that are not finite: its "
                + "weights are damaged. Install the model again.")
    }

    /// The operating point at which matches are judged: ``OperatingPoint/prompted`` where the network
    /// has it.
    package var judgingPoint: OperatingPoint { classifier.hasPrompted ? .prompted : .photograph }

    /// The names of the classes of its user's own, in their order; empty where none were fitted.
    package var classNames: [String] { classifier.classNames }

    /// The embedding of a square picture that is framed like a rectangle, such as
    /// ``Recognition/alignedCrop(at:)``.
    package func embedding(of alignedCrop: Image) -> [Float] {
        extractor.embedding(of: alignedCrop)
    }

    /// Scores a rectangle without checking that it shows a face.
    package func scores(of rectangle: FaceRectangle) -> EmotionScores {
        classifier.scores(of: extractor.embedding(of: rectangle))
    }

    /// Scores a square picture framed like a rectangle, such as ``Recognition/alignedCrop(at:)``,
    /// without checking that it shows a face.
    package func scores(of alignedCrop: Image) -> EmotionScores {
        classifier.scores(of: extractor.embedding(of: alignedCrop))
    }

    /// The same at an operating point; nil where the network has none such.
    package func scores(of alignedCrop: Image, at point: OperatingPoint) -> EmotionScores? {
        classifier.scores(of: extractor.embedding(of: alignedCrop), at: point)
    }

    /// The picture from which rectangles are cut: the one that was scored, or, where that would cost
    /// a rectangle pixels that the file has, a finer one of the part that is needed.
    private func finerSource(
        _ order: Order, places: [SimilarityTransform], decoded: DecodedImage
    ) throws(ImageError) -> DecodedImage {
        guard let finer = order.plan.finerDecode(for: places) else { return decoded }
        return try decoder.decode(
            order.bytes, header: order.header, reduction: finer.reduction, region: finer.region,
            stop: order.options.stop)
    }
}
