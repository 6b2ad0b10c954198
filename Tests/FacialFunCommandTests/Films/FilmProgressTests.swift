import Testing

@testable import FacialFunCommand

struct FilmProgressTests {
    @Test(
        "a line names the film, its number, the position in it and the time left",
        arguments: [
            (40, 60.0, 190.0, "clip.mp4, 2 of 40  frame 120, 12.0 of 60.0 s  3:10 left"),
            (1, 60.0, 190.0, "clip.mp4  frame 120, 12.0 of 60.0 s  3:10 left"),
            (40, nil, nil, "clip.mp4, 2 of 40  frame 120, 12.0 s"),
        ])
    func line(count: Int, duration: Double?, left: Double?, text: String) {
        #expect(
            FilmProgress.text(
                name: "clip.mp4", number: 2, of: count, frame: 120, at: 12, duration: duration,
                left: left) == text)
    }
}
