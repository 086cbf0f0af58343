import CoreData
import ManagedBase
import Testing

@testable import ManagedApp

/// Every type that a managed property can have, read back from an object that another context made.
@Suite struct EveryTypeTests {
    let store: Store

    init() throws { store = try Store() }

    @Test func scalars() throws {
        try store.roundTrip { context in
            let object = Everything(context: context)
            object.int16 = -3
            object.otherInt16 = .max
            object.int32 = .min
            object.int64 = 1 << 40
            object.wide = 7
            object.double = 0.1
            object.float = 2.5
            object.bool = true
            object.interval = 86_400
            object.number = 12
            object.optionalInt64 = 5
            object.optionalBool = false
            object.optionalDouble = nil
            object.optionalNumber = 9
            return object
        } _: { (object: Everything) in
            #expect(object.int16 == -3)
            #expect(object.otherInt16 == .max)
            #expect(object.int32 == .min)
            #expect(object.int64 == 1 << 40)
            #expect(object.wide == 7)
            #expect(object.double == 0.1)
            #expect(object.float == 2.5)
            #expect(object.bool)
            #expect(object.interval == 86_400)
            #expect(object.number == 12)
            #expect(object.optionalInt64 == 5)
            #expect(object.optionalBool == false)
            #expect(object.optionalDouble == nil)
            #expect(object.optionalNumber == 9)
        }
    }

    @Test func valuesOfFoundation() throws {
        let uuid = UUID()
        let url = try #require(URL(string: "https://swift.org/a?b#c"))
        let date = Date(timeIntervalSinceReferenceDate: 123.25)
        let long = String(repeating: "long enough to be on the heap ", count: 9)
        let decimal = try #require(Decimal(string: "1234567.125"))
        try store.roundTrip { context in
            let object = Everything(context: context)
            object.string = long
            object.date = date
            object.data = Data([1, 2, 3])
            object.uuid = uuid
            object.url = url
            object.decimal = decimal
            object.decimalNumber = NSDecimalNumber(decimal: decimal)
            object.optionalString = "o"
            object.optionalDate = date
            object.optionalData = Data(repeating: 7, count: 1000)
            object.optionalUUID = uuid
            object.optionalURL = url
            object.optionalDecimal = decimal
            object.objectDate = date as NSDate
            object.objectString = "object"
            return object
        } _: { (object: Everything) in
            #expect(object.string == long)
            #expect(object.date == date)
            #expect(object.data == Data([1, 2, 3]))
            #expect(object.uuid == uuid)
            #expect(object.url == url)
            #expect(object.decimal == decimal)
            #expect(object.decimalNumber.decimalValue == decimal)
            #expect(object.optionalString == "o")
            #expect(object.optionalDate == date)
            #expect(object.optionalData?.count == 1000)
            #expect(object.optionalUUID == uuid)
            #expect(object.optionalURL == url)
            #expect(object.optionalDecimal == decimal)
            #expect(object.objectDate == date as NSDate)
            #expect(object.objectString == "object")
        }
    }

    @Test func nothing() throws {
        try store.roundTrip {
            Everything(context: $0)
        } _: { (object: Everything) in
            #expect(object.optionalString == nil)
            #expect(object.optionalDate == nil)
            #expect(object.optionalData == nil)
            #expect(object.optionalUUID == nil)
            #expect(object.optionalURL == nil)
            #expect(object.optionalDecimal == nil)
            #expect(object.optionalInt64 == nil)
            #expect(object.optionalTags == nil)
            #expect(object.scores == nil)
            #expect(object.image == nil)
            #expect(object.anything == nil)
            #expect(object.place == nil)
            #expect(object.shape == nil)
            #expect(object.optionalMood == nil)
            #expect(object.secondOrigin == nil)
            #expect(object.string == "")
            #expect(object.int64 == 0)
        }
    }

    @Test func transformables() throws {
        let settings = Everything.Settings(
            volume: 0.25, theme: .dark, places: [Place(latitude: 1, longitude: 2, name: "here")], isLoud: true,
            title: "a title that does not fit into a register")
        let picture = Picture(pixels: Data([9, 8]))
        try store.roundTrip { context in
            let object = Everything(context: context)
            object.tags = ["a"]
            object.tags.append("b")
            object.optionalTags = []
            object.scores = ["one": 1]
            object.scores?["two"] = 2
            object.image = picture
            object.anything = NSString(string: "any")
            object.place = Place(latitude: 47.5, longitude: 8.5, name: nil)
            object.place?.name = "Zürich"
            object.homes = [Place(latitude: 3, longitude: 4)]
            object.homes.append(Place(latitude: 5, longitude: 6, name: "second"))
            object.settings = settings
            object.settings.volume *= 2
            object.shape = .twice(.circle(radius: 3))
            return object
        } _: { (object: Everything) in
            #expect(object.tags == ["a", "b"])
            #expect(object.optionalTags == [])
            #expect(object.scores == ["one": 1, "two": 2])
            #expect(object.image?.pixels == Data([9, 8]))
            #expect(object.anything as? NSString == "any")
            #expect(object.place == Place(latitude: 47.5, longitude: 8.5, name: "Zürich"))
            #expect(object.homes.map(\.name) == [nil, "second"])
            #expect(object.settings.volume == 0.5)
            #expect(object.settings.theme == .dark)
            #expect(object.settings.places == settings.places)
            #expect(object.settings.title == settings.title)
            #expect(object.shape == .twice(.circle(radius: 3)))
        }
    }

    @Test func enumerations() throws {
        try store.roundTrip { context in
            let object = Everything(context: context)
            object.origin = .imported
            object.secondOrigin = 1
            object.mood = .wild
            object.optionalMood = .default
            object.rankIsHigh = true
            return object
        } _: { (object: Everything) in
            #expect(object.origin == .imported)
            #expect(object.value(forKey: "origin") as? NSNumber == 5)
            #expect(object.secondOrigin == 1)
            #expect(object.mood == .wild)
            #expect(object.value(forKey: "optionalMood") as? String == "usual")
            #expect(object.optionalMood == .default)
            #expect(object.rankIsHigh)
        }
    }

    @Test func accessInPlace() throws {
        let context = store.container.newBackgroundContext()
        context.performAndWait {
            let object = Everything(context: context)
            object.int64 += 40
            object.int64 += 2
            object.string += "abc"
            object.string.removeFirst()
            swap(&object.int16, &object.otherInt16)
            withUnsafeMutablePointer(to: &object.double) { $0.pointee = 4 }
            #expect(object.int64 == 42)
            #expect(object.string == "bc")
            #expect(object.double == 4)
        }
    }

    @Test func keyPaths() throws {
        let context = store.container.newBackgroundContext()
        context.performAndWait {
            let object = Everything(context: context)
            let string = \Everything.string
            let place: WritableKeyPath<Everything, Place?> = \.place
            object[keyPath: string] = "by key path"
            object[keyPath: string] += "!"
            var same = object
            same[keyPath: place] = Place(latitude: 1, longitude: 1)
            same[keyPath: \.place!.longitude] = 9
            #expect(object[keyPath: \.string.count] == 12)
            #expect(object.place?.longitude == 9)
            #expect([object].map(\.note) == [nil])
        }
    }

    @Test func namesOfKeyPaths() throws {
        #expect(NSSortDescriptor(keyPath: \Everything.string, ascending: true).key == "string")
        #expect(NSSortDescriptor(keyPath: \Everything.optionalDate, ascending: true).key == "optionalDate")
        #expect(NSSortDescriptor(keyPath: \Everything.createdAt, ascending: true).key == "createdAt")
        #expect(NSSortDescriptor(keyPath: \Everything.tags, ascending: true).key == "tags")
        #expect(NSSortDescriptor(keyPath: \Everything.mood, ascending: true).key == "mood")
        #expect(NSSortDescriptor(keyPath: \Match.team?.name, ascending: true).key == "team.name")
        #expect(NSSortDescriptor(keyPath: \Team.captain, ascending: true).key == "captain")
    }
}
