extension Manifest {
    /// One step of a graph.
    package struct Node: Hashable, Sendable {
        /// The step's own name.
        package let name: String
        /// The names of the tensors that it reads.
        package let inputs: [String]
        /// The name of the tensor that it makes.
        package let output: String
        /// Operation of the node.
        package let operation: Operation
    }

    /// Operation of a node; see `Models/README.md`.
    package enum Operation: Hashable, Sendable {
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

    /// Parameters of a layer normalization.
    package struct Normalization: Hashable, Sendable {
        /// Name of the weight [C].
        package let weight: String
        /// Name of the bias [C], if there is one.
        package let bias: String?
        /// Term added to the variance, above 0.
        package let epsilon: Double
    }

    /// Activation after the sum.
    package enum Activation: Hashable, Sendable {
        /// Nothing.
        case identity
        /// The larger of x and 0.
        case relu
        /// x, or slope · x below 0; the name is that of a weight [C] of slopes.
        case prelu(slopes: String)
    }

    /// Parameters of a convolution.
    package struct Filter: Hashable, Sendable {
        /// Name of the weight.
        package let weight: String
        /// Name of the bias [outC], if there is one.
        package let bias: String?
        /// Steps between outputs.
        package let stride: Stride
        /// Zeros around the input.
        package let padding: Padding
        /// Activation after the sum.
        package let activation: Activation
    }

    /// Parameters of a dense layer.
    package struct Dense: Hashable, Sendable {
        /// Name of the weight [out, in].
        package let weight: String
        /// Name of the bias [out], if there is one.
        package let bias: String?
        /// Activation after the sum.
        package let activation: Activation
    }

    /// Window of a pooling layer.
    package struct Window: Hashable, Sendable {
        /// Rows of the window.
        package let height: Int
        /// Columns of the window.
        package let width: Int
        /// Steps between outputs.
        package let stride: Stride
        /// Elements outside the input that a window may reach over.
        package let padding: Padding
    }

    /// Steps between outputs, in elements of the input.
    package struct Stride: Hashable, Sendable {
        /// Rows.
        package let height: Int
        /// Columns.
        package let width: Int
    }

    /// Elements around the input.
    package struct Padding: Hashable, Sendable {
        /// Rows above.
        package let top: Int
        /// Rows below.
        package let bottom: Int
        /// Columns before.
        package let left: Int
        /// Columns after.
        package let right: Int
    }
}
