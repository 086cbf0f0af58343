import Foundation
import SwiftData
import Testing

/// The first version of models with structures.
enum ErrandsV1 {
    struct Address: Codable, Equatable {
        var street: String
        var city: String
    }

    struct Leg: Codable, Equatable {
        var from: String
    }

    @Model final class Errand {
        var number: Int
        var address: Address?
        var legs: [Leg] = []

        init(number: Int, address: Address?, legs: [Leg] = []) {
            self.number = number
            self.address = address
            self.legs = legs
        }
    }
}

/// Both structures have gained a required property.
enum ErrandsV2 {
    struct Address: Codable, Equatable {
        var street: String
        var city: String
        var zip: String = ""
    }

    struct Leg: Codable, Equatable {
        var from: String
        var to: String
    }

    @Model final class Errand {
        var number: Int
        var address: Address?
        var legs: [Leg] = []

        init(number: Int) { self.number = number }
    }
}

/// An optional structure without required properties.
struct ErrandDetails: Codable, Equatable {
    var note: String?
    var count: Int?
}

@Model final class DetailedErrand {
    var details: ErrandDetails?

    init() {}
}

/// Values of structures that were stored before the structure was changed, or without any property.
@Suite struct StructureVersionTests {
    private func url(_ folder: StoreFolder) -> URL { folder.url.appending(path: "errands.store") }

    private func fill(_ folder: StoreFolder) throws {
        let container = try ModelContainer(for: ErrandsV1.Errand.self, configurations: ModelConfiguration(url: url(folder)))
        let context = ModelContext(container)
        for number in 1...2 {
            context.insert(
                ErrandsV1.Errand(
                    number: number, address: ErrandsV1.Address(street: "Elm", city: "Rome"),
                    legs: [ErrandsV1.Leg(from: "here \(number)")]))
        }
        context.insert(ErrandsV1.Errand(number: 3, address: nil))
        try context.save()
    }

    @Test func `an optional structure that has gained a property keeps the others`() throws {
        typealias Errand = ErrandsV2.Errand
        let folder = try StoreFolder()
        try fill(folder)
        let container = try ModelContainer(for: Errand.self, configurations: ModelConfiguration(url: url(folder)))
        let context = ModelContext(container)
        let errands = try context.fetch(FetchDescriptor<Errand>(sortBy: [SortDescriptor(\.number)]))
        let old = ErrandsV2.Address(street: "Elm", city: "Rome", zip: "")
        #expect(errands.map(\.address) == [old, old, nil])
        #expect(try context.fetchCount(FetchDescriptor<Errand>(predicate: #Predicate { $0.address != nil })) == 2)
        errands[0].address?.zip = "00100"
        try context.save()
        let read = try ModelContext(container).fetch(FetchDescriptor<Errand>(sortBy: [SortDescriptor(\.number)]))
        #expect(read.first?.address == ErrandsV2.Address(street: "Elm", city: "Rome", zip: "00100"))
    }

    @Test func `JSON that the type no longer accepts is reported once for its property`() async throws {
        let folder = try StoreFolder()
        try fill(folder)
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [path = url(folder).path as String] in
            let container = try ModelContainer(
                for: ErrandsV2.Errand.self, configurations: ModelConfiguration(url: URL(filePath: path)))
            for errand in try ModelContext(container).fetch(FetchDescriptor<ErrandsV2.Errand>()) {
                precondition(errand.legs.isEmpty)
            }
        }
        let log = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let lines = log.split(separator: "\n").filter { $0.contains("A stored value of the property 'legs' is no") }
        #expect(lines.count == 1)
    }

    @Test func `an optional structure whose properties are all nil is not nil until its row is read again`() throws {
        let container = try refContainer(DetailedErrand.self)
        let context = ModelContext(container)
        let errand = DetailedErrand()
        context.insert(errand)
        #expect(errand.details == nil)
        errand.details = ErrandDetails()
        #expect(errand.details == ErrandDetails())
        errand.details?.note = "x"
        #expect(errand.details?.note == "x")
        try context.save()
        #expect(try refReload(DetailedErrand.self, container).details == ErrandDetails(note: "x"))
        errand.details?.note = nil
        #expect(errand.details == ErrandDetails())
        errand.details = nil
        #expect(errand.details == nil)
        try context.save()
        #expect(try refReload(DetailedErrand.self, container).details == nil)
    }
}
