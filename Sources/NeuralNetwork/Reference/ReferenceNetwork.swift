/// The slow and obvious interpreter: each layer as its definition says, one number at a time.
///
/// The fast kernels are tested against it, and `FACIALFUN_CPU=reference` runs it in place of them.
struct ReferenceNetwork: Sendable {
    let graph: Graph
    private let weights: [String: Tensor]

    init(graph: Graph, manifest: Manifest, weights file: SafetensorsFile) {
        self.graph = graph
        var weights: [String: Tensor] = [:]
        for name in manifest.weightNames { weights[name] = file.tensor(named: name) }
        self.weights = weights
    }

    /// The outputs for one input, in the order of the manifest.
    func run(_ input: [Float]) -> [[Float]] {
        var values = [[Float]](repeating: [], count: graph.shapes.count)
        values[0] = input
        for layer in graph.layers {
            values[layer.output] = compute(layer, layer.inputs.map { values[$0] })
        }
        return graph.outputs.map { values[$0] }
    }

    private func weight(_ name: String) -> Tensor {
        guard let tensor = weights[name] else {
            preconditionFailure("the graph's checks let a missing weight pass")
        }
        return tensor
    }

    private func compute(_ layer: Graph.Layer, _ inputs: [[Float]]) -> [Float] {
        let inputShape = graph.shapes[layer.inputs[0]]
        let outputShape = graph.shapes[layer.output]
        switch layer.operation {
        case .convolution(let filter):
            let sums = referenceConvolution(
                inputs[0], inputShape, weight(filter.weight), filter.bias.map { weight($0).values },
                filter.stride, filter.padding, outputShape)
            return activated(sums, outputShape, filter.activation)
        case .depthwiseConvolution(let filter):
            let sums = referenceDepthwiseConvolution(
                inputs[0], inputShape, weight(filter.weight), filter.bias.map { weight($0).values },
                filter.stride, filter.padding, outputShape)
            return activated(sums, outputShape, filter.activation)
        case .add(let activation):
            return activated(zip(inputs[0], inputs[1]).map(+), outputShape, activation)
        case .activation(let activation): return activated(inputs[0], outputShape, activation)
        case .maxPool(let window):
            return referencePool(inputs[0], inputShape, window, outputShape) { elements in
                elements.reduce(-.infinity, max)
            }
        case .averagePool(let window):
            return referencePool(inputs[0], inputShape, window, outputShape) { elements in
                elements.reduce(0, +) / Float(elements.count)
            }
        case .globalAveragePool: return referenceGlobalAverage(inputs[0], inputShape)
        case .channelPad(let before, let after):
            return referenceChannelPad(inputs[0], inputShape, before: before, after: after)
        case .dense(let dense):
            let sums = referenceDense(
                inputs[0], weight(dense.weight), dense.bias.map { weight($0).values })
            return activated(sums, outputShape, dense.activation)
        case .reshape: return inputs[0]
        case .concat: return inputs.flatMap(\.self)
        case .softmax: return referenceSoftmax(inputs[0], columns: outputShape.channels)
        case .sigmoid: return inputs[0].map(referenceSigmoid)
        case .transpose: return referenceTranspose(inputs[0], inputShape)
        case .layerNorm(let normalization):
            return referenceLayerNorm(
                inputs[0], inputShape, weight(normalization.weight).values,
                normalization.bias.map { weight($0).values }, Float(normalization.epsilon))
        case .prependPixel(let name):
            return referencePrepend(weight(name).values, to: inputs[0], inputShape)
        case .crop(let rows, let columns):
            return referenceCrop(inputs[0], inputShape, rows, columns)
        case .normalizePoints(let scale):
            return referenceNormalizePoints(inputs[0], inputShape, Float(scale))
        }
    }

    private func activated(
        _ values: [Float], _ shape: Shape, _ activation: Manifest.Activation
    ) -> [Float] {
        switch activation {
        case .identity: return values
        case .relu: return values.map { max($0, 0) }
        case .prelu(let name):
            let slopes = weight(name).values
            return values.enumerated().map { index, value in
                value < 0 ? value * slopes[index % shape.channels] : value
            }
        }
    }
}
