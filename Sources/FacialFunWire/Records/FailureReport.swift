/// Record of an input that could not be scored.
///
/// It takes the place of an ``ImageReport``, so that the records cover all inputs.
///
/// A record with the key `error` is a failure; `image-report.schema.json` describes both.
public struct FailureReport: Hashable, Decodable, Sendable {
    /// Always ``ImageReport/schemaName``.
    public var schema: String
    /// The input's path as it was given, or `-` for standard input.
    public var path: String
    /// Which of the frames of a film failed, from 1; nil where the whole input did.
    public var frame: Int?
    /// When a film shows that frame, in seconds from its beginning.
    public var time: Double?
    /// Reason for the failure.
    public var error: Reason
    /// Always empty: who reads the faces of all records meets none here.
    public private(set) var faces: [FaceReport] = []

    /// Makes the record of an input that failed.
    public init(path: String, error: Reason) {
        self.schema = ImageReport.schemaName
        self.path = path
        self.error = error
    }

    private enum CodingKeys: String, CodingKey { case schema, path, frame, time, error }

    /// Reads a record; earlier versions wrote it without the key `faces`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        schema = try container.decode(String.self, forKey: .schema)
        path = try container.decode(String.self, forKey: .path)
        frame = try container.decodeIfPresent(Int.self, forKey: .frame)
        time = try container.decodeIfPresent(Double.self, forKey: .time)
        error = try container.decode(Reason.self, forKey: .error)
    }

    /// Reason why an input could not be scored.
    public struct Reason: Hashable, Decodable, Sendable {
        /// A stable name in lower case with underscores, for programs.
        public var code: String
        /// The failure and its remedy, in English.
        public var message: String

        /// Makes a reason.
        public init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }
}
