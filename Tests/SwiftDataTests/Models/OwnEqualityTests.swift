import Foundation
import SwiftData
import Testing

@Model final class EqualByName {
    var name: String
    init(_ name: String) { self.name = name }
    static func == (lhs: EqualByName, rhs: EqualByName) -> Bool { lhs.name == rhs.name }
}
@Model final class HashedByName {
    var name: String
    init(_ name: String) { self.name = name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
@Model final class EqualAndHashed {
    var name: String
    init(_ name: String) { self.name = name }
    static func == (lhs: EqualAndHashed, rhs: EqualAndHashed) -> Bool { lhs.name == rhs.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
@Model public class EqualInSelf: Codable {
    public var name: String
    public init(_ name: String) { self.name = name }
    public required init(from decoder: any Decoder) throws { name = try decoder.singleValueContainer().decode(String.self) }
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
    public static func == (lhs: EqualInSelf, rhs: EqualInSelf) -> Bool { lhs.name == rhs.name }
}
@Model final class EqualIfLinux {
    var name: String
    init(_ name: String) { self.name = name }
    #if os(Linux)
        static func == (lhs: EqualIfLinux, rhs: EqualIfLinux) -> Bool { lhs.name == rhs.name }
    #endif
}
/// An operator of other operands is not that of the conformance.
@Model final class EqualToText {
    var name: String
    init(_ name: String) { self.name = name }
    static func == (lhs: EqualToText, rhs: String) -> Bool { lhs.name == rhs }
}
@Model final class StatedHashable: Hashable {
    var name: String
    init(_ name: String) { self.name = name }
    static func == (lhs: StatedHashable, rhs: StatedHashable) -> Bool { lhs.name == rhs.name }
    func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
@Model final class StatedInExtension {
    var name: String
    init(_ name: String) { self.name = name }
}
extension StatedInExtension: Equatable {
    static func == (lhs: StatedInExtension, rhs: StatedInExtension) -> Bool { lhs.name == rhs.name }
}

@Suite struct OwnEqualityTests {
    private func areEqual<T: Equatable>(_ lhs: T, _ rhs: T) -> Bool { lhs == rhs }
    private func areEqualModels<T: PersistentModel>(_ lhs: T, _ rhs: T) -> Bool { lhs == rhs }

    @Test func `an own operator needs no stated conformance`() {
        #expect(EqualByName("a") == EqualByName("a"))
        #expect(EqualByName("a") != EqualByName("b"))
        #expect(areEqual(EqualByName("a"), EqualByName("a")))
        #expect(areEqualModels(EqualByName("a"), EqualByName("a")))
        #expect(!areEqualModels(EqualByName("a"), EqualByName("b")))
        #expect([EqualByName("a")].contains(EqualByName("a")))
        #expect(EqualByName("a") as EqualByName? == EqualByName("a"))
    }

    @Test func `an own hash keeps the identity of models as their equality`() {
        let model = HashedByName("a")
        #expect(model == model)
        #expect(areEqual(model, model))
        #expect(!areEqual(model, HashedByName("a")))
        #expect(model.hashValue == HashedByName("a").hashValue)
        #expect(Set([model, HashedByName("a"), model]).count == 2)
    }

    @Test func `an own operator and an own hash work together`() {
        #expect(Set([EqualAndHashed("a"), EqualAndHashed("a"), EqualAndHashed("b")]).count == 2)
        #expect(areEqual(EqualAndHashed("a"), EqualAndHashed("a")))
    }

    @Test func `a class that is not final, a condition and a stated conformance have their operators`() {
        #expect(areEqual(EqualInSelf("a"), EqualInSelf("a")))
        #expect(areEqual(EqualIfLinux("a"), EqualIfLinux("a")))
        #expect(areEqual(StatedHashable("a"), StatedHashable("a")))
        #expect(areEqual(StatedInExtension("a"), StatedInExtension("a")))
        #expect(!areEqual(StatedInExtension("a"), StatedInExtension("b")))
    }

    @Test func `an operator of other operands leaves the identity as the equality`() {
        let model = EqualToText("a")
        #expect(model == "a")
        #expect(areEqual(model, model))
        #expect(!areEqual(model, EqualToText("a")))
    }

    @Test func `models that are equal by an own operator are different rows`() throws {
        let container = try refContainer(EqualByName.self)
        let context = ModelContext(container)
        let (one, two) = (EqualByName("a"), EqualByName("a"))
        context.insert(one)
        context.insert(two)
        try context.save()
        context.delete(one)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<EqualByName>()) == 1)
        #expect(two.modelContext === context)
        #expect(one.modelContext == nil)
    }
}
