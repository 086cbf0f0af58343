import Foundation
import SwiftData
import Testing

@Suite struct AttributeValueTests {
    private func filled() -> RefValue {
        let value = RefValue("a")
        value.string = "käse 🧀"
        value.int = Int.min
        value.int16 = -16
        value.int32 = Int32.max
        value.int64 = Int64.max
        value.double = 0.1
        value.float = 1.5
        value.bool = true
        value.date = Date(timeIntervalSinceReferenceDate: 1234.5)
        value.uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!
        value.url = URL(string: "https://swift.org/a?b=c#d")!
        value.data = Data([0, 255, 1])
        value.decimal = Decimal(string: "12.345")!
        return value
    }

    private func expectFilled(_ value: RefValue) {
        #expect(value.string == "käse 🧀")
        #expect(value.int == Int.min)
        #expect(value.int16 == -16)
        #expect(value.int32 == Int32.max)
        #expect(value.int64 == Int64.max)
        #expect(value.double == 0.1)
        #expect(value.float == 1.5)
        #expect(value.bool)
        #expect(value.date == Date(timeIntervalSinceReferenceDate: 1234.5))
        #expect(value.uuid == UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!)
        #expect(value.url.absoluteString == "https://swift.org/a?b=c#d")
        #expect(value.data == Data([0, 255, 1]))
        #expect(value.decimal == Decimal(string: "12.345")!)
    }

    @Test func `a value of each type keeps its values without a context`() {
        expectFilled(filled())
    }

    @Test func `a value of each type is read by another context after a save`() throws {
        let container = try refContainer(RefValue.self)
        let context = ModelContext(container)
        let value = filled()
        context.insert(value)
        expectFilled(value)
        try context.save()
        expectFilled(value)
        expectFilled(try refReload(RefValue.self, container))
    }

    @Test func `a value of each type that is set after the save is stored by the next`() throws {
        let container = try refContainer(RefValue.self)
        let context = ModelContext(container)
        let value = RefValue("a")
        context.insert(value)
        try context.save()
        let source = filled()
        value.string = source.string
        value.int = source.int
        value.int16 = source.int16
        value.int32 = source.int32
        value.int64 = source.int64
        value.double = source.double
        value.float = source.float
        value.bool = source.bool
        value.date = source.date
        value.uuid = source.uuid
        value.url = source.url
        value.data = source.data
        value.decimal = source.decimal
        expectFilled(value)
        try context.save()
        expectFilled(try refReload(RefValue.self, container))
    }

    @Test func `an optional of each type is nil until it is set and nil again later`() throws {
        let container = try refContainer(RefMaybe.self)
        let context = ModelContext(container)
        let value = RefMaybe("a")
        context.insert(value)
        try context.save()
        func expectNil(_ value: RefMaybe) {
            #expect(value.string == nil)
            #expect(value.int == nil)
            #expect(value.int16 == nil)
            #expect(value.int32 == nil)
            #expect(value.int64 == nil)
            #expect(value.double == nil)
            #expect(value.float == nil)
            #expect(value.bool == nil)
            #expect(value.date == nil)
            #expect(value.uuid == nil)
            #expect(value.url == nil)
            #expect(value.data == nil)
            #expect(value.decimal == nil)
        }
        expectNil(try refReload(RefMaybe.self, container))
        let source = filled()
        value.string = source.string
        value.int = source.int
        value.int16 = source.int16
        value.int32 = source.int32
        value.int64 = source.int64
        value.double = source.double
        value.float = source.float
        value.bool = false
        value.date = source.date
        value.uuid = source.uuid
        value.url = source.url
        value.data = source.data
        value.decimal = source.decimal
        try context.save()
        let read = try refReload(RefMaybe.self, container)
        #expect(read.string == source.string)
        #expect(read.int == source.int)
        #expect(read.int16 == source.int16)
        #expect(read.int32 == source.int32)
        #expect(read.int64 == source.int64)
        #expect(read.double == source.double)
        #expect(read.float == source.float)
        #expect(read.bool == false)
        #expect(read.date == source.date)
        #expect(read.uuid == source.uuid)
        #expect(read.url == source.url)
        #expect(read.data == source.data)
        #expect(read.decimal == source.decimal)
        value.string = nil
        value.int = nil
        value.int16 = nil
        value.int32 = nil
        value.int64 = nil
        value.double = nil
        value.float = nil
        value.bool = nil
        value.date = nil
        value.uuid = nil
        value.url = nil
        value.data = nil
        value.decimal = nil
        expectNil(value)
        try context.save()
        expectNil(try refReload(RefMaybe.self, container))
    }

    @Test func `integers of every width keep their extremes`() throws {
        let container = try refContainer(RefOddInts.self)
        let context = ModelContext(container)
        context.insert(RefOddInts())
        try context.save()
        let read = try refReload(RefOddInts.self, container)
        #expect(read.int8 == -8)
        #expect(read.uint8 == 200)
        #expect(read.uint16 == 60_000)
        #expect(read.uint32 == 4_000_000_000)
        #expect(read.uint64 == 9_000_000_000)
        #expect(read.uint == 7)
    }

    @Test(arguments: [false, true]) func `a predicate finds a value of each type`(saved: Bool) throws {
        let context = ModelContext(try refContainer(RefValue.self))
        let one = filled()
        let other = RefValue("b")
        context.insert(one)
        context.insert(other)
        if saved { try context.save() }
        func keys(_ predicate: Predicate<RefValue>) throws -> [String] {
            try context.fetch(FetchDescriptor(predicate: predicate)).map(\.key)
        }
        let (date, uuid, url, data, decimal) = (one.date, one.uuid, one.url, one.data, one.decimal)
        let text = one.string
        #expect(try keys(#Predicate { $0.string == text }) == ["a"])
        #expect(try keys(#Predicate { $0.int < 0 }) == ["a"])
        #expect(try keys(#Predicate { $0.int16 == -16 }) == ["a"])
        #expect(try keys(#Predicate { $0.int32 > 5 }) == ["a"])
        #expect(try keys(#Predicate { $0.int64 != 0 }) == ["a"])
        #expect(try keys(#Predicate { $0.double == 0.1 }) == ["a"])
        #expect(try keys(#Predicate { $0.float >= 1.5 }) == ["a"])
        #expect(try keys(#Predicate { $0.bool }) == ["a"])
        #expect(try keys(#Predicate { !$0.bool }) == ["b"])
        #expect(try keys(#Predicate { $0.date == date }) == ["a"])
        #expect(try keys(#Predicate { $0.date < date }) == ["b"])
        #expect(try keys(#Predicate { $0.uuid == uuid }) == ["a"])
        #expect(try keys(#Predicate { $0.url == url }) == ["a"])
        #expect(try keys(#Predicate { $0.data == data }) == ["a"])
        #expect(try keys(#Predicate { $0.decimal == decimal }) == ["a"])
        #expect(try keys(#Predicate { $0.decimal < decimal }) == ["b"])
    }

    @Test(arguments: [false, true]) func `a predicate finds nil and values of optionals`(saved: Bool) throws {
        let context = ModelContext(try refContainer(RefMaybe.self))
        let one = RefMaybe("a")
        let now = Date(timeIntervalSinceReferenceDate: 99)
        one.string = "x"
        one.int = 3
        one.date = now
        one.decimal = Decimal(string: "0.5")!
        one.bool = true
        let other = RefMaybe("b")
        context.insert(one)
        context.insert(other)
        if saved { try context.save() }
        func keys(_ predicate: Predicate<RefMaybe>) throws -> [String] {
            try context.fetch(FetchDescriptor(predicate: predicate)).map(\.key)
        }
        #expect(try keys(#Predicate { $0.string == nil }) == ["b"])
        #expect(try keys(#Predicate { $0.string != nil }) == ["a"])
        #expect(try keys(#Predicate { $0.string == "x" }) == ["a"])
        #expect(try keys(#Predicate { $0.string != "x" }) == ["b"])
        #expect(try keys(#Predicate { ($0.int ?? 0) == 3 }) == ["a"])
        #expect(try keys(#Predicate { ($0.int ?? 7) == 7 }) == ["b"])
        #expect(try keys(#Predicate { $0.date == now }) == ["a"])
        #expect(try keys(#Predicate { $0.date == nil }) == ["b"])
        #expect(try keys(#Predicate { $0.decimal != nil }) == ["a"])
        #expect(try keys(#Predicate { $0.bool == true }) == ["a"])
        #expect(try keys(#Predicate { $0.bool == nil }) == ["b"])
    }

    @Test(arguments: [false, true]) func `values of each comparable type sort`(saved: Bool) throws {
        let context = ModelContext(try refContainer(RefValue.self))
        for (key, number) in [("b", 2), ("c", 3), ("a", 1)] {
            let value = RefValue(key)
            value.string = key
            value.int = number
            value.int16 = Int16(number)
            value.int64 = Int64(number)
            value.double = Double(number)
            value.float = Float(number)
            value.date = Date(timeIntervalSinceReferenceDate: Double(number))
            value.decimal = Decimal(number)
            context.insert(value)
        }
        if saved { try context.save() }
        func keys(_ sort: SortDescriptor<RefValue>) throws -> String {
            try context.fetch(FetchDescriptor(sortBy: [sort])).map(\.key).joined()
        }
        #expect(try keys(SortDescriptor(\.string)) == "abc")
        #expect(try keys(SortDescriptor(\.int)) == "abc")
        #expect(try keys(SortDescriptor(\.int16, order: .reverse)) == "cba")
        #expect(try keys(SortDescriptor(\.int64)) == "abc")
        #expect(try keys(SortDescriptor(\.double, order: .reverse)) == "cba")
        #expect(try keys(SortDescriptor(\.float)) == "abc")
        #expect(try keys(SortDescriptor(\.date, order: .reverse)) == "cba")
        #expect(try keys(SortDescriptor(\.decimal)) == "abc")
    }

    @Test func `enums of every kind survive a save`() throws {
        let container = try refContainer(RefEnums.self)
        let context = ModelContext(container)
        let model = RefEnums()
        context.insert(model)
        try context.save()
        let fresh = try refReload(RefEnums.self, container)
        #expect(fresh.level == .low)
        #expect(fresh.color == .red)
        #expect(fresh.plain == .first)
        #expect(fresh.payload == .none)
        #expect(fresh.maybeLevel == nil)
        #expect(fresh.maybeColor == .green)
        #expect(fresh.maybePlain == nil)
        #expect(fresh.maybePayload == nil)
        model.level = .high
        model.color = .green
        model.plain = .second
        model.payload = .pair(4, label: "four")
        model.maybeLevel = .middle
        model.maybeColor = nil
        model.maybePlain = .first
        model.maybePayload = .text("t")
        try context.save()
        let read = try refReload(RefEnums.self, container)
        #expect(read.level == .high)
        #expect(read.color == .green)
        #expect(read.plain == .second)
        #expect(read.payload == .pair(4, label: "four"))
        #expect(read.maybeLevel == .middle)
        #expect(read.maybeColor == nil)
        #expect(read.maybePlain == .first)
        #expect(read.maybePayload == RefPayload.text("t"))
    }

    @Test(arguments: [false, true])
    func `a predicate compares with a captured enum constant`(saved: Bool) throws {
        let context = ModelContext(try refContainer(RefEnums.self))
        let high = RefEnums()
        high.level = .high
        high.color = .green
        high.plain = .second
        high.maybeLevel = .high
        context.insert(high)
        context.insert(RefEnums())
        if saved { try context.save() }
        let (level, color, plain) = (RefLevel.high, RefColor.green, RefPlain.second)
        func count(_ predicate: Predicate<RefEnums>) throws -> Int {
            try context.fetchCount(FetchDescriptor(predicate: predicate))
        }
        #expect(try count(#Predicate { $0.level == level }) == 1)
        #expect(try count(#Predicate { $0.level != level }) == 1)
        #expect(try count(#Predicate { $0.color == color }) == 1)
        #expect(try count(#Predicate { $0.plain == plain }) == 1)
        #expect(try count(#Predicate { $0.maybeLevel == level }) == 1)
        #expect(try count(#Predicate { $0.maybeLevel == nil }) == 1)
    }

    @Test func `structs of every shape survive a save`() throws {
        let container = try refContainer(RefStructs.self)
        let context = ModelContext(container)
        let model = RefStructs("a")
        context.insert(model)
        try context.save()
        let fresh = try refReload(RefStructs.self, container)
        #expect(fresh.place == RefPlace(city: "Rome", zip: nil))
        #expect(fresh.maybePlace == nil)
        #expect(fresh.keyed == RefKeyed(title: "a", weight: 1))
        #expect(fresh.outer == nil)
        #expect(fresh.custom == RefCustom(degrees: 1))
        #expect(fresh.maybeCustom == nil)
        #expect(fresh.holder == nil)
        let outer = RefOuter(
            name: "o", place: RefPlace(city: "Oslo", zip: 1), tags: ["x", "y"], places: [RefPlace(city: "Bern", zip: nil)],
            level: .middle)
        model.place = RefPlace(city: "Kyiv", zip: 5)
        model.maybePlace = RefPlace(city: "Lima", zip: nil)
        model.keyed = RefKeyed(title: "b", weight: 2.5)
        model.outer = outer
        model.custom = RefCustom(degrees: 40)
        model.maybeCustom = RefCustom(degrees: 50)
        model.holder = RefPayloadHolder(payload: .pair(1, label: "l"))
        try context.save()
        let read = try refReload(RefStructs.self, container)
        #expect(read.place == RefPlace(city: "Kyiv", zip: 5))
        #expect(read.maybePlace == RefPlace(city: "Lima", zip: nil))
        #expect(read.keyed == RefKeyed(title: "b", weight: 2.5))
        #expect(read.outer == outer)
        #expect(read.custom == RefCustom(degrees: 40))
        #expect(read.maybeCustom == RefCustom(degrees: 50))
        #expect(read.holder == RefPayloadHolder(payload: .pair(1, label: "l")))
    }

    @Test func `a model with a struct whose fields are all nil can be changed after it was read`() throws {
        let container = try refContainer(RefScreen.self)
        let context = ModelContext(container)
        context.insert(RefScreen("a"))
        try context.save()
        let other = ModelContext(container)
        let read = try #require(try other.fetch(FetchDescriptor<RefScreen>()).first)
        #expect(read.filter == RefFilter())
        read.name = "b"
        try other.save()
        read.filter.minimum = 3
        try other.save()
        #expect(try refReload(RefScreen.self, container).filter == RefFilter(minimum: 3))
        read.filter.minimum = nil
        try other.save()
        #expect(try refReload(RefScreen.self, container).filter == RefFilter())
    }

    @Test func `a field of a struct can be changed in place`() throws {
        let container = try refContainer(RefStructs.self)
        let context = ModelContext(container)
        let model = RefStructs("a")
        context.insert(model)
        try context.save()
        model.place.zip = 77
        #expect(context.hasChanges)
        #expect(model.hasChanges)
        try context.save()
        #expect(try refReload(RefStructs.self, container).place == RefPlace(city: "Rome", zip: 77))
        model.maybePlace = RefPlace(city: "Riga", zip: 1)
        model.maybePlace?.city = "Graz"
        try context.save()
        #expect(try refReload(RefStructs.self, container).maybePlace == RefPlace(city: "Graz", zip: 1))
        model.maybePlace = nil
        try context.save()
        #expect(try refReload(RefStructs.self, container).maybePlace == nil)
    }

    @Test(arguments: [false, true])
    func `predicates and sorts read fields of structs`(saved: Bool) throws {
        let context = ModelContext(try refContainer(RefStructs.self))
        for (key, city) in [("b", "Bonn"), ("a", "Aachen")] {
            let model = RefStructs(key)
            model.place = RefPlace(city: city, zip: key == "a" ? 1 : nil)
            model.maybePlace = key == "a" ? RefPlace(city: city, zip: nil) : nil
            model.keyed = RefKeyed(title: key, weight: 1)
            context.insert(model)
        }
        if saved { try context.save() }
        func keys(_ predicate: Predicate<RefStructs>) throws -> [String] {
            try context.fetch(FetchDescriptor(predicate: predicate)).map(\.key)
        }
        #expect(try keys(#Predicate { $0.place.city == "Bonn" }) == ["b"])
        #expect(try keys(#Predicate { $0.place.zip == nil }) == ["b"])
        #expect(try keys(#Predicate { $0.maybePlace?.city == "Aachen" }) == ["a"])
        #expect(try keys(#Predicate { $0.maybePlace == nil }) == ["b"])
        #expect(try keys(#Predicate { $0.maybePlace != nil }) == ["a"])
        #expect(try keys(#Predicate { $0.keyed.title == "b" }) == ["b"])
        let sorted = try context.fetch(FetchDescriptor<RefStructs>(sortBy: [SortDescriptor(\.place.city)]))
        #expect(sorted.map(\.key) == ["a", "b"])
    }

    @Test func `arrays dictionaries and sets survive a save and keep their order`() throws {
        let container = try refContainer(RefLists.self)
        let context = ModelContext(container)
        let model = RefLists()
        context.insert(model)
        try context.save()
        let fresh = try refReload(RefLists.self, container)
        #expect(fresh.strings == [])
        #expect(fresh.maybeStrings == nil)
        #expect(fresh.map == [:])
        model.strings = ["z", "a", "z"]
        model.strings.append("b")
        model.ints = [3, 1]
        model.dates = [Date(timeIntervalSinceReferenceDate: 5)]
        model.maybeStrings = []
        model.places = [RefPlace(city: "P", zip: nil), RefPlace(city: "Q", zip: 2)]
        model.levels = [.high, .low]
        model.map["one"] = 1
        model.maybeMap = ["k": nil, "l": "m"]
        model.set = [1, 2]
        try context.save()
        let read = try refReload(RefLists.self, container)
        #expect(read.strings == ["z", "a", "z", "b"])
        #expect(read.ints == [3, 1])
        #expect(read.dates == [Date(timeIntervalSinceReferenceDate: 5)])
        #expect(read.maybeStrings == [])
        #expect(read.places == [RefPlace(city: "P", zip: nil), RefPlace(city: "Q", zip: 2)])
        #expect(read.levels == [.high, .low])
        #expect(read.map == ["one": 1])
        #expect(read.maybeMap == ["k": nil, "l": "m"])
        #expect(read.set == [1, 2])
    }

    @Test(arguments: [false, true])
    func `a filter through an array of strings works or throws`(saved: Bool) throws {
        let context = ModelContext(try refContainer(RefLists.self))
        let model = RefLists()
        model.strings = ["x"]
        context.insert(model)
        context.insert(RefLists())
        if saved { try context.save() }
        let found = try? context.fetch(FetchDescriptor<RefLists>(predicate: #Predicate { $0.strings.contains("x") }))
        if let found { #expect(found == [model]) }
    }
}
