/// Report of one image: the stable JSON of `facialfun score`.
///
/// `image-report.schema.json` in this folder is its JSON Schema. Without faces the list is empty,
/// which is not an error.
public struct ImageReport: Hashable, Decodable, Sendable {
    /// The name and version of the format; readers reject unknown ones.
    public static let schemaName = "facialfun.image-report/2"

    /// Always ``schemaName``.
    public var schema: String
    /// The image's path as it was given, or `-` for standard input.
    public var path: String
    /// The number of the scored frame in a film, from 1; nil for other images.
    public var frame: Int?
    /// Display time in seconds from the film's beginning; nil for other images.
    public var time: Double?
    /// The upright image.
    public var image: ImageSummary
    /// The minimum face width of the search in pixels.
    public var smallestFace: Double
    /// The faces, from the largest box to the smallest.
    public var faces: [FaceReport]
    /// Time of each stage.
    public var milliseconds: StageMilliseconds
    /// Operating point of ``FaceReport/scores``.
    public var operatingPoint = OperatingPoint.photograph
    /// The model of the scores.
    public var model: ModelSummary

    /// Makes the report of one image.
    public init(
        path: String, image: ImageSummary, smallestFace: Double, faces: [FaceReport],
        milliseconds: StageMilliseconds, model: ModelSummary
    ) {
        self.schema = Self.schemaName
        self.path = path
        self.image = image
        self.smallestFace = smallestFace
        self.faces = faces
        self.milliseconds = milliseconds
        self.model = model
    }
}

extension ImageReport {
    private enum CodingKeys: String, CodingKey {
        case schema, path, frame, time, image, smallestFace, faces, milliseconds, operatingPoint,
            model
    }

    /// Decodes a report; the key `operatingPoint` defaults to ``OperatingPoint/photograph``,
    /// because earlier versions omitted it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        schema = try container.decode(String.self, forKey: .schema)
        path = try container.decode(String.self, forKey: .path)
        frame = try container.decodeIfPresent(Int.self, forKey: .frame)
        time = try container.decodeIfPresent(Double.self, forKey: .time)
        image = try container.decode(ImageSummary.self, forKey: .image)
        smallestFace = try container.decode(Double.self, forKey: .smallestFace)
        faces = try container.decode([FaceReport].self, forKey: .faces)
        milliseconds = try container.decode(StageMilliseconds.self, forKey: .milliseconds)
        operatingPoint =
            try container.decodeIfPresent(OperatingPoint.self, forKey: .operatingPoint)
            ?? .photograph
        model = try container.decode(ModelSummary.self, forKey: .model)
    }
}

/// Size and file format of an image.
public struct ImageSummary: Hashable, Decodable, Sendable {
    /// Width in pixels after the EXIF orientation is applied.
    public var width: Int
    /// Height in pixels after the EXIF orientation is applied.
    public var height: Int
    /// `jpeg`, `png`, `webp` or `heic`; `film` for a frame read by ffmpeg.
    public var format: String
    /// The applied EXIF orientation, 1…8; 1 if the file has none.
    public var orientation: Int

    /// Makes the summary of an image.
    public init(width: Int, height: Int, format: String, orientation: Int) {
        self.width = width
        self.height = height
        self.format = format
        self.orientation = orientation
    }
}

/// Wall-clock milliseconds of each stage for one image, for all its faces.
public struct StageMilliseconds: Hashable, Decodable, Sendable {
    /// File bytes to pixels.
    public var decode: Double
    /// Pixels to boxes and keypoints.
    public var detect: Double
    /// Cutting the squares to score.
    public var rectangle: Double
    /// Rectangles to meshes, poses, geometric features and quality.
    public var landmarks: Double
    /// Rectangles to embeddings.
    public var features: Double
    /// Embeddings to scores.
    public var classify: Double
    /// Pictures of faces to movements and landmarks; nil if neither was requested.
    public var movements: Double?
    /// Total, from file bytes to scores.
    public var total: Double

    /// Makes the stage times, in milliseconds.
    public init(
        decode: Double = 0, detect: Double = 0, rectangle: Double = 0, landmarks: Double = 0,
        features: Double = 0, classify: Double = 0, movements: Double? = nil, total: Double = 0
    ) {
        self.decode = decode
        self.detect = detect
        self.rectangle = rectangle
        self.landmarks = landmarks
        self.features = features
        self.classify = classify
        self.movements = movements
        self.total = total
    }
}

/// Name and version of the model of the scores.
public struct ModelSummary: Hashable, Codable, Sendable {
    /// The manifest's name.
    public var name: String
    /// The manifest's version.
    public var version: String

    /// Makes the summary of a model.
    public init(name: String, version: String) {
        self.name = name
        self.version = version
    }
}
