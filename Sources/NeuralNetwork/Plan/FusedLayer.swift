/// A layer of a graph together with what follows it and can be computed in its last lines.
struct FusedLayer: Sendable {
    /// The operation; its own activation is replaced by ``activation``.
    let operation: Manifest.Operation
    /// The node that the operation comes from: it finds the packed weights.
    let node: Int
    var activation: Manifest.Activation
    /// The value that the operation reads first.
    var input: Int
    /// Additional inputs: the second summand of `add` or of a convolution fused with an `add` (it
    /// may have fewer channels: missing ones count as zero), or the further inputs of `concat`.
    var others: [Int]
    var output: Int
}

extension Graph {
    /// The layers with activations, additions and channel paddings moved into their neighbors.
    func fused() -> [FusedLayer] {
        var uses = [Int](repeating: 0, count: shapes.count)
        for value in layers.flatMap(\.inputs) + outputs { uses[value] += 1 }
        var fusion = Fusion(uses: uses)
        for layer in layers { fusion.append(layer) }
        return fusion.layers.compactMap(\.self)
    }
}

/// The work of ``Graph/fused()``.
private struct Fusion {
    /// Number of uses of each value, by layers or as an output.
    let uses: [Int]
    /// `nil` where a layer went into a later one.
    var layers: [FusedLayer?] = []
    /// The index in ``layers`` of the layer that makes a value.
    private var producers: [Int: Int] = [:]

    init(uses: [Int]) { self.uses = uses }

    mutating func append(_ layer: Graph.Layer) {
        var fused = FusedLayer(
            operation: layer.operation, node: layer.node,
            activation: layer.operation.ownActivation,
            input: layer.inputs[0], others: Array(layer.inputs.dropFirst()), output: layer.output)
        switch layer.operation {
        case .add: fused = intoConvolution(fused) ?? fused
        case .activation(let activation):
            if let index = singleProducer(of: fused.input), var producer = layers[index],
                producer.activation == .identity, producer.takesActivation
            {
                producer.activation = activation
                producer.output = fused.output
                fused = producer
                layers[index] = nil
            }
        default: break
        }
        withoutChannelPadding(&fused)
        producers[fused.output] = layers.count
        layers.append(fused)
    }

    /// The convolution before an addition with the addition taken in, at the addition's place: there
    /// the other summand is ready.
    private mutating func intoConvolution(_ add: FusedLayer) -> FusedLayer? {
        for (sum, other) in [(add.input, add.others[0]), (add.others[0], add.input)] {
            guard let index = singleProducer(of: sum), var producer = layers[index],
                producer.takesSummand, producer.activation == .identity, producer.others.isEmpty
            else { continue }
            producer.others = [other]
            producer.activation = add.activation
            producer.output = add.output
            layers[index] = nil
            return producer
        }
        return nil
    }

    /// Zero channels at the end of a second summand need not be made: the kernels add what is there.
    private mutating func withoutChannelPadding(_ layer: inout FusedLayer) {
        guard layer.takesSummand || layer.isAddition, layer.others.count == 1 else { return }
        if layer.isAddition, endPadding(of: layer.others[0]) == nil,
            endPadding(of: layer.input) != nil
        {
            (layer.input, layer.others) = (layer.others[0], [layer.input])
        }
        if let index = endPadding(of: layer.others[0]), let padding = layers[index] {
            layer.others = [padding.input]
            layers[index] = nil
        }
    }

    private func endPadding(of value: Int) -> Int? {
        guard let index = singleProducer(of: value), let producer = layers[index],
            case .channelPad(before: 0, after: _) = producer.operation
        else { return nil }
        return index
    }

    private func singleProducer(of value: Int) -> Int? {
        guard uses[value] == 1, let index = producers[value], layers[index] != nil else {
            return nil
        }
        return index
    }
}

extension FusedLayer {
    fileprivate var isAddition: Bool {
        if case .add = operation { true } else { false }
    }

    fileprivate var takesSummand: Bool {
        switch operation {
        case .convolution, .dense: true
        default: false
        }
    }

    fileprivate var takesActivation: Bool {
        switch operation {
        case .convolution, .dense, .depthwiseConvolution, .add: true
        default: false
        }
    }
}

extension Manifest.Operation {
    /// The activation that a node of this operation states.
    fileprivate var ownActivation: Manifest.Activation {
        switch self {
        case .convolution(let filter), .depthwiseConvolution(let filter): filter.activation
        case .dense(let dense): dense.activation
        case .add(let activation), .activation(let activation): activation
        default: .identity
        }
    }
}
