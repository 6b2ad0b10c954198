import CFacialFun

extension SafetensorsFile {
    /// A tensor by name in single precision; `nil` if the file does not have it, or if its numbers
    /// are not kept.
    package func tensor(named name: String) -> Tensor? {
        guard let entry = entries[name], !entry.range.isEmpty else { return nil }
        return Tensor(shape: entry.shape, values: values(of: entry))
    }

    /// Calls a body with the numbers of an entry in single precision: those in memory if they have
    /// that format and alignment, otherwise a copy in `widened`, which has space for the entry's
    /// elements.
    func withValues(
        of entry: Entry, widened: UnsafeMutablePointer<Float>,
        _ body: (UnsafeBufferPointer<Float>) -> Void
    ) {
        bytes.withUnsafeBytes { all in
            guard let base = all.baseAddress else { return }
            let numbers = base + entry.range.lowerBound
            guard entry.type == .float32,
                Int(bitPattern: numbers) % MemoryLayout<Float>.alignment == 0
            else {
                copy(entry, to: widened)
                return body(UnsafeBufferPointer(start: widened, count: entry.elements))
            }
            numbers.withMemoryRebound(to: Float.self, capacity: entry.elements) { first in
                body(UnsafeBufferPointer(start: first, count: entry.elements))
            }
        }
    }

    /// The numbers of an entry in single precision.
    func values(of entry: Entry) -> [Float] {
        [Float](unsafeUninitializedCapacity: entry.elements) { values, count in
            if let target = values.baseAddress { copy(entry, to: target) }
            count = entry.elements
        }
    }

    private func copy(_ entry: Entry, to target: UnsafeMutablePointer<Float>) {
        bytes.withUnsafeBytes { all in
            guard let source = all.baseAddress else { return }
            let numbers = source + entry.range.lowerBound
            switch entry.type {
            case .float32:
                UnsafeMutableRawPointer(target).copyMemory(
                    from: numbers, byteCount: entry.range.count)
            case .float16: cnk_convert_halves(numbers, target, entry.elements)
            }
        }
    }
}
