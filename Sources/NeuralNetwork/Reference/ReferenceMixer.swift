#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// 1 / (1 + exp(−x)).
func referenceSigmoid(_ value: Float) -> Float { 1 / (1 + exp(-value)) }

/// [H, W, C] to [H, C, W].
func referenceTranspose(_ input: [Float], _ shape: Shape) -> [Float] {
    (0..<shape.height).flatMap { y in
        (0..<shape.channels).flatMap { channel in
            (0..<shape.width).map { x in
                input[(y * shape.width + x) * shape.channels + channel]
            }
        }
    }
}

/// Each pixel's channels to mean 0 and variance 1, times weights, plus bias.
func referenceLayerNorm(
    _ input: [Float], _ shape: Shape, _ weights: [Float], _ bias: [Float]?, _ epsilon: Float
) -> [Float] {
    stride(from: 0, to: input.count, by: shape.channels).flatMap { start in
        let pixel = input[start..<start + shape.channels]
        let mean = pixel.reduce(0, +) / Float(shape.channels)
        let squares = pixel.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let deviation = (squares / Float(shape.channels) + epsilon).squareRoot()
        return pixel.enumerated().map { channel, value in
            (value - mean) / deviation * weights[channel] + (bias?[channel] ?? 0)
        }
    }
}

/// A pixel before those of each row.
func referencePrepend(_ pixel: [Float], to input: [Float], _ shape: Shape) -> [Float] {
    let row = shape.width * shape.channels
    return stride(from: 0, to: input.count, by: row).flatMap { pixel + input[$0..<$0 + row] }
}

/// Some rows and columns.
func referenceCrop(
    _ input: [Float], _ shape: Shape, _ rows: Range<Int>, _ columns: Range<Int>
) -> [Float] {
    rows.flatMap { y in
        let row = y * shape.width
        let start = (row + columns.lowerBound) * shape.channels
        return input[start..<(row + columns.upperBound) * shape.channels]
    }
}

/// Pixels as points: less their mean, over their mean distance from it, times a scale; zeros where
/// all are one.
func referenceNormalizePoints(_ input: [Float], _ shape: Shape, _ scale: Float) -> [Float] {
    let points = stride(from: 0, to: input.count, by: shape.channels).map {
        Array(input[$0..<$0 + shape.channels])
    }
    let count = Float(points.count)
    let mean = (0..<shape.channels).map { channel in
        points.reduce(0) { $0 + $1[channel] } / count
    }
    let apart = points.map { point in zip(point, mean).map { $0 - $1 } }
    let length =
        apart.reduce(0) { sum, point in
            sum + point.reduce(0) { $0 + $1 * $1 }.squareRoot()
        } / count
    return apart.flatMap { point in point.map { length > 0 ? $0 / length * scale : 0 } }
}
