/// Assigns rows to columns with the maximum sum of values.
///
/// The Hungarian method with potentials (Kuhn, "The Hungarian Method for the Assignment Problem",
/// 1955).
enum OptimalAssignment {
    /// The optimal assignment.
    ///
    /// - Parameter values: One value per row and column; nil if the two must not be assigned. Pairs
    ///   with a value below 0 are never assigned.
    /// - Returns: The column of each row; nil if the row is unassigned.
    /// - Complexity: O(n³), where n is the number of rows plus columns.
    static func pairs(_ values: [[Double?]]) -> [Int?] {
        let (rows, columns) = (values.count, values.first?.count ?? 0)
        guard rows > 0, columns > 0 else { return [Int?](repeating: nil, count: rows) }
        // Adds a column per row at no cost; a row that is assigned to it remains unassigned.
        let width = columns + rows
        func cost(_ row: Int, _ column: Int) -> Double {
            guard column < columns else { return 0 }
            return values[row][column].map { -$0 } ?? 1e6
        }
        let rowOfColumn = solved(rows: rows, columns: width, cost)
        var result = [Int?](repeating: nil, count: rows)
        for column in 0..<columns {
            guard let row = rowOfColumn[column], values[row][column] != nil else { continue }
            result[row] = column
        }
        return result
    }

    /// The row of each column at the minimum cost; all rows are assigned.
    private static func solved(
        rows: Int, columns: Int, _ cost: (Int, Int) -> Double
    ) -> [Int?] {
        var rowPotential = [Double](repeating: 0, count: rows)
        // The search starts from an extra column, the last one.
        let start = columns
        var columnPotential = [Double](repeating: 0, count: columns + 1)
        var rowOf = [Int?](repeating: nil, count: columns + 1)
        for row in 0..<rows {
            rowOf[start] = row
            var column = start
            var least = [Double](repeating: .infinity, count: columns)
            var before = [Int](repeating: start, count: columns)
            var isVisited = [Bool](repeating: false, count: columns + 1)
            while let current = rowOf[column] {
                isVisited[column] = true
                var (delta, next) = (Double.infinity, start)
                for other in 0..<columns where !isVisited[other] {
                    let reduced =
                        cost(current, other) - rowPotential[current] - columnPotential[other]
                    if reduced < least[other] {
                        (least[other], before[other]) = (reduced, column)
                    }
                    if least[other] < delta { (delta, next) = (least[other], other) }
                }
                for other in 0...columns {
                    if isVisited[other] {
                        if let paired = rowOf[other] { rowPotential[paired] += delta }
                        columnPotential[other] -= delta
                    } else if other < columns {
                        least[other] -= delta
                    }
                }
                column = next
            }
            while column != start {
                let earlier = before[column]
                rowOf[column] = rowOf[earlier]
                column = earlier
            }
        }
        return Array(rowOf.dropLast())
    }
}
