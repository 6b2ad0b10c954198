import CFacialFun

/// All weights of a network in the order in which the kernels of one instruction set read them.
///
/// The pointers are in here and handed out for steps of workspaces, which keep this object alive.
final class PackedWeights: @unchecked Sendable {
    // Safe: the memory is written in `init` only.

    /// Offsets of the parts of a node's weights, in floats from ``base``.
    struct Place: Sendable {
        let weights: Int
        let bias: Int
        /// Tiling of a Winograd convolution; `nil` for the direct sum.
        var tiling: WinogradTiling?
    }

    /// Offsets for each node with a filter or matrix, by index.
    let places: [Int: Place]
    /// Offsets of each PReLU's slopes, by name.
    let slopes: [String: Int]
    private let memory: FloatMemory
    /// Floats of a vector of the kernels.
    let lanes: Int32

    /// Packs the weights of a checked graph.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - weights: The weights.
    ///   - lanes: Floats of a vector of the kernels.
    ///   - images: How many images runs take as a rule.
    /// - Throws: `tooLarge` when they take more memory than the engine allows.
    init(
        _ graph: Graph, weights: SafetensorsFile, lanes: Int32, images: Int
    ) throws(NetworkError) {
        self.lanes = lanes
        var layout = Layout(weights: weights, lanes: lanes, images: images)
        for layer in graph.layers { try layout.append(layer, output: graph.shapes[layer.output]) }
        memory = FloatMemory(count: layout.count)
        let widened = FloatMemory(count: weights.entries.values.map(\.elements).max() ?? 0)
        for part in layout.parts { part.write(memory.base, weights, lanes, widened.base) }
        (places, slopes) = (layout.places, layout.slopes)
    }

    var base: UnsafeMutablePointer<Float> { memory.base }
}

/// Layout of the packed weights.
private struct Layout {
    /// One tensor in its packed form.
    struct Part {
        enum Form {
            case convolution, depthwise, vector
            case winograd(WinogradTiling)
        }
        let form: Form
        /// `nil` for a bias that is absent: zeros.
        let tensor: String?
        let channels: Int
        let terms: Int
        let offset: Int
    }

    let weights: SafetensorsFile
    let lanes: Int32
    let images: Int
    var parts: [Part] = []
    var count = 0
    var places: [Int: PackedWeights.Place] = [:]
    var slopes: [String: Int] = [:]

    init(weights: SafetensorsFile, lanes: Int32, images: Int) {
        (self.weights, self.lanes, self.images) = (weights, lanes, images)
    }

    mutating func append(_ layer: Graph.Layer, output: Shape) throws(NetworkError) {
        switch layer.operation {
        case .convolution(let filter):
            let entry = weights.entries[filter.weight]
            let shape = entry?.shape ?? [0]
            // At other sizes of a flexible network the same form serves as well.
            let tiling = WinogradTiling(
                filter, weight: shape, type: entry?.type ?? .float32, output: output,
                images: images)
            try append(
                layer.node, tiling.map { .winograd($0) } ?? .convolution, filter.weight,
                filter.bias, shape[0])
            places[layer.node]?.tiling = tiling
            try append(filter.activation)
        case .depthwiseConvolution(let filter):
            let shape = weights.entries[filter.weight]?.shape ?? [0]
            try append(layer.node, .depthwise, filter.weight, filter.bias, shape[shape.count - 1])
            try append(filter.activation)
        case .dense(let dense):
            let shape = weights.entries[dense.weight]?.shape ?? [0]
            try append(layer.node, .convolution, dense.weight, dense.bias, shape[0])
            try append(dense.activation)
        case .add(let activation), .activation(let activation): try append(activation)
        case .layerNorm(let normalization):
            try append(
                layer.node, .vector, normalization.weight, normalization.bias, output.channels)
        case .prependPixel(let weight):
            try append(layer.node, .vector, weight, nil, output.channels)
        default: break
        }
    }

    private mutating func append(
        _ node: Int, _ form: Part.Form, _ weight: String, _ bias: String?, _ channels: Int
    ) throws(NetworkError) {
        var terms = (weights.entries[weight]?.elements ?? 0) / max(channels, 1)
        if case .winograd(let tiling) = form {
            let points = (tiling.side + 2) * (tiling.side + 2)
            // Halves take half the memory of as many floats.
            terms = tiling.keepsHalves ? (terms + 1) / 2 : terms / 9 * points
        }
        let first = try append(form, weight, channels: channels, terms: terms)
        places[node] = PackedWeights.Place(
            weights: first, bias: try append(.vector, bias, channels: channels, terms: 1))
    }

    private mutating func append(_ activation: Manifest.Activation) throws(NetworkError) {
        guard case .prelu(let name) = activation, slopes[name] == nil else { return }
        let channels = weights.entries[name]?.elements ?? 0
        slopes[name] = try append(.vector, name, channels: channels, terms: 1)
    }

    private mutating func append(
        _ form: Part.Form, _ tensor: String?, channels: Int, terms: Int
    ) throws(NetworkError) -> Int {
        let offset = count
        parts.append(
            Part(form: form, tensor: tensor, channels: channels, terms: terms, offset: offset))
        // Every part begins on a cache line of 16 floats.
        count += (cnk_packed_count(lanes, Int64(channels), Int64(terms)) + 15) / 16 * 16
        guard count <= Limits.packedWeightBytes / 4 else {
            throw NetworkError(
                code: .tooLarge,
                message: "\(weights.file): packed, the weights take more than the "
                    + "\(Limits.packedWeightBytes) bytes allowed")
        }
        return offset
    }
}

extension Layout.Part {
    /// Packs one tensor into zeroed memory; `widened` has room for the largest tensor of the file.
    func write(
        _ base: UnsafeMutablePointer<Float>, _ weights: SafetensorsFile, _ lanes: Int32,
        _ widened: UnsafeMutablePointer<Float>
    ) {
        let target = base + offset
        guard let tensor, let entry = weights.entries[tensor] else { return }
        let inputs = Int64(entry.elements / (9 * channels))
        if case .winograd(let tiling) = form, tiling.keepsHalves {
            weights.bytes.withUnsafeBytes { bytes in
                guard let source = bytes.baseAddress else { return }
                cnk_pack_halves(
                    source + entry.range.lowerBound, lanes, Int64(channels), inputs, target)
            }
            return
        }
        weights.withValues(of: entry, widened: widened) { values in
            guard let source = values.baseAddress else { return }
            switch form {
            case .convolution:
                cnk_pack_convolution(source, lanes, Int64(channels), Int64(terms), target)
            case .winograd(let tiling):
                cnk_pack_winograd(
                    source, lanes, Int32(tiling.side), Int64(channels), inputs, target)
            // A vector is packed like a depthwise filter of one element.
            case .depthwise, .vector:
                cnk_pack_depthwise(source, lanes, Int64(channels), Int64(terms), target)
            }
        }
    }
}
