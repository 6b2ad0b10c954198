#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The matrix product of weights [out, in] and a flat input, plus bias.
func referenceDense(_ input: [Float], _ weight: Tensor, _ bias: [Float]?) -> [Float] {
    (0..<weight.shape[0]).map { row in
        input.indices.reduce(bias?[row] ?? 0) { sum, column in
            sum + input[column] * weight.values[row * input.count + column]
        }
    }
}

/// Zero channels before and after those of each pixel.
func referenceChannelPad(_ input: [Float], _ shape: Shape, before: Int, after: Int) -> [Float] {
    var result: [Float] = []
    for start in stride(from: 0, to: input.count, by: shape.channels) {
        result += repeatElement(0, count: before)
        result += input[start..<start + shape.channels]
        result += repeatElement(0, count: after)
    }
    return result
}

/// exp(x − max) over its sum, for each row.
func referenceSoftmax(_ input: [Float], columns: Int) -> [Float] {
    stride(from: 0, to: input.count, by: columns).flatMap { start in
        let row = input[start..<start + columns]
        let largest = row.max() ?? 0
        let exponentials = row.map { exp($0 - largest) }
        let sum = exponentials.reduce(0, +)
        return exponentials.map { $0 / sum }
    }
}
