/// A layer of a graph, fused with later ones that its kernel can compute at the end.
struct FusedLayer: Sendable {
    /// The operation; its own activation is replaced by ``activation``.
    let operation: any Operator
    /// The original node, which determines the packed weights.
    let node: Int
    var activation: Activation
    /// The first input of the operation.
    var input: Int
    /// Additional inputs: the second summand of `add` or of a convolution fused with an `add` (it
    /// may have fewer channels: missing ones count as zero), or the further inputs of `concat`.
    var others: [Int]
    var output: Int
}

extension Graph {
    /// The layers with activations, additions and channel paddings fused into their neighbors.
    func fused() -> [FusedLayer] {
        var uses = [Int](repeating: 0, count: shapes.count)
        for value in layers.flatMap(\.inputs) + outputs { uses[value] += 1 }
        var fusion = Fusion(uses: uses)
        for layer in layers { fusion.append(layer) }
        return fusion.layers.compactMap(\.self)
    }
}

/// Implementation of ``Graph/fused()``.
private struct Fusion {
    /// Number of uses of each value, by layers or as an output.
    let uses: [Int]
    /// `nil` if a layer was fused into a later one.
    var layers: [FusedLayer?] = []
    /// The index in ``layers`` of the layer that computes a value.
    private var producers: [Int: Int] = [:]

    init(uses: [Int]) { self.uses = uses }

    mutating func append(_ layer: Graph.Layer) {
        var fused = FusedLayer(
            operation: layer.operation, node: layer.node,
            activation: layer.operation.activation,
            input: layer.inputs[0], others: Array(layer.inputs.dropFirst()), output: layer.output)
        switch layer.operation.role {
        case .addition: fused = intoConvolution(fused) ?? fused
        case .activation:
            if let index = singleProducer(of: fused.input), var producer = layers[index],
                producer.activation == .identity, producer.operation.takesActivation
            {
                producer.activation = fused.activation
                producer.output = fused.output
                fused = producer
                layers[index] = nil
            }
        case .plain, .endPadding: break
        }
        withoutChannelPadding(&fused)
        producers[fused.output] = layers.count
        layers.append(fused)
    }

    /// Fuses an addition into the convolution before it, at the position of the addition, where the
    /// other summand is available.
    private mutating func intoConvolution(_ add: FusedLayer) -> FusedLayer? {
        for (sum, other) in [(add.input, add.others[0]), (add.others[0], add.input)] {
            guard let index = singleProducer(of: sum), var producer = layers[index],
                producer.operation.takesSummand, producer.activation == .identity,
                producer.others.isEmpty
            else { continue }
            producer.others = [other]
            producer.activation = add.activation
            producer.output = add.output
            layers[index] = nil
            return producer
        }
        return nil
    }

    /// Zero channels at the end of a second summand need not exist, because the kernels treat
    /// missing ones as zero.
    private mutating func withoutChannelPadding(_ layer: inout FusedLayer) {
        let isAddition = layer.operation.role == .addition
        guard layer.operation.takesSummand || isAddition, layer.others.count == 1 else { return }
        if isAddition, endPadding(of: layer.others[0]) == nil,
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
            producer.operation.role == .endPadding
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
