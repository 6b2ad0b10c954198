extension Manifest {
    /// One step of a graph.
    public struct Node: Hashable, Sendable {
        /// The step's own name.
        public let name: String
        /// The names of the tensors that it reads.
        public let inputs: [String]
        /// The name of the tensor that it makes.
        public let output: String
        /// What it computes.
        public let operation: Operation
    }

    /// What a node computes; `Models/README.md` says it in words.
    public enum Operation: Hashable, Sendable {
        /// Cross-correlation with weights [outC, kH, kW, inC].
        case convolution(Filter)
        /// One filter a channel, with weights [kH, kW, C].
        case depthwiseConvolution(Filter)
        /// Two inputs, element by element.
        case add(Activation)
        /// The activation alone.
        case activation(Activation)
        /// The largest element of each window; the padding never wins.
        case maxPool(Window)
        /// The mean of those elements of each window that lie inside the input.
        case averagePool(Window)
        /// The mean of each channel: [H, W, C] → [1, 1, C].
        case globalAveragePool
        /// Zero channels before and after.
        case channelPad(before: Int, after: Int)
        /// A matrix product with weights [out, in] over the flat input; gives [1, 1, out].
        case dense(Dense)
        /// The same numbers as rows and columns; one of the two may be −1.
        case reshape(rows: Int, columns: Int)
        /// Two-dimensional inputs, one below the other.
        case concat
        /// Softmax over the last axis.
        case softmax
        /// 1 / (1 + exp(−x)) of each number.
        case sigmoid
        /// Columns and channels exchanged: [H, W, C] → [H, C, W].
        case transpose
        /// Each pixel's channels to mean 0 and variance 1, then times weights, plus bias.
        case layerNorm(Normalization)
        /// One more pixel, a weight [C], before those of each row: [H, W, C] → [H, W + 1, C].
        case prependPixel(weight: String)
        /// The rows and columns from the first to before the second of each two.
        case crop(rows: Range<Int>, columns: Range<Int>)
        /// Pixels as points: less their mean, over their mean distance from it, times the scale.
        case normalizePoints(scale: Double)
    }

    /// What a layer normalization is made of.
    public struct Normalization: Hashable, Sendable {
        /// Name of the weight [C].
        public let weight: String
        /// Name of the bias [C], if there is one.
        public let bias: String?
        /// What is added to the variance, above 0.
        public let epsilon: Double
    }

    /// What follows the sum.
    public enum Activation: Hashable, Sendable {
        /// Nothing.
        case identity
        /// The larger of x and 0.
        case relu
        /// x, or slope · x below 0; the name is that of a weight [C] of slopes.
        case prelu(slopes: String)
    }

    /// What a convolution is made of.
    public struct Filter: Hashable, Sendable {
        /// Name of the weight.
        public let weight: String
        /// Name of the bias [outC], if there is one.
        public let bias: String?
        /// Steps between outputs.
        public let stride: Stride
        /// Zeros around the input.
        public let padding: Padding
        /// What follows.
        public let activation: Activation
    }

    /// What a dense layer is made of.
    public struct Dense: Hashable, Sendable {
        /// Name of the weight [out, in].
        public let weight: String
        /// Name of the bias [out], if there is one.
        public let bias: String?
        /// What follows.
        public let activation: Activation
    }

    /// What a pooling layer looks at.
    public struct Window: Hashable, Sendable {
        /// Rows of the window.
        public let height: Int
        /// Columns of the window.
        public let width: Int
        /// Steps between outputs.
        public let stride: Stride
        /// Elements outside the input that a window may reach over.
        public let padding: Padding
    }

    /// Steps between outputs, in elements of the input.
    public struct Stride: Hashable, Sendable {
        /// Rows.
        public let height: Int
        /// Columns.
        public let width: Int
    }

    /// Elements around the input.
    public struct Padding: Hashable, Sendable {
        /// Rows above.
        public let top: Int
        /// Rows below.
        public let bottom: Int
        /// Columns before.
        public let left: Int
        /// Columns after.
        public let right: Int
    }
}
