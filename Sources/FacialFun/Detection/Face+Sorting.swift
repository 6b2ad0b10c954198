extension [Face] {
    /// Sorts in place by a strict order; does not allocate for up to some hundred faces.
    ///
    /// All code that runs for each frame uses index loops: closures passed to the standard library
    /// allocate in unoptimized builds, in which the tests count allocations.
    mutating func order(by comes: (Face, Face) -> Bool) {
        guard count <= 200 else {
            sort(by: comes)
            return
        }
        var end = 1
        while end < count {
            let face = self[end]
            var index = end
            while index > 0, comes(face, self[index - 1]) {
                self[index] = self[index - 1]
                index -= 1
            }
            self[index] = face
            end += 1
        }
    }
}
