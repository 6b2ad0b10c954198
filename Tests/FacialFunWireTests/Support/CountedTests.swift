import FacialFunWire
import Testing

struct CountedTests {
    @Test("one is singular, every other number is plural", arguments: [0, 1, 2, 11, 21, 101])
    func numbers(number: Int) {
        #expect(Counted.text(number, "face") == (number == 1 ? "1 face" : "\(number) faces"))
    }

    @Test("words that depend on the number are singular or plural with it")
    func phrases() {
        #expect(Counted.text(1, "file is", "files are") == "1 file is")
        #expect(Counted.text(3, "file is", "files are") == "3 files are")
    }

    @Test("a figure as text is singular only if it is 1")
    func figures() {
        #expect(Counted.text("1", "frame a second", "frames a second") == "1 frame a second")
        for figure in ["30, 1", "0.5", "1.0"] {
            #expect(Counted.text(figure, "frame") == "\(figure) frames")
        }
    }
}
