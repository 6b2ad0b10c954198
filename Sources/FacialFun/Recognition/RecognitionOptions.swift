/// Options for recognizing one image.
package struct RecognitionOptions: Sendable {
    /// Search budget.
    package var budget: SearchBudget
    /// The width in pixels of the smallest face to search for; nil for the budget's own value.
    package var smallestFace: Double?
    /// The smallest face as a share of the picture's shorter side; ``smallestFace`` takes
    /// precedence.
    package var minFaceShare: Double?
    /// Whether to keep the picture, so that it can be shown and rectangles can be cut from it.
    package var keepsPictures: Bool
    /// Index in the report of the only face whose rectangle will be cut; nil if any may be.
    ///
    /// Without this restriction, a large picture may have to be decoded at full size.
    package var onlyFace: Int?
    /// Number of threads that share the search of an image, its faces, and the work on one face;
    /// the results are the same, bit for bit.
    ///
    /// Use 1 if images are already scored in parallel: more threads than processors waste time.
    package var workers: Int
    /// Estimator of movements; nil if they are not requested.
    ///
    /// Created by ``EmotionRecognizer/movementEstimator()``.
    package var movements: MovementEstimator?
    /// Estimator of the 478 points and the gaze; nil if they are not requested.
    package var landmarks: MovementEstimator?
    /// Resource limits of this image; nil for the recognizer's own limits.
    package var limits: DecodeLimits?
    /// Cancellation check, called between stages, search windows and faces.
    package var stop: CancellationCheck

    /// Creates options.
    package init(
        budget: SearchBudget = .commandLine, smallestFace: Double? = nil,
        minFaceShare: Double? = nil,
        keepsPictures: Bool = false, onlyFace: Int? = nil, workers: Int = 1,
        movements: MovementEstimator? = nil, landmarks: MovementEstimator? = nil,
        limits: DecodeLimits? = nil,
        stop: CancellationCheck = .never
    ) {
        self.limits = limits
        self.stop = stop
        self.movements = movements
        self.landmarks = landmarks
        self.budget = budget
        self.smallestFace = smallestFace
        self.minFaceShare = minFaceShare
        self.keepsPictures = keepsPictures
        self.onlyFace = onlyFace
        self.workers = workers
    }
}
