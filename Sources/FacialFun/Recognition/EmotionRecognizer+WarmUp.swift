import FacialFunWire
import NeuralNetwork

extension EmotionRecognizer {
    /// Runs everything once on so many threads at a time, so that memory is laid out for each and
    /// caches are warm.
    ///
    /// The picture is scored like any other, and then as if a face were in its middle: every network
    /// runs, whether the picture shows a face or not.
    ///
    /// - Parameters:
    ///   - bytes: A JPEG or PNG file.
    ///   - workers: How many threads, 1 or more.
    ///   - budget: How hard to search.
    /// - Throws: What the decoder refuses, by name; `unsoundModel` where a network gives numbers that
    ///   are not finite.
    package func warmUp(
        with bytes: [UInt8], workers: Int, budget: SearchBudget
    ) throws(ImageError) {
        let options = RecognitionOptions(budget: budget)
        var keeping = options
        keeping.keepsPictures = true
        let recognition = try recognize(bytes, path: "-", options: keeping)
        guard let picture = recognition.picture else { return }
        let (width, height) = (recognition.report.image.width, recognition.report.image.height)
        let scene = Scene(source: picture, width: width, height: height)
        let face = Self.faceInTheMiddle(width: width, height: height)
        parallelFor(workers, threads: workers) { _ in
            // It was decoded above: nothing is refused.
            _ = try? self.recognize(bytes, path: "-", options: options)
            var reports: [FaceReport] = []
            var timer = StageTimer()
            self.report(on: [face], in: scene, workers: 1, into: &reports, &timer)
        }
        // One picture may pass damaged weights by chance; two of them hardly do.
        try tryNetworks()
    }

    /// Runs every network once on a picture of its own, to see that all give finite numbers: weights
    /// can be finite one by one and overflow together.
    ///
    /// - Throws: `unsoundModel` with the network's name.
    package func tryNetworks() throws(ImageError) {
        let (width, height) = (640, 480)
        let image = Image(width: width, height: height) { bytes in
            for place in bytes.indices {
                let (x, y) = (place / 3 % width, place / 3 / width)
                // A pattern without a face that has all grays in it.
                bytes[place] = UInt8(truncatingIfNeeded: (x * y) >> 4 ^ place % 3 * 85)
            }
        }
        _ = try detector.detect(in: image, smallestFace: 120, stop: .never)
        let scene = Scene(
            source: DecodedImage(
                image: image, toFull: SimilarityTransform(a: 1, b: 0, tx: 0, ty: 0)),
            width: width, height: height)
        var reports: [FaceReport] = []
        var timer = StageTimer()
        report(
            on: [Self.faceInTheMiddle(width: width, height: height)], in: scene, workers: 1,
            into: &reports, &timer)
        try checkNetworks()
    }

    /// A face that looks into the camera, as high as half of the picture.
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
