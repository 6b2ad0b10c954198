/// The shape of a convolution to measure.
struct LayerShape: Codable, Hashable {
    /// `conv2d` or `depthwise_conv2d`.
    let op: String
    /// Rows of its input.
    let height: Int
    /// Columns of its input.
    let width: Int
    /// Channels of its input.
    let inputs: Int
    /// Channels of its output.
    let outputs: Int
    /// Rows and columns of its filter.
    let kernel: Int
    /// Its stride in both directions.
    let stride: Int
    /// Zeros around its input: top, bottom, left, right.
    let padding: [Int]
    /// Number of images per run: 2 for a face and its mirror image.
    let images: Int

    /// Rows and columns of its output.
    var outputSize: (height: Int, width: Int) {
        (
            (height + padding[0] + padding[1] - kernel) / stride + 1,
            (width + padding[2] + padding[3] - kernel) / stride + 1
        )
    }

    /// Multiply-adds for one image.
    var multiplyAdds: Int {
        let (height, width) = outputSize
        let perOutput = kernel * kernel * (op == "conv2d" ? inputs : 1)
        return height * width * outputs * perOutput
    }

    /// Whether it can follow itself, because output and input have the same shape.
    var isRepeatable: Bool {
        inputs == outputs && outputSize == (height, width)
    }

    /// Whether it reads images, of one or three channels.
    var isStem: Bool { inputs == 1 || inputs == 3 }

    /// Whether a run takes a face and its mirror image.
    var takesFaces: Bool { images == 2 }

    /// Shape of its weights, as in a manifest.
    var weightShape: [Int] {
        op == "conv2d" ? [outputs, kernel, kernel, inputs] : [kernel, kernel, inputs]
    }
}
