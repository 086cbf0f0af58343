import Foundation
import Testing

@testable import StrataUserDefaults

/// Values that are not numbers, and zeros with a sign.
struct NumbersTests {
    private static let values: [PropertyListValue] = [
        .real(.nan), .date(Date(timeIntervalSinceReferenceDate: .nan)), .array([.integer(1), .real(.nan)]),
        .dictionary(["a": .real(.nan)]), .real(-0.0),
    ]

    // By position, since Foundation's description of a date that is not a number traps.
    @Test(arguments: values.indices) func `a value that is set again changes nothing`(_ position: Int) throws {
        let value = Self.values[position]
        let domain = try DefaultsFolder().domain("Suite")
        #expect(domain.set(["a": value]))
        #expect(!domain.set(["a": value]))
    }

    @Test(arguments: values.indices)
    func `a value that is written does not revert that of another process`(_ position: Int) throws {
        let value = Self.values[position]
        let folder = try DefaultsFolder()
        let domain = folder.domain("Suite")
        domain.set(["a": value])
        #expect(domain.synchronize())
        #expect(domain.isClean)
        let other = folder.domain("Suite")
        other.set(["a": .integer(2)])
        #expect(other.synchronize())
        #expect(domain.synchronize())
        #expect(domain.value(for: "a") == .integer(2))
        #expect(try folder.stored("Suite")["a"] as? Int == 2)
    }

    @Test func `zero replaces the zero with the other sign`() throws {
        let folder = try DefaultsFolder()
        let domain = folder.domain("Suite")
        domain.set(["a": .real(-0.0)])
        #expect(domain.set(["a": .real(0)]))
        #expect(domain.synchronize())
        #expect((try folder.stored("Suite")["a"] as? Double)?.sign == .plus)
    }
}
