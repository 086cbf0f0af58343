import CoreData
import Foundation
import Testing

@Suite struct AutoreleasePoolTests {
    private struct Refused: Error {}

    @Test func `the pool returns its block's result`() {
        let sum: Int = autoreleasepool { 1 + 2 }
        #expect(sum == 3)
    }

    @Test func `the pool throws its block's error`() {
        #expect(throws: Refused.self) { try autoreleasepool { throw Refused() } }
    }

    @Test func `objects of the block are released when it ends`() {
        final class Thing {}
        weak var thing: Thing?
        autoreleasepool {
            let new = Thing()
            thing = new
            #expect(thing === new)
        }
        #expect(thing == nil)
    }
}
