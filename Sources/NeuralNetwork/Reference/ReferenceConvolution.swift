/// Cross-correlation with zero padding: input [H, W, inC], weights [outC, kH, kW, inC].
func referenceConvolution(
    _ input: [Float], _ shape: Shape, _ weight: Tensor, _ bias: [Float]?,
    _ stride: Manifest.Stride, _ padding: Manifest.Padding, _ output: Shape
) -> [Float] {
    let (kernelHeight, kernelWidth) = (weight.shape[1], weight.shape[2])
    var result: [Float] = []
    result.reserveCapacity(output.elements)
    for y in 0..<output.height {
        for x in 0..<output.width {
            for channel in 0..<output.channels {
                var sum = bias?[channel] ?? 0
                for ky in 0..<kernelHeight {
                    let row = y * stride.height - padding.top + ky
                    guard 0..<shape.height ~= row else { continue }
                    for kx in 0..<kernelWidth {
                        let column = x * stride.width - padding.left + kx
                        guard 0..<shape.width ~= column else { continue }
                        let pixel = (row * shape.width + column) * shape.channels
                        let filter =
                            ((channel * kernelHeight + ky) * kernelWidth + kx) * shape.channels
                        for c in 0..<shape.channels {
                            sum += input[pixel + c] * weight.values[filter + c]
                        }
                    }
                }
                result.append(sum)
            }
        }
    }
    return result
}

/// One filter a channel: input [H, W, C], weights [kH, kW, C].
func referenceDepthwiseConvolution(
    _ input: [Float], _ shape: Shape, _ weight: Tensor, _ bias: [Float]?,
    _ stride: Manifest.Stride, _ padding: Manifest.Padding, _ output: Shape
) -> [Float] {
    let (kernelHeight, kernelWidth) = (weight.shape[0], weight.shape[1])
    var result: [Float] = []
    result.reserveCapacity(output.elements)
    for y in 0..<output.height {
        for x in 0..<output.width {
            for channel in 0..<output.channels {
                var sum = bias?[channel] ?? 0
                for ky in 0..<kernelHeight {
                    let row = y * stride.height - padding.top + ky
                    guard 0..<shape.height ~= row else { continue }
                    for kx in 0..<kernelWidth {
                        let column = x * stride.width - padding.left + kx
                        guard 0..<shape.width ~= column else { continue }
                        let pixel = (row * shape.width + column) * shape.channels + channel
                        let filter = (ky * kernelWidth + kx) * shape.channels + channel
                        sum += input[pixel] * weight.values[filter]
                    }
                }
                result.append(sum)
            }
        }
    }
    return result
}
