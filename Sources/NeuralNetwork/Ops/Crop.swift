import FacialFunWire

/// Crops a map to ranges of rows and columns.
struct Crop: Operator {
    static let name = "crop"
    static let keys: Set = ["rows", "columns"]

    let rows: Range<Int>
    let columns: Range<Int>

    init(_ node: JSONField) throws(NetworkError) {
        rows = try Self.range(try node.required("rows"))
        columns = try Self.range(try node.required("columns"))
    }

    private static func range(_ field: JSONField) throws(NetworkError) -> Range<Int> {
        let ends = try field.integers(count: 2, in: 0...Limits.tensorElements)
        guard ends[0] < ends[1] else { throw field.error("the second must be above the first") }
        return ends[0]..<ends[1]
    }

    func outputShape(_ inference: ShapeInference) throws(NetworkError) -> Shape {
        let input = try inference.map()
        guard rows.upperBound <= input.height else {
            throw inference.reference.error("rows", "\(input) has only \(input.height) rows")
        }
        guard columns.upperBound <= input.width else {
            throw inference.reference.error("columns", "\(input) has only \(input.width) columns")
        }
        return Shape(height: rows.count, width: columns.count, channels: input.channels)
    }

    func plan(_ step: inout ExecutionPlan.Step, _ layer: FusedLayer, _ planner: Planner) {
        step.input = step.input.part(from: rows.lowerBound, columns.lowerBound, step.output.shape)
    }

    func reference(_ inputs: [[Float]], _ layer: ReferenceLayer) -> [Float] {
        let (input, shape) = (inputs[0], layer.inputs[0])
        return rows.flatMap { y in
            let row = y * shape.width
            let start = (row + columns.lowerBound) * shape.channels
            return input[start..<(row + columns.upperBound) * shape.channels]
        }
    }
}

extension ExecutionPlan.Map {
    /// The part of this map that starts at a row and column; the elements around it are not zeros.
    fileprivate func part(from row: Int, _ column: Int, _ shape: Shape) -> ExecutionPlan.Map {
        let pixels = border.left + self.shape.width + border.right
        return ExecutionPlan.Map(
            offset: offset + (row * pixels + column) * shape.channels, shape: shape,
            border: Border(
                top: 0, bottom: 0, left: border.left + column,
                right: pixels - border.left - column - shape.width), image: image)
    }
}
