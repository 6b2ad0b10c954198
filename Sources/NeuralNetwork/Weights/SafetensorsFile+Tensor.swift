import CNeuralKernels

extension SafetensorsFile {
    /// A tensor by its name, as single precision; `nil` when the file has none of that name.
    public func tensor(named name: String) -> Tensor? {
        guard let entry = entries[name] else { return nil }
        return Tensor(shape: entry.shape, values: values(of: entry))
    }

    /// Calls with the numbers of an entry as single precision: those of the file where they are such
    /// and lie aligned, a copy otherwise.
    func withValues(of entry: Entry, _ body: (UnsafeBufferPointer<Float>) -> Void) {
        let inPlace = bytes.withUnsafeBytes { all in
            guard entry.type == .float32, let base = all.baseAddress,
                Int(bitPattern: base + entry.range.lowerBound) % MemoryLayout<Float>.alignment == 0
            else { return false }
            let numbers = base + entry.range.lowerBound
            numbers.withMemoryRebound(to: Float.self, capacity: entry.elements) { first in
                body(UnsafeBufferPointer(start: first, count: entry.elements))
            }
            return true
        }
        if !inPlace { values(of: entry).withUnsafeBufferPointer(body) }
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
