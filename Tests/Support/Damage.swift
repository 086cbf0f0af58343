public import Foundation

/// Random damage to stored bytes: other bytes, and lost or repeated parts.
///
/// `STRATA_FUZZ_COUNT` sets the number of damaged copies of all these tests together, and
/// `testSeed(_:)` the seed.
public struct Damage {
    private static let environment = ProcessInfo.processInfo.environment

    /// Returns the number of damaged copies that a test reads.
    ///
    /// - Parameters:
    ///   - usual: The number without `STRATA_FUZZ_COUNT`.
    ///   - share: The part of `STRATA_FUZZ_COUNT`, which is smaller for bytes that take long to read.
    public static func count(_ usual: Int, share: Double) -> Int {
        environment["STRATA_FUZZ_COUNT"].flatMap(Int.init).map { max(usual, Int(Double($0) * share)) } ?? usual
    }

    public let seed: UInt64
    public var dice: SeededGenerator
    /// The name of the test's file.
    private let test: String
    /// The number of inputs so far.
    private var number = 0

    public init(_ test: String = #fileID) {
        self.test = test
        seed = testSeed()
        dice = SeededGenerator(seed: seed)
    }

    /// Records an input that is tried next, in case that it ends the process, and returns it.
    public mutating func tried(_ input: Data) -> Data {
        number += 1
        Trial.begin(test, seed: seed, number: number, input: input)
        return input
    }

    /// Returns a damaged copy of data, which is recorded as the input that is tried next.
    public mutating func damaged(_ data: Data) -> Data {
        var bytes = [UInt8](data)
        for _ in 0..<Int.random(in: 1...4, using: &dice) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &dice)
            switch Int.random(in: 0..<8, using: &dice) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
            case 1: bytes[place] &+= 1
            case 2: bytes[place] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &dice) ?? 0
            case 3: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...8, using: &dice)))
            case 4:
                let part = bytes[place..<min(bytes.count, place + Int.random(in: 1...16, using: &dice))]
                bytes.insert(contentsOf: part, at: Int.random(in: 0...bytes.count, using: &dice))
            default: bytes[place] = UInt8.random(in: 0...255, using: &dice)
            }
        }
        if Int.random(in: 0..<16, using: &dice) == 0 { bytes.removeLast(Int.random(in: 0...bytes.count, using: &dice)) }
        return tried(Data(bytes))
    }
}
