/// A figure with its 95 % interval.
public struct MetricValue: Hashable, Sendable {
    /// The figure; nil when it is not defined, such as the recall of an emotion without faces.
    public var value: Double?
    /// The interval; nil when the figure is not defined in every replicate of the bootstrap.
    public var interval: Interval?

    /// Makes a figure.
    public init(value: Double?, interval: Interval?) {
        self.value = value
        self.interval = interval
    }
}

extension MetricValue: Encodable {
    private enum Key: String, CodingKey { case value, low, high }

    /// Writes an object with `value`, `low` and `high`, null where there is none.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(value, forKey: .value)
        try container.encode(interval?.low, forKey: .low)
        try container.encode(interval?.high, forKey: .high)
    }
}
