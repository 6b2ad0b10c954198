/// An array of numbers with a shape, row-major (the last axis is contiguous); images are NHWC
/// without the batch.
public struct Tensor: Hashable, Sendable {
    /// The length of each axis.
    public let shape: [Int]
    /// The numbers; their count is the product of the shape.
    public let values: [Float]

    /// Makes a tensor.
    ///
    /// - Precondition: `values.count` is the product of the shape.
    public init(shape: [Int], values: [Float]) {
        precondition(
            shape.allSatisfy { $0 >= 0 } && shape.reduce(1, *) == values.count,
            "the number of values must be the product of the shape")
        self.shape = shape
        self.values = values
    }
}
