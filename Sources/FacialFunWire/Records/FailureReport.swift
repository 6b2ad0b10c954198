/// Record of an input that could not be scored.
///
/// It replaces the ``ImageReport``, so that every input has a record.
///
/// A record with the key `error` is a failure; `image-report.schema.json` describes both.
public struct FailureReport: Hashable, Decodable, Sendable {
    /// Always ``ImageReport/schemaName``.
    public var schema: String
    /// The input's path as it was given, or `-` for standard input.
    public var path: String
    /// The number of the failed frame of a film, from 1; nil if the whole input failed.
    public var frame: Int?
    /// Display time of that frame in seconds from the film's beginning.
    public var time: Double?
    /// Reason for the failure.
    public var error: Reason
    /// Always empty, so that readers of all faces find none here.
    public private(set) var faces: [FaceReport] = []

    /// Creates the record of a failed input.
    public init(path: String, error: Reason) {
        self.schema = ImageReport.schemaName
        self.path = path
        self.error = error
    }

    private enum CodingKeys: String, CodingKey { case schema, path, frame, time, error }

    /// Decodes a record; earlier versions wrote it without the key `faces`.
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
