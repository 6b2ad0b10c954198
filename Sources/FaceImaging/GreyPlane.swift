import COpenCV

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

    /// Blurred by a Gaussian of this standard deviation in pixels, cut off at three of them; edge
    /// pixels are repeated.
    func blurred(_ sigma: Double) -> GreyPlane {
        let radius = Int32((3 * sigma).rounded(.up))
        let result = [Float](unsafeUninitializedCapacity: values.count) { blurred, initialised in
            values.withUnsafeBufferPointer { values in
                guard let from = values.baseAddress, let to = blurred.baseAddress else { return }
                Image.check(
                    facialfun_cv_blur(from, Int32(width), Int32(height), sigma, radius, to),
                    "blurring \(width)×\(height) pixels")
            }
            initialised = values.count
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
