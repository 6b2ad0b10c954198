import CFacialFun

/// Layout of the packed weights.
struct WeightLayout {
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
    /// Typical number of images per run.
    let images: Int
    var parts: [Part] = []
    var count = 0
    var offsets: [Int: PackedWeights.Offsets] = [:]
    var slopes: [String: Int] = [:]

    init(weights: SafetensorsFile, lanes: Int32, images: Int) {
        (self.weights, self.lanes, self.images) = (weights, lanes, images)
    }

    /// Adds weight and bias of a node; zeros if it has no bias.
    mutating func append(
        _ node: Int, _ form: Part.Form, _ weight: String, _ bias: String?, _ channels: Int
    ) throws(NetworkError) {
        var terms = (weights.entries[weight]?.elements ?? 0) / max(channels, 1)
        if case .winograd(let tiling) = form {
            let points = (tiling.side + 2) * (tiling.side + 2)
            // Half-precision numbers take half the memory of floats.
            terms = tiling.keepsHalves ? (terms + 1) / 2 : terms / 9 * points
        }
        let first = try append(form, weight, channels: channels, terms: terms)
        offsets[node] = PackedWeights.Offsets(
            weights: first, bias: try append(.vector, bias, channels: channels, terms: 1))
    }

    /// Adds a tensor and returns its offset; without a tensor, adds zeros.
    mutating func append(
        _ form: Part.Form, _ tensor: String?, channels: Int, terms: Int
    ) throws(NetworkError) -> Int {
        let offset = count
        parts.append(
            Part(form: form, tensor: tensor, channels: channels, terms: terms, offset: offset))
        // Each part starts on a cache line of 16 floats.
        count += (cnk_packed_count(lanes, Int64(channels), Int64(terms)) + 15) / 16 * 16
        guard count <= Limits.packedWeightBytes / 4 else {
            throw NetworkError(
                code: .tooLarge,
                message: "\(weights.file): the packed weights exceed the limit of "
                    + "\(Limits.packedWeightBytes) bytes")
        }
        return offset
    }
}

extension WeightLayout.Part {
    /// Packs one tensor into zeroed memory.
    ///
    /// `widened` is a buffer for the largest tensor of the file in single precision.
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
            // A vector is packed as a depthwise filter with one element.
            case .depthwise, .vector:
                cnk_pack_depthwise(source, lanes, Int64(channels), Int64(terms), target)
            }
        }
    }
}
