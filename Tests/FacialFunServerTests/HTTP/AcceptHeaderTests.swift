import Testing

@testable import FacialFunServer

struct AcceptHeaderTests {
    @Test(
        "the type with the highest quality is chosen, the first of equals",
        arguments: [
            ([], "image/png"), (["*/*"], "image/png"), (["image/*"], "image/png"),
            (["image/jpeg"], "image/jpeg"), (["IMAGE/JPEG"], "image/jpeg"),
            (["image/png;q=0.5, image/jpeg;q=0.8"], "image/jpeg"),
            (["image/png; q=0.5", "image/jpeg; q=0.8"], "image/jpeg"),
            (["image/avif,image/webp,image/*,*/*;q=0.8"], "image/png"),
            (["image/jpeg, */*;q=0.1"], "image/jpeg"),
            (["image/png;q=0, */*"], "image/jpeg"),
            (["nonsense, image/jpeg"], "image/jpeg"),
        ] as [([String], String)])
    func best(values: [String], expected: String) {
        #expect(AcceptHeader(values).best(of: ["image/png", "image/jpeg"]) == expected)
    }

    @Test(
        "a client that accepts no available type is rejected",
        arguments: ["application/json", "image/webp", "image/png;q=0", "*/*;q=0", "x", "*/*;q=x"])
    func none(value: String) {
        #expect(AcceptHeader([value]).best(of: ["image/png", "image/jpeg"]) == nil)
    }
}
