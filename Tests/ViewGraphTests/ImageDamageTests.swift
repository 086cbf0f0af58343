import Foundation
import StrataTestSupport
import Testing

@testable import StrataViewGraph

struct ImageDamageTests {
    @Test func `no damaged header reads beyond the end of the data`() {
        var random = SeededGenerator(seed: testSeed())
        for whole in [UIImageTests.png, UIImageTests.jpeg(orientation: 6)] {
            for number in 0..<5_000 {
                var data = whole
                for _ in 0..<3 {
                    data[Int.random(in: 2..<data.count, using: &random)] = .random(in: 0...255, using: &random)
                }
                data = data.prefix(Int.random(in: 0...data.count, using: &random))
                Trial.begin("ImageDamageTests", seed: random.seed, number: number, input: data)
                _ = PictureHeader(data)
            }
        }
    }
}
