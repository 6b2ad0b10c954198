import FacialFunWire
import NeuralNetwork

extension EmotionRecognizer {
    /// Runs everything once on several threads at a time, to allocate memory for each and warm up
    /// caches.
    ///
    /// The picture is scored as usual, and then as if it had a face in its middle, so that every
    /// network runs even without a face.
    ///
    /// - Parameters:
    ///   - bytes: A JPEG or PNG file.
    ///   - workers: Number of threads, at least 1.
    ///   - budget: Search budget.
    /// - Throws: Errors of the decoder; `unsoundModel` if a network returns numbers that are not
    ///   finite.
    package func warmUp(
        with bytes: [UInt8], workers: Int, budget: SearchBudget
    ) throws(FacialFunError) {
        let options = RecognitionOptions(budget: budget)
        var keeping = options
        keeping.keepsPictures = true
        let recognition = try recognize(bytes, path: "-", options: keeping)
        guard let picture = recognition.picture else { return }
        let (width, height) = (recognition.report.image.width, recognition.report.image.height)
        let scene = Scene(source: picture, width: width, height: height)
        let face = Self.faceInTheMiddle(width: width, height: height)
        parallelFor(workers, threads: workers) { _ in
            // This cannot fail, because the picture was decoded above.
            _ = try? self.recognize(bytes, path: "-", options: options)
            var reports: [FaceReport] = []
            var timer = StageTimer()
            self.report(on: [face], in: scene, workers: 1, into: &reports, &timer)
        }
        // Damaged weights may give finite numbers for one picture by chance, but rarely for two.
        try tryNetworks()
    }

    /// Runs every network once on a generated picture, to check that all results are finite:
    /// individually finite weights can overflow together.
    ///
    /// - Throws: `unsoundModel` with the network's name.
    package func tryNetworks() throws(FacialFunError) {
        let (width, height) = (640, 480)
        let image = Image(width: width, height: height) { bytes in
            for offset in bytes.indices {
                let (x, y) = (offset / 3 % width, offset / 3 / width)
                // A pattern of all grays, without a face.
                bytes[offset] = UInt8(truncatingIfNeeded: (x * y) >> 4 ^ offset % 3 * 85)
            }
        }
        _ = try detector.detect(in: image, smallestFace: 120)
        let scene = Scene(source: DecodedImage(image), width: width, height: height)
        var reports: [FaceReport] = []
        var timer = StageTimer()
        report(
            on: [Self.faceInTheMiddle(width: width, height: height)], in: scene, workers: 1,
            into: &reports, &timer)
        try checkNetworks()
    }

    /// A frontal face of half the picture's height.
    private static func faceInTheMiddle(width: Int, height: Int) -> Face {
        let side = Double(min(width, height)) / 2
        let corner = Point(x: (Double(width) - side) / 2, y: (Double(height) - side) / 2)
        func point(_ x: Double, _ y: Double) -> Point {
            Point(x: corner.x + x * side, y: corner.y + y * side)
        }
        return Face(
            box: Box(x: corner.x, y: corner.y, width: side, height: side),
            keypoints: FaceKeypoints(
                rightEye: point(0.3, 0.3), leftEye: point(0.7, 0.3), noseTip: point(0.5, 0.5),
                mouthCentre: point(0.5, 0.7), rightEar: point(0.1, 0.35),
                leftEar: point(0.9, 0.35)),
            confidence: 1)
    }
}
