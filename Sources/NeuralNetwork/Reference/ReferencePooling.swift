/// For each window and channel, what `reduce` makes of the elements that lie inside the input.
func referencePool(
    _ input: [Float], _ shape: Shape, _ window: Manifest.Window, _ output: Shape,
    _ reduce: ([Float]) -> Float
) -> [Float] {
    var result: [Float] = []
    result.reserveCapacity(output.elements)
    for y in 0..<output.height {
        for x in 0..<output.width {
            for channel in 0..<output.channels {
                var elements: [Float] = []
                for ky in 0..<window.height {
                    let row = y * window.stride.height - window.padding.top + ky
                    guard 0..<shape.height ~= row else { continue }
                    for kx in 0..<window.width {
                        let column = x * window.stride.width - window.padding.left + kx
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

/// The mean of each channel.
func referenceGlobalAverage(_ input: [Float], _ shape: Shape) -> [Float] {
    (0..<shape.channels).map { channel in
        let sum = stride(from: channel, to: input.count, by: shape.channels)
            .reduce(Float(0)) { $0 + input[$1] }
        return sum / Float(shape.height * shape.width)
    }
}
