import FacialFunWire

/// The columns of a CSV table: the common ones, then the optional ones.
struct CSVColumns: Sendable {
    /// Whether the frame, its time and the person are columns, as for films.
    var films = false
    /// Whether the gaze and the landmarks are columns.
    var landmarks = false
    /// Whether the movements are columns.
    var movements = false
    /// The names of the model's own classes, which are further columns.
    var classes: [String] = []

    /// The columns of an image.
    static let image = ["path", "width", "height"]
    /// The columns of a face.
    static let face =
        [
            "face", "x", "y", "boxWidth", "boxHeight", "confidence", "judgeable", "reasons", "top",
        ] + Emotion.allCases.map(\.rawValue) + ["operatingPoint"]
        + Emotion.allCases.map { prefixed("prompted", $0.rawValue) }
        + quality + GeometricFeature.allCases.map(\.rawValue)
    /// The last columns of every table.
    static let end = ["model", "errorCode", "errorMessage"]

    private static let quality = [
        "yaw", "pitch", "roll", "visibleShare", "sharpness", "meanLuma", "darkShare",
        "brightShare", "contrast", "mouthHidden", "eyesHidden", "meshPresence",
    ]
    private static let gaze = [
        "gazeYaw", "gazePitch", "gazeYawRight", "gazePitchRight", "gazeYawLeft", "gazePitchLeft",
    ]
    /// OpenFace's names: all x, then all y, then all z.
    private static let points = ["x", "y", "z"].flatMap { axis in
        (0..<FaceLandmarks.count).map { "\(axis)_\($0)" }
    }

    /// The names of all columns.
    var names: [String] {
        Self.image + Self.face + Self.end + (films ? ["frame", "time", "person"] : [])
            + (landmarks ? Self.gaze + Self.points : [])
            + (movements ? FaceMovement.allCases.map(\.rawValue) : [])
            + (classes.isEmpty ? [] : ["topClass"] + classes.map { "class.\($0)" })
    }

    /// Empty cells.
    static func blanks(_ count: Int) -> [String] { [String](repeating: "", count: count) }

    /// The cells of ``face``.
    static func cells(of face: FaceReport, number: Int, at point: OperatingPoint) -> [String] {
        let start = [
            "\(number)", "\(face.box.x)", "\(face.box.y)", "\(face.box.width)",
            "\(face.box.height)", "\(face.confidence)", "\(face.judgeable)",
            face.reasons.map(\.rawValue).joined(separator: " "), face.top.rawValue,
        ]
        let scores =
            Emotion.allCases.map { "\(face.scores[$0])" } + [point.rawValue]
            + Emotion.allCases.map { cell(face.promptedScores?[$0]) }
        return start + scores + cells(of: face.quality)
            + GeometricFeature.allCases.map { cell(face.features?[$0]) }
    }

    /// The cells of the optional columns; those of a face are empty without one.
    func furtherCells(
        _ frame: Int?, _ time: Double?, _ face: FaceReport? = nil
    ) -> [String] {
        var cells = films ? [Self.cell(frame), Self.cell(time), Self.cell(face?.person)] : []
        if landmarks { cells += Self.cells(of: face?.gaze) + Self.cells(of: face?.landmarks) }
        if movements {
            cells += FaceMovement.allCases.map { Self.cell(face?.movements?[$0]) }
        }
        return cells + classCells(face?.classes)
    }

    /// The cells of the model's own classes.
    private func classCells(_ scores: ClassScores?) -> [String] {
        guard !classes.isEmpty else { return [] }
        guard let scores else { return Self.blanks(classes.count + 1) }
        return [CSVWriter.text(scores.top)] + scores.values.map { "\($0)" }
    }

    private static func cells(of quality: FaceQuality) -> [String] {
        [quality.yaw, quality.pitch, quality.roll].map(cell)
            + [
                quality.visibleShare, quality.sharpness, quality.meanLuma, quality.darkShare,
                quality.brightShare, quality.contrast, quality.mouthHidden, quality.eyesHidden,
                quality.meshPresence,
            ].map(cell)
    }

    private static func cells(of gaze: Gaze?) -> [String] {
        [gaze?.mean, gaze?.right, gaze?.left].flatMap { [cell($0?.yaw), cell($0?.pitch)] }
    }

    private static func cells(of landmarks: FaceLandmarks?) -> [String] {
        guard let landmarks else { return blanks(points.count) }
        let rows = landmarks.points.indices.map(landmarks.coordinates)
        return (0..<3).flatMap { axis in rows.map { "\($0[axis])" } }
    }

    private static func cell<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "" }

    private static func prefixed(_ prefix: String, _ name: String) -> String {
        prefix + name.prefix(1).uppercased() + name.dropFirst()
    }
}
