import FacialFunWire

/// Infers the shape of a node's output, and has the checks that operators share.
struct ShapeInference {
    let reference: NodeReference
    let inputs: [Shape]
    let weights: SafetensorsFile

    /// The shape of the node's output.
    func output(of operation: any Operator) throws(NetworkError) -> Shape {
        let shape = try operation.outputShape(self)
        guard shape.isWithinLimits else {
            throw reference.error(nil, "the output would be \(shape), which is too large or empty")
        }
        return shape
    }

    /// Multiply-adds (or comparisons) of the node; `nil` on overflow.
    func multiplyAdds(of operation: any Operator, output: Shape) -> Int? {
        guard let products = operation.productsPerElement(self, output: output) else { return nil }
        let (product, overflow) = output.elements.multipliedReportingOverflow(by: products)
        return overflow ? nil : product
    }

    /// Number of elements of a weight; `nil` if the file does not have it.
    func elements(of weight: String) -> Int? { weights.entries[weight]?.elements }

    /// The first input, which must not be a matrix.
    func map() throws(NetworkError) -> Shape {
        guard !inputs[0].isMatrix else {
            throw reference.error("inputs[0]", "expected [height, width, channels], not a matrix")
        }
        return inputs[0]
    }

    /// The shape of a weight, which the file must have.
    func weight(_ field: String, _ name: String) throws(NetworkError) -> [Int] {
        guard let entry = weights.entries[name] else {
            throw reference.error(field, "\(weights.file) has no tensor \"\(printable(name))\"")
        }
        return entry.shape
    }

    /// Checks that a weight, if there is a name, has one number for each channel.
    func vector(_ field: String, _ name: String?, channels: Int) throws(NetworkError) {
        guard let name else { return }
        let shape = try weight(field, name)
        guard shape == [channels] else {
            throw reference.error(field, "has the shape \(shape), expected [\(channels)]")
        }
    }
}
