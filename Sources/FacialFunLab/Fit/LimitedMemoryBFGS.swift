/// Minimizes a smooth convex function by L-BFGS with a backtracking line search.
///
/// Nocedal and Wright, "Numerical Optimization", 2nd edition, algorithms 7.4 and 3.1.
enum LimitedMemoryBFGS {
    /// Number of steps for estimating the curvature.
    private static let memory = 10
    /// Armijo's constant: the fraction of the expected decrease that a step must achieve.
    private static let sufficientDecrease = 1e-4
    /// Maximum number of halvings of a step before the minimum counts as reached.
    private static let maxHalvings = 30

    /// A value of the function with its gradient.
    struct Evaluation {
        let value: Double
        let gradient: [Double]
    }

    /// Finds the minimum.
    ///
    /// - Parameters:
    ///   - start: Starting point of the search.
    ///   - tolerance: The search ends when no component of the gradient exceeds it.
    ///   - maxIterations: Maximum number of steps.
    ///   - evaluate: The function.
    /// - Returns: The best point found.
    static func minimum(
        from start: [Double], tolerance: Double, maxIterations: Int,
        of evaluate: ([Double]) -> Evaluation
    ) -> [Double] {
        var point = start
        var here = evaluate(point)
        var steps: [(step: [Double], change: [Double], curvature: Double)] = []
        for _ in 0..<maxIterations {
            guard here.gradient.contains(where: { abs($0) > tolerance }) else { break }
            let direction = descent(here.gradient, steps)
            let slope = dot(direction, here.gradient)
            guard slope < 0 else { break }
            // In the first step the scale is unknown, so the step has a length of about 1.
            var length = steps.isEmpty ? 1 / max(1, dot(direction, direction).squareRoot()) : 1
            var halvings = 0
            var next = moved(point, by: length, along: direction)
            var there = evaluate(next)
            while !(there.value <= here.value + sufficientDecrease * length * slope) {
                guard halvings < maxHalvings else { return point }
                halvings += 1
                length /= 2
                next = moved(point, by: length, along: direction)
                there = evaluate(next)
            }
            let step = zip(next, point).map { $0 - $1 }
            let change = zip(there.gradient, here.gradient).map { $0 - $1 }
            let curvature = dot(step, change)
            if curvature > 1e-12 {
                steps.append((step, change, curvature))
                if steps.count > memory { steps.removeFirst() }
            }
            (point, here) = (next, there)
        }
        return point
    }

    /// The direction of steepest descent in the metric estimated from the last steps.
    private static func descent(
        _ gradient: [Double], _ steps: [(step: [Double], change: [Double], curvature: Double)]
    ) -> [Double] {
        var direction = gradient
        var shares: [Double] = []
        for (step, change, curvature) in steps.reversed() {
            let share = dot(step, direction) / curvature
            shares.append(share)
            direction = moved(direction, by: -share, along: change)
        }
        if let last = steps.last {
            let scale = last.curvature / dot(last.change, last.change)
            direction = direction.map { $0 * scale }
        }
        for ((step, change, curvature), share) in zip(steps, shares.reversed()) {
            let correction = share - dot(change, direction) / curvature
            direction = moved(direction, by: correction, along: step)
        }
        return direction.map { -$0 }
    }

    private static func dot(_ one: [Double], _ other: [Double]) -> Double {
        var sum = 0.0
        for index in one.indices { sum += one[index] * other[index] }
        return sum
    }

    private static func moved(
        _ point: [Double], by length: Double, along direction: [Double]
    ) -> [Double] {
        var result = point
        for index in result.indices { result[index] += length * direction[index] }
        return result
    }
}
