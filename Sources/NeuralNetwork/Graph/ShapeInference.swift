import FacialFunWire

/// The shape that one node gives, and every check of the node against its inputs and weights.
struct ShapeInference {
    let place: GraphPlace
    let inputs: [Shape]
    let weights: SafetensorsFile

    /// The shape of the node's output.
    func output(of operation: Manifest.Operation) throws(NetworkError) -> Shape {
        let shape = try unchecked(operation)
        guard shape.isWithinLimits else {
            throw place.error(nil, "the output would be \(shape), which is too large or empty")
        }
        return shape
    }

    /// Multiply-adds (or comparisons) of the node; `nil` when they overflow.
    func multiplyAdds(of operation: Manifest.Operation, output: Shape) -> Int? {
        let perElement =
            switch operation {
            case .convolution(let filter), .depthwiseConvolution(let filter):
                elements(of: filter.weight).map { max(1, $0 / output.channels) }
            case .dense(let dense): elements(of: dense.weight).map { $0 / output.channels }
            case .maxPool(let window), .averagePool(let window): window.height * window.width
            case .globalAveragePool: inputs[0].height * inputs[0].width
            default: Optional(1)
            }
        guard let perElement else { return nil }
        let (product, overflow) = output.elements.multipliedReportingOverflow(by: perElement)
        return overflow ? nil : product
    }

    private func elements(of weight: String) -> Int? { weights.entries[weight]?.elements }

    private func unchecked(_ operation: Manifest.Operation) throws(NetworkError) -> Shape {
        switch operation {
        case .convolution(let filter): return try convolution(filter)
        case .depthwiseConvolution(let filter): return try depthwise(filter)
        case .add(let activation):
            guard inputs[0] == inputs[1] else {
                throw place.error("inputs", "the shapes \(inputs[0]) and \(inputs[1]) differ")
            }
            return try activated(inputs[0], activation)
        case .activation(let activation): return try activated(inputs[0], activation)
        case .maxPool(let window), .averagePool(let window):
            let input = try map()
            let (height, width) = try slide(
                input, (window.height, window.width), window.stride, window.padding)
            return Shape(height: height, width: width, channels: input.channels)
        case .globalAveragePool:
            return Shape(height: 1, width: 1, channels: try map().channels)
        case .channelPad(let before, let after):
            let input = try map()
            // Three numbers of at most 2^26 each: no overflow.
            return Shape(
                height: input.height, width: input.width,
                channels: input.channels + before + after)
        case .dense(let dense): return try self.dense(dense)
        case .reshape(let rows, let columns): return try reshape(rows, columns)
        case .concat: return try concat()
        case .softmax, .sigmoid: return inputs[0]
        case .transpose:
            let input = try map()
            return Shape(height: input.height, width: input.channels, channels: input.width)
        case .layerNorm(let normalization):
            let input = try map()
            try vector("weight", normalization.weight, channels: input.channels)
            try vector("bias", normalization.bias, channels: input.channels)
            return input
        case .prependPixel(let weight):
            let input = try map()
            try vector("weight", weight, channels: input.channels)
            return Shape(
                height: input.height, width: input.width + 1, channels: input.channels)
        case .crop(let rows, let columns): return try crop(rows, columns)
        case .normalizePoints: return try map()
        }
    }

    private func crop(_ rows: Range<Int>, _ columns: Range<Int>) throws(NetworkError) -> Shape {
        let input = try map()
        guard rows.upperBound <= input.height else {
            throw place.error("rows", "\(input) has only \(input.height) rows")
        }
        guard columns.upperBound <= input.width else {
            throw place.error("columns", "\(input) has only \(input.width) columns")
        }
        return Shape(height: rows.count, width: columns.count, channels: input.channels)
    }

    private func map() throws(NetworkError) -> Shape {
        guard !inputs[0].isMatrix else {
            throw place.error("inputs[0]", "[height, width, channels] is wanted, not a matrix")
        }
        return inputs[0]
    }

    private func weight(_ field: String, _ name: String) throws(NetworkError) -> [Int] {
        guard let entry = weights.entries[name] else {
            throw place.error(field, "\(weights.file) has no tensor \"\(printable(name))\"")
        }
        return entry.shape
    }

    private func vector(
        _ field: String, _ name: String?, channels: Int
    ) throws(NetworkError) {
        guard let name else { return }
        let shape = try weight(field, name)
        guard shape == [channels] else {
            throw place.error(field, "has the shape \(shape), but [\(channels)] is wanted")
        }
    }

    private func activated(
        _ shape: Shape, _ activation: Manifest.Activation
    ) throws(NetworkError) -> Shape {
        if case .prelu(let slopes) = activation {
            try vector("activation.prelu", slopes, channels: shape.channels)
        }
        return shape
    }

    private func convolution(_ filter: Manifest.Filter) throws(NetworkError) -> Shape {
        let input = try map()
        let shape = try weight("weight", filter.weight)
        guard shape.count == 4, shape[3] == input.channels else {
            throw place.error(
                "weight",
                "has the shape \(shape), but [outC, kH, kW, \(input.channels)] is wanted")
        }
        let (height, width) = try slide(
            input, (shape[1], shape[2]), filter.stride, filter.padding)
        try vector("bias", filter.bias, channels: shape[0])
        return try activated(
            Shape(height: height, width: width, channels: shape[0]), filter.activation)
    }

    private func depthwise(_ filter: Manifest.Filter) throws(NetworkError) -> Shape {
        let input = try map()
        let shape = try weight("weight", filter.weight)
        guard shape.count == 3, shape[2] == input.channels else {
            throw place.error(
                "weight", "has the shape \(shape), but [kH, kW, \(input.channels)] is wanted")
        }
        let (height, width) = try slide(
            input, (shape[0], shape[1]), filter.stride, filter.padding)
        try vector("bias", filter.bias, channels: input.channels)
        return try activated(
            Shape(height: height, width: width, channels: input.channels), filter.activation)
    }

    /// Rows and columns of what comes out when a window slides over the padded input.
    private func slide(
        _ input: Shape, _ window: (height: Int, width: Int), _ stride: Manifest.Stride,
        _ padding: Manifest.Padding
    ) throws(NetworkError) -> (Int, Int) {
        guard window.height <= Limits.kernelSide, window.width <= Limits.kernelSide else {
            throw place.error(
                "weight", "filters have at most \(Limits.kernelSide) rows and columns")
        }
        guard max(padding.top, padding.bottom) < window.height,
            max(padding.left, padding.right) < window.width
        else {
            throw place.error("padding", "must be below the window's size at each side")
        }
        let height = input.height + padding.top + padding.bottom - window.height
        let width = input.width + padding.left + padding.right - window.width
        guard height >= 0, width >= 0 else {
            throw place.error(
                "inputs[0]",
                "\(input) with its padding is smaller than the window "
                    + "\(window.height)×\(window.width)")
        }
        return (height / stride.height + 1, width / stride.width + 1)
    }

    private func dense(_ dense: Manifest.Dense) throws(NetworkError) -> Shape {
        let shape = try weight("weight", dense.weight)
        guard shape.count == 2, shape[1] == inputs[0].elements else {
            throw place.error(
                "weight", "has the shape \(shape), but [out, \(inputs[0].elements)] is wanted")
        }
        try vector("bias", dense.bias, channels: shape[0])
        return try activated(Shape(height: 1, width: 1, channels: shape[0]), dense.activation)
    }

    private func reshape(_ rows: Int, _ columns: Int) throws(NetworkError) -> Shape {
        let elements = inputs[0].elements
        let shape = [
            rows == -1 ? elements / columns : rows, columns == -1 ? elements / rows : columns,
        ]
        let (product, overflow) = shape[0].multipliedReportingOverflow(by: shape[1])
        guard !overflow, product == elements else {
            throw place.error("shape", "\(inputs[0]) holds \(elements) numbers: they do not fit")
        }
        return Shape(height: shape[0], width: 1, channels: shape[1], isMatrix: true)
    }

    private func concat() throws(NetworkError) -> Shape {
        var rows = 0
        for (index, input) in inputs.enumerated() {
            guard input.isMatrix, input.channels == inputs[0].channels else {
                throw place.error(
                    "inputs[\(index)]",
                    "is \(input), but a matrix of \(inputs[0].channels) columns is wanted")
            }
            // At most 64 inputs of at most 2^26 rows: no overflow.
            rows += input.height
        }
        return Shape(height: rows, width: 1, channels: inputs[0].channels, isMatrix: true)
    }
}
