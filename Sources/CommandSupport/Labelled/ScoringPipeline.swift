package import FacialFun
package import FacialFunWire

/// The pipeline of the programs, for evaluations.
package struct ScoringPipeline: EvaluationPipeline {
    /// Minimum face size in a face crop, relative to the shorter side: a face cut from its picture
    /// fills most of the crop.
    ///
    /// On the FER+ validation set, 0.3 finds 5 more of the 3,509 faces, takes 1.3 times as long,
    /// and has the same accuracy. The detector adds a gray border to each picture, so a crop needs
    /// none.
    package static let smallestFaceInCrop = 0.5

    /// Rejection reasons that are ignored for face crops, because they would describe how the crop
    /// was cut and scaled, not the face.
    package static let ignoredInCrops: Set<CannotJudgeReason> = [.tooSmall, .blurred]

    /// Rejection reasons that apply to whole pictures only: in a crop, the cropping determines the
    /// border and the eye distance.
    package static let limitsOfWholePictures: Set<JudgeabilityLimit> = [
        .minConfidenceAtBorder, .minEyeSpan,
    ]

    private let recognizer: EmotionRecognizer
    private let areCrops: Bool
    private let budget: SearchBudget
    private let cutError: CutError?
    private let decoder = ImageDecoder(limits: .commandLine)

    /// Creates the pipeline from a loaded recognizer.
    ///
    /// - Parameters:
    ///   - recognizer: The pipeline.
    ///   - areCrops: Whether the pictures are face crops.
    ///   - budget: Search budget for whole pictures.
    ///   - cutError: Deliberate error of the face rectangles; nil for none.
    package init(
        recognizer: EmotionRecognizer, areCrops: Bool, budget: SearchBudget,
        cutError: CutError? = nil
    ) {
        self.recognizer = recognizer
        self.areCrops = areCrops
        self.budget = budget
        self.cutError = cutError
    }

    package var model: ModelSummary { recognizer.model }

    package func answer(_ bytes: [UInt8]) throws(FacialFunError) -> Answer {
        let found = try recognition(of: bytes, keepsPictures: cutError != nil)
        let faces = found.report.faces
        guard faces.isEmpty, areCrops else {
            let wrongCut =
                cutError == nil ? nil : toImage(in: found).flatMap(found.alignedCrop(at:))
            return Answer(
                faces: faces.count,
                scores: wrongCut.map { recognizer.scores(of: $0) } ?? faces.first?.scores,
                promptedScores: wrongCut.map { recognizer.scores(of: $0, at: .prompted) }
                    ?? faces.first?.promptedScores,
                refusal: refusal(of: found.report))
        }
        let crop = try decoder.decode(bytes).image
        let whole = Self.wholeCrop(crop)
        return Answer(
            faces: 0, wholeCropScores: recognizer.scores(of: whole),
            wholeCropPromptedScores: recognizer.scores(of: whole.image, at: .prompted))
    }

    /// Embeds the largest face of a picture, with the reason if it cannot be judged.
    ///
    /// - Returns: No embedding without a face; for crops that of the whole crop.
    package func embedding(
        _ bytes: [UInt8]
    ) throws(FacialFunError) -> (embedding: [Float]?, refusal: CannotJudgeReason?) {
        let found = try recognition(of: bytes, keepsPictures: true)
        if let crop = toImage(in: found).flatMap(found.alignedCrop(at:)) {
            return (recognizer.embedding(of: crop), refusal(of: found.report))
        }
        guard areCrops else { return (nil, nil) }
        let whole = Self.wholeCrop(try decoder.decode(bytes).image)
        return (recognizer.embedding(of: whole.image), nil)
    }

    /// Reason why a face in a picture is not judged; nil if it is.
    private func refusal(of report: ImageReport) -> CannotJudgeReason? {
        var report = report
        if areCrops {
            for index in report.faces.indices {
                report.faces[index].reasons = recognizer.gate.reasons(
                    for: report.faces[index], ignoring: Self.ignoredInCrops,
                    leavingOut: Self.limitsOfWholePictures)
            }
        }
        return switch report.judgedFace {
        case .success, .failure(.noFace): nil
        case .failure(let reason): reason
        }
    }

    package func view(_ bytes: [UInt8]) throws(FacialFunError) -> Image {
        let found = try recognition(of: bytes, keepsPictures: true)
        if let largest = rectangle(of: found) { return largest.image }
        return try decoder.decode(bytes).image
    }

    /// Rectangle of the largest face, cut inaccurately on request; nil without a face or without
    /// pictures.
    private func rectangle(of found: Recognition) -> FaceRectangle? {
        toImage(in: found).flatMap { found.rectangle(at: $0) }
    }

    /// Position of the rectangle of the largest face, made inaccurate on request; nil without a
    /// face.
    private func toImage(in found: Recognition) -> SimilarityTransform? {
        guard let face = found.report.faces.first else { return nil }
        let right = face.rectangle.toImage
        return cutError?.applied(to: right, side: Double(FaceRectangle.side)) ?? right
    }

    private func recognition(
        of bytes: [UInt8], keepsPictures: Bool = false
    ) throws(FacialFunError) -> Recognition {
        try recognizer.recognize(
            bytes, path: "",
            options: RecognitionOptions(
                budget: budget, minFaceShare: areCrops ? Self.smallestFaceInCrop : nil,
                keepsPictures: keepsPictures))
    }

    /// The rectangle that shows a whole crop: the square around its center with its longer side.
    package static func wholeCrop(_ crop: Image) -> FaceRectangle {
        let scale = Double(max(crop.width, crop.height)) / Double(FaceRectangle.side)
        let half = Double(FaceRectangle.side) / 2 * scale
        return FaceRectangle(
            of: crop,
            toImage: SimilarityTransform(
                a: scale, b: 0, tx: Double(crop.width) / 2 - half,
                ty: Double(crop.height) / 2 - half))
    }
}
