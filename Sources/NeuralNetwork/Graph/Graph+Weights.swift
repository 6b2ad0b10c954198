import CFacialFun
import FacialFunWire

extension Manifest {
    /// The names of all weights that the manifest uses.
    var weightNames: Set<String> {
        classifierNames.union(nodes.flatMap(\.operation.weightNames))
    }

    /// Tensors that no layer of the graph uses; they are accessed by name.
    var classifierNames: Set<String> {
        Set(
            [emotion?.classifier, emotion?.prompted, emotion?.classes?.classifier]
                .compactMap(\.self).flatMap { classifier in
                    [classifier.weight, classifier.bias]
                })
    }

    /// Checks that every tensor of the file is used and contains only finite numbers of reasonable
    /// magnitude, and that the classifier fits the network's output.
    func check(_ weights: SafetensorsFile, _ graph: Graph, file: String) throws(NetworkError) {
        let used = weightNames
        for name in weights.names {
            guard used.contains(name) else {
                throw NetworkError(
                    code: .invalidGraph,
                    message: "\(weights.file): \(printable(name)): \(file) does not use this tensor"
                )
            }
            guard weights.allFinite(name) else {
                throw NetworkError(
                    code: .malformedWeights,
                    message: "\(weights.file): \(printable(name)): a number that is not finite")
            }
            guard weights.allWithinLimit(name) else {
                throw NetworkError(
                    code: .malformedWeights,
                    message: "\(weights.file): \(printable(name)): a number outside "
                        + "±\(Int(Limits.weightMagnitude))")
            }
        }
        guard let emotion else { return }
        guard graph.outputs.count == 1, let embedding = graph.outputs.first else {
            throw NetworkError(
                code: .invalidGraph,
                message: "\(file): outputs: emotion recognition needs exactly one, the embedding")
        }
        let (count, size) = (emotion.labels.count, graph.shapes[embedding].elements)
        let layers =
            [("classifier", emotion.classifier, count)]
            + (emotion.prompted.map { [("prompted", $0, count)] } ?? [])
            + (emotion.classes.map { [("classes", $0.classifier, $0.labels.count)] } ?? [])
        for (field, name, wanted) in layers.flatMap({ key, layer, count in
            [
                ("\(key).weight", layer.weight, [count, size]),
                ("\(key).bias", layer.bias, [count]),
            ]
        }) {
            let shape = weights.entries[name]?.shape
            guard shape == wanted else {
                throw NetworkError(
                    code: .invalidGraph,
                    message: "\(file): emotion.\(field): the tensor \"\(printable(name))\" "
                        + (shape.map { "has the shape \($0)" } ?? "is missing")
                        + ", expected \(wanted)")
            }
        }
    }
}

extension SafetensorsFile {
    /// Whether a tensor contains neither infinities nor NaNs.
    fileprivate func allFinite(_ name: String) -> Bool {
        guard let entry = entries[name] else { return false }
        return bytes.withUnsafeBytes { all in
            guard let base = all.baseAddress else { return false }
            let numbers = base + entry.range.lowerBound
            return switch entry.type {
            case .float32: cnk_all_finite_singles(numbers, entry.elements)
            case .float16: cnk_all_finite_halves(numbers, entry.elements)
            }
        }
    }

    /// Whether no number of a tensor exceeds the limit in magnitude.
    fileprivate func allWithinLimit(_ name: String) -> Bool {
        // The largest number of half precision is 65504.
        guard let entry = entries[name], entry.type == .float32 else { return true }
        return bytes.withUnsafeBytes { all in
            // Bit patterns of non-negative numbers have the same order as the numbers.
            let limit = Limits.weightMagnitude.bitPattern
            return stride(from: entry.range.lowerBound, to: entry.range.upperBound, by: 4)
                .allSatisfy {
                    let bits = all.loadUnaligned(fromByteOffset: $0, as: UInt32.self)
                    return bits & 0x7FFF_FFFF <= limit
                }
        }
    }
}
