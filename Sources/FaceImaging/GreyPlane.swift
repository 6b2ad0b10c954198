#if canImport(Glibc)
    import Glibc
#endif

/// A grey picture in floating point, row-major, 0…255.
struct GreyPlane {
    let width: Int
    let height: Int
    let values: [Float]

    /// The luma of a picture.
    init(_ image: Image) {
        self.init(width: image.width, height: image.height, values: image.grey().map(Float.init))
    }

    private init(width: Int, height: Int, values: [Float]) {
        self.width = width
        self.height = height
        self.values = values
    }

    /// Blurred by a Gaussian of this standard deviation in pixels; edge pixels are repeated.
    func blurred(_ sigma: Double) -> GreyPlane {
        let radius = Int((3 * sigma).rounded(.up))
        let bell = (-radius...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
        let kernel = bell.map { Float($0 / bell.reduce(0, +)) }
        var rows = [Float](repeating: 0, count: values.count)
        for y in 0..<height {
            for x in 0..<width {
                var sum: Float = 0
                for k in -radius...radius {
                    sum += kernel[k + radius] * values[y * width + min(max(x + k, 0), width - 1)]
                }
                rows[y * width + x] = sum
            }
        }
        var result = [Float](repeating: 0, count: values.count)
        for y in 0..<height {
            for k in -radius...radius {
                let weight = kernel[k + radius]
                let source = min(max(y + k, 0), height - 1) * width
                for x in 0..<width { result[y * width + x] += weight * rows[source + x] }
            }
        }
        return GreyPlane(width: width, height: height, values: result)
    }

    /// The mean over the face oval of the squared difference to the pixel on the right plus that to
    /// the pixel below.
    func gradientEnergy() -> Double {
        var (sum, count) = (0.0, 0)
        for y in 0..<height - 1 {
            for x in FaceOval.columns(row: y, width: width, height: height) where x < width - 1 {
                let here = values[y * width + x]
                let (right, below) = (values[y * width + x + 1], values[(y + 1) * width + x])
                sum += Double((right - here) * (right - here) + (below - here) * (below - here))
                count += 1
            }
        }
        return count > 0 ? sum / Double(count) : 0
    }
}
