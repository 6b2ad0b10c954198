import FacialFunWire

/// Window of a pooling layer.
struct Window: Hashable, Sendable {
    /// The manifest keys of these parameters.
    static let keys: Set = ["size", "stride", "padding"]

    /// Rows of the window.
    let height: Int
    /// Columns of the window.
    let width: Int
    /// Steps between outputs.
    let stride: Stride
    /// Number of elements beyond each edge that a window may cover.
    let padding: Padding
}

/// Steps between outputs, in elements of the input.
struct Stride: Hashable, Sendable {
    /// Rows.
    let height: Int
    /// Columns.
    let width: Int
}

/// Padding around the input, in elements.
struct Padding: Hashable, Sendable {
    /// Rows above.
    let top: Int
    /// Rows below.
    let bottom: Int
    /// Columns before.
    let left: Int
    /// Columns after.
    let right: Int
}

extension Window {
    init(_ node: JSONField) throws(NetworkError) {
        let size = try node.required("size").integers(count: 2, in: 1...Limits.kernelSide)
        (height, width) = (size[0], size[1])
        stride = try Stride(try node.required("stride"))
        padding = try Padding(try node.required("padding"))
    }
}

extension Stride {
    init(_ field: JSONField) throws(NetworkError) {
        let stride = try field.integers(count: 2, in: 1...Limits.kernelSide)
        self.init(height: stride[0], width: stride[1])
    }
}

extension Padding {
    init(_ field: JSONField) throws(NetworkError) {
        let padding = try field.integers(count: 4, in: 0...Limits.kernelSide)
        self.init(top: padding[0], bottom: padding[1], left: padding[2], right: padding[3])
    }
}

extension ShapeInference {
    /// The shape that results from sliding a window over the padded input.
    func slide(
        _ input: Shape, height: Int, width: Int, _ stride: Stride, _ padding: Padding,
        channels: Int
    ) throws(NetworkError) -> Shape {
        guard height <= Limits.kernelSide, width <= Limits.kernelSide else {
            throw reference.error(
                "weight", "filters have at most \(Limits.kernelSide) rows and columns")
        }
        guard max(padding.top, padding.bottom) < height,
            max(padding.left, padding.right) < width
        else {
            throw reference.error("padding", "must be below the window's size at each side")
        }
        let rows = input.height + padding.top + padding.bottom - height
        let columns = input.width + padding.left + padding.right - width
        guard rows >= 0, columns >= 0 else {
            throw reference.error(
                "inputs[0]",
                "\(input) with its padding is smaller than the window \(height)×\(width)")
        }
        return Shape(
            height: rows / stride.height + 1, width: columns / stride.width + 1,
            channels: channels)
    }
}

extension Window {
    /// The shape of the output of a pooling layer.
    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        let input = try inference.map()
        return try inference.slide(
            input, height: height, width: width, stride, padding, channels: input.channels)
    }

    /// Reduces each window and channel, ignoring padding.
    func reduced(
        _ input: [Float], _ layer: ReferenceLayer, _ reduce: ([Float]) -> Float
    ) -> [Float] {
        let (shape, output) = (layer.inputs[0], layer.output)
        var result: [Float] = []
        result.reserveCapacity(output.elements)
        for y in 0..<output.height {
            for x in 0..<output.width {
                for channel in 0..<output.channels {
                    var elements: [Float] = []
                    for ky in 0..<height {
                        let row = y * stride.height - padding.top + ky
                        guard 0..<shape.height ~= row else { continue }
                        for kx in 0..<width {
                            let column = x * stride.width - padding.left + kx
                            guard 0..<shape.width ~= column else { continue }
                            elements.append(
                                input[(row * shape.width + column) * shape.channels + channel])
                        }
                    }
                    result.append(reduce(elements))
                }
            }
        }
        return result
    }
}

extension ExecutionPlan.Step {
    /// Sets the window of a pooling layer.
    mutating func slide(_ window: Window) {
        kernelSize = (window.height, window.width)
        stride = (window.stride.height, window.stride.width)
        padding = (window.padding.top, window.padding.left)
    }
}
