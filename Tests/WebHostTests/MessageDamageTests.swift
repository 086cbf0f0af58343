import Foundation
import StrataTestSupport
import Testing

@testable import StrataWebHost

/// Messages of a browser whose bytes are damaged or hostile are violations of the protocol, or other
/// messages.
@Suite struct MessageDamageTests {
    private struct Members: Decodable {
        let text: String
        let numbers: [Double]
    }

    private static func read(_ data: Data) -> Bool {
        // Whatever is no message is a violation.
        guard let message = try? ClientMessage(data) else { return false }
        _ = try? message.restoreMessage()
        _ = try? message.members(as: Members.self)
        _ = try? message.partOfText()
        return true
    }

    @Test func `a damaged message is a violation or another message`() {
        let whole = Data(#"{"element":12,"event":"input","number":3,"text":"é\n","numbers":[1,-2.5e3]}"#.utf8)
        #expect(Self.read(whole))
        var damage = Damage()
        var read = 0
        let count = Damage.count(2_000, share: 0.05)
        for _ in 0..<count where Self.read(damage.damaged(whole)) { read += 1 }
        #expect(read > 0, "seed \(damage.seed)")
        #expect(read < count, "seed \(damage.seed)")
    }

    @Test(arguments: [511, 512, 513, 514, 100_000]) func `a message of many levels is a violation`(levels: Int) {
        var damage = Damage()
        for opening in ["[", "{\"element\":"] {
            for end in ["", "[", "{", "]"] {
                let data = damage.tried(Data((String(repeating: opening, count: levels) + end).utf8))
                #expect(throws: ProtocolViolation.self) { try ClientMessage(data) }
            }
        }
    }
}
