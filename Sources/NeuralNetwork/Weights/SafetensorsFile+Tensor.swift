import CNeuralKernels

extension SafetensorsFile {
    /// A tensor by its name, as single precision; `nil` when the file has none of that name.
    public func tensor(named name: String) -> Tensor? {
        guard let entry = entries[name] else { return nil }
        return Tensor(shape: entry.shape, values: values(of: entry))
    }

    /// The numbers of an entry as single precision.
    func values(of entry: Entry) -> [Float] {
        [Float](unsafeUninitializedCapacity: entry.elements) { values, count in
            bytes.withUnsafeBytes { all in
                guard let source = all.baseAddress, let target = values.baseAddress else { return }
                let numbers = source + entry.range.lowerBound
                switch entry.type {
                case .float32:
                    UnsafeMutableRawPointer(target).copyMemory(
                        from: numbers, byteCount: entry.range.count)
                case .float16: cnk_widen_halves(numbers, target, entry.elements)
                }
            }
            count = entry.elements
        }
    }
}
