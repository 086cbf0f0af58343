import CoreData
import Foundation
import Testing

@testable import SwiftData

@Suite struct ValueKindTests {
    enum Level: Int, Codable { case low = 1, high }
    enum Color: Codable, Equatable { case red, green, blue }
    enum Shape: Codable, Equatable {
        case circle(radius: Double)
        case point
    }
    struct Home: Codable, Equatable {
        var street: String
        var number: Int
        var city: String?
        var level: Level
        var tags: [String]
        var shape: Shape?
    }
    struct Remark: Codable, Equatable {
        var text: String?
        var rank: Int?
    }
    @MainActor enum Phase: String, @MainActor Codable { case open, closed }
    @MainActor struct Seat: @MainActor Codable {
        var row: Int
        var number: Int?
    }
    final class Reference: Codable {}
    struct Holder: Codable {
        var name: String
        var reference: Reference
    }
    struct Flags: OptionSet, Codable {
        let rawValue: Int
    }

    private func kind<Value>(
        _ type: Value.Type, named name: String = "value", _ options: Schema.Attribute.Option...
    ) throws -> ValueKind {
        try #require(ValueKind.kind(of: type, named: name, options: options))
    }

    /// Encodes a value and decodes the stored object.
    private func copy<Value>(_ value: Value, _ options: Schema.Attribute.Option...) throws -> Value? {
        let kind = try #require(ValueKind.kind(of: Value.self, named: "value", options: options))
        return kind.decode(kind.encode(value), as: Value.self)
    }

    // MARK: Scalars

    private let scalars: [(type: any Any.Type, stored: NSAttributeType)] = [
        (Int.self, .integer64AttributeType), (Int64.self, .integer64AttributeType), (Int32.self, .integer32AttributeType),
        (Int16.self, .integer16AttributeType), (Int8.self, .integer16AttributeType), (UInt8.self, .integer16AttributeType),
        (UInt16.self, .integer32AttributeType), (UInt32.self, .integer64AttributeType), (UInt64.self, .integer64AttributeType),
        (Double.self, .doubleAttributeType), (Float.self, .floatAttributeType), (Bool.self, .booleanAttributeType),
        (String.self, .stringAttributeType), (Date.self, .dateAttributeType), (UUID.self, .UUIDAttributeType),
        (URL.self, .URIAttributeType), (Data.self, .binaryDataAttributeType), (Decimal.self, .decimalAttributeType),
        (CGFloat.self, .doubleAttributeType),
    ]

    @Test func `a scalar has the Core Data type that holds all of its values`() throws {
        for (type, stored) in scalars {
            let kind = try #require(ValueKind.kind(of: type, named: "value"))
            #expect(kind.storage == .scalar(stored))
            #expect(!kind.isOptional)
        }
    }

    @Test func `a scalar survives`() throws {
        #expect(try copy("text") == "text")
        #expect(try copy(-3) == -3)
        #expect(try copy(Int8.min) == .min)
        #expect(try copy(UInt64.max) == .max)
        #expect(try copy(Float(0.1)) == 0.1)
        #expect(try copy(CGFloat(0.1)) == 0.1)
        #expect(try copy(true) == true)
        #expect(try copy(Decimal(string: "1.10")) == Decimal(string: "1.10"))
    }

    @Test func `a scalar is decoded from a number object`() throws {
        #expect(try kind(Int.self).decode(NSNumber(value: 7), as: Int.self) == 7)
        #expect(try kind(Int8.self).decode(NSNumber(value: 7), as: Int8.self) == 7)
        #expect(try kind(Float.self).decode(NSNumber(value: 0.5), as: Float.self) == 0.5)
        #expect(try kind(Bool.self).decode(NSNumber(value: true), as: Bool.self) == true)
    }

    @Test func `a number out of range reads as nil`() throws {
        #expect(try kind(Int8.self).decode(300, as: Int8.self) == nil)
        #expect(try kind(UInt32.self).decode(-1, as: UInt32.self) == nil)
    }

    @Test func `a value of another type reads as nil`() throws {
        #expect(try kind(Int.self).decode("7", as: Int.self) == nil)
        #expect(try kind(String.self).decode(7, as: String.self) == nil)
        #expect(try kind(Int.self).decode(nil, as: Int.self) == nil)
    }

    @Test func `an integer literal is a default value of other numbers`() throws {
        #expect(try kind(Double.self).encodeAny(1) as? Double == 1)
        #expect(try kind(Float?.self).encodeAny(1) as? Float == 1)
        #expect(try kind(Int16.self).encodeAny(1) as? Int == 1)
        #expect(try kind(Decimal.self).encodeAny(1) as? Decimal == 1)
        #expect(try kind([Double].self).encodeAny([1, 2]) as? [Double] == [1, 2])
    }

    // MARK: Optionals

    @Test func `an optional is stored as what it wraps`() throws {
        let kind = try kind(String?.self)
        #expect(kind.storage == .scalar(.stringAttributeType))
        #expect(kind.isOptional)
        #expect(kind.encode(String?.some("a")) as? String == "a")
    }

    @Test func `nil is stored as null and reads as nil`() throws {
        let kind = try kind(String?.self)
        #expect(kind.encode(String?.none) == nil)
        #expect(kind.decode(nil, as: String?.self) == .some(nil))
    }

    @Test func `a stored value that does not fit an optional is told apart from null`() throws {
        #expect(try kind(Int?.self).decode("text", as: Int?.self) == nil)
    }

    // MARK: Enumerations

    @Test func `an enumeration with raw values is a composite of one element with its name`() throws {
        let kind = try kind(Level.self, named: "level")
        #expect(kind.storage == .rawValue(.integer64AttributeType))
        #expect(kind.elements.map(\.name) == ["level"])
        #expect(kind.encode(Level.high) as? [String: Int] == ["level": 2])
        #expect(kind.decode(["level": NSNumber(value: 2)], as: Level.self) == .high)
    }

    @Test func `an unknown raw value reads as nil`() throws {
        #expect(try kind(Level.self, named: "level").decode(["level": 9], as: Level.self) == nil)
    }

    @Test func `an optional enumeration without a raw value reads as nil`() throws {
        let kind = try kind(Level?.self, named: "level")
        #expect(kind.decode([String: Any](), as: Level?.self) == .some(nil))
        #expect(kind.decode(nil, as: Level?.self) == .some(nil))
    }

    @Test(arguments: [Color.red, .green, .blue])
    func `an enumeration without raw values has an element for each case`(color: Color) throws {
        let kind = try kind(Color.self)
        #expect(kind.storage == .cases(["red", "green", "blue"]))
        #expect(kind.encode(color) as? [String: String] == ["\(color)": "\(color)"])
        #expect(try copy(color) == color)
    }

    @Test func `an unknown case reads as nil`() throws {
        #expect(try kind(Color.self).decode(["black": "black"], as: Color.self) == nil)
    }

    @Test func `an enumeration with payloads is JSON`() throws {
        #expect(try kind(Shape.self).storage == .json)
        #expect(try copy(Shape.circle(radius: 2)) == .circle(radius: 2))
        #expect(try copy(Shape.point) == .point)
    }

    // MARK: Structures

    private let home = Home(
        street: "Elm", number: 4, city: "Lucerne", level: .high, tags: ["a", "b"], shape: .circle(radius: 1))

    @Test func `a structure has an element for each stored property`() throws {
        let kind = try kind(Home.self)
        #expect(kind.storage == .composite)
        #expect(kind.elements.map(\.name) == ["street", "number", "city", "level", "tags", "shape"])
        #expect(kind.elements.map(\.isOptional) == [false, false, true, false, false, true])
        #expect(
            kind.elements.map(\.storage) == [
                .scalar(.stringAttributeType), .scalar(.integer64AttributeType), .scalar(.stringAttributeType),
                .scalar(.integer64AttributeType), .json, .json,
            ])
    }

    @Test func `a structure survives`() throws {
        #expect(try copy(home) == home)
    }

    @Test func `nested arrays of a structure are JSON text`() throws {
        let stored = try #require(try kind(Home.self).encode(home) as? [String: Any])
        #expect(stored["tags"] as? Data == Data(#"["a","b"]"#.utf8))
    }

    @Test func `null elements of a structure are left out and read as nil`() throws {
        var bare = home
        bare.city = nil
        bare.shape = nil
        let stored = try #require(try kind(Home.self).encode(bare) as? [String: Any])
        #expect(Set(stored.keys) == ["street", "number", "level", "tags"])
        #expect(try copy(bare) == bare)
    }

    @Test func `a structure without a required element reads as nil`() throws {
        #expect(try kind(Home.self).decode(["street": "Elm"], as: Home.self) == nil)
    }

    @Test func `an optional structure without elements reads as nil`() throws {
        let kind = try kind(Home?.self)
        #expect(Set(kind.elements.map(\.isOptional)) == [true])
        #expect(kind.decode([String: Any](), as: Home?.self) == .some(nil))
        #expect(try copy(Home?.some(home)) == home)
    }

    @Test func `an optional structure that lacks a required element has an empty value for it`() throws {
        let kind = try kind(Home?.self)
        #expect(
            kind.decode(["street": "Elm"], as: Home?.self)
                == .some(Home(street: "Elm", number: 0, city: nil, level: .low, tags: [], shape: nil)))
        // One that does not fit is not missing.
        #expect(kind.decode(["street": "Elm", "number": "x"], as: Home?.self) == nil)
    }

    @Test func `an optional structure without required elements is not nil if it has none`() throws {
        let kind = try kind(Remark?.self)
        #expect(try copy(Remark?.some(Remark())) == .some(Remark()))
        #expect(kind.decode(nil, as: Remark?.self) == .some(nil))
    }

    @Test func `a structure with a reference is JSON`() throws {
        #expect(try kind(Holder.self).storage == .json)
    }

    @Test func `a structure with hidden storage of the standard library is JSON`() throws {
        #expect(try kind(Set<String>.self).storage == .json)
        #expect(try kind([String: Int].self).storage == .json)
        #expect(try copy(["a": 1]) == ["a": 1])
    }

    @Test func `an option set has its raw value as an element`() throws {
        #expect(try kind(Flags.self).elements.map(\.name) == ["rawValue"])
        #expect(try copy(Flags(rawValue: 5)) == Flags(rawValue: 5))
    }

    @Test func `types whose conformances are isolated to the main actor are stored on other threads`() async {
        await Task.detached {
            let phase = ValueKind.kind(of: Phase.self, named: "phase")
            #expect(phase?.storage == .rawValue(.stringAttributeType))
            #expect(phase?.decode(["phase": "closed"]) as? Phase == .some(.closed))
            let seat = ValueKind.kind(of: Seat.self, named: "seat")
            #expect(seat?.storage == .composite)
            #expect((seat?.decode(["row": 3]) as? Seat)?.row == 3)
            let seats = ValueKind.kind(of: [Seat].self, named: "seats")
            #expect(seats?.storage == .json)
            #expect((seats?.decode(Data(#"[{"row":4}]"#.utf8)) as? [Seat])?.first?.row == 4)
            #expect(seats?.encodeAny([Seat(row: 5)]) as? Data == Data(#"[{"row":5}]"#.utf8))
        }.value
    }

    // MARK: Arrays

    @Test func `an array of scalars is an archive`() throws {
        #expect(try kind([String].self).storage == .archive)
        #expect(try kind([Int]?.self).storage == .archive)
        #expect(try copy(["a", "b"]) == ["a", "b"])
        #expect(try copy([UInt64.max]) == [.max])
        #expect(try copy([Int]?.none) == .some(nil))
    }

    @Test func `an array of other values is JSON`() throws {
        #expect(try kind([Home].self).storage == .json)
        #expect(try kind([Level].self).storage == .json)
        #expect(try kind([String?].self).storage == .json)
        #expect(try copy([home]) == [home])
    }

    // MARK: Options

    @Test func `codable makes JSON of any type`() throws {
        #expect(try kind(Home.self, .codable).storage == .json)
        #expect(try copy(home, .codable) == home)
    }

    @Test func `a transformable value is not converted`() throws {
        let kind = try kind(NSString?.self, .transformable(by: "Names"))
        #expect(kind.storage == .transformer("Names"))
        #expect(kind.encode(NSString?.some("a")) as? NSString == "a")
    }

    @Test func `an ephemeral value that is not scalar stays in memory`() throws {
        #expect(try kind([Int].self, .ephemeral).storage == .memory)
        #expect(try kind(Int.self, .ephemeral).storage == .scalar(.integer64AttributeType))
    }

    @Test func `infinity survives in JSON`() throws {
        #expect(try copy(["x": Double.infinity]) == ["x": .infinity])
    }

    @Test func `a type that is not Codable cannot be stored`() {
        #expect(ValueKind.kind(of: NSObject.self, named: "value") == nil)
    }
}
