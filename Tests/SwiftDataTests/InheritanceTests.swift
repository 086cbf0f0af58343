import Foundation
import SwiftData
import Testing

@Model class Vehicle {
    var name: String
    var wheels: Int = 4
    @Relationship(inverse: \Wheel.vehicle) var parts: [Wheel] = []

    init(name: String) { self.name = name }
}

@Model class Truck: Vehicle {
    var load: Double
    var plate: String?

    init(name: String, load: Double) {
        self.load = load
        super.init(name: name)
    }
}

@Model final class Tanker: Truck {
    var content: String = "water"

    override init(name: String, load: Double) { super.init(name: name, load: load) }
}

@Model final class Wheel {
    var size: Int
    var vehicle: Vehicle?

    init(size: Int) { self.size = size }
}

struct InheritanceTests {
    private func container() throws -> ModelContainer {
        try ModelContainer(
            for: Vehicle.self, Truck.self, Tanker.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    @Test func `a subclass has the properties of its superclass before and after it is stored`() throws {
        let container = try container()
        let context = ModelContext(container)
        let truck = Truck(name: "t", load: 7.5)
        #expect(truck.name == "t")
        #expect(truck.load == 7.5)
        #expect(truck.plate == nil)
        truck.plate = "UL-1"
        truck.wheels = 6
        context.insert(truck)
        #expect(truck.plate == "UL-1")
        try context.save()
        let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Truck>()).first)
        #expect(found.name == "t")
        #expect(found.wheels == 6)
        #expect(found.load == 7.5)
        #expect(found.plate == "UL-1")
    }

    @Test func `a fetch of the superclass returns instances of subclasses`() throws {
        let context = ModelContext(try container())
        context.insert(Vehicle(name: "a"))
        context.insert(Truck(name: "b", load: 1))
        context.insert(Tanker(name: "c", load: 2))
        try context.save()
        let all = try context.fetch(FetchDescriptor<Vehicle>(sortBy: [SortDescriptor(\.name)]))
        #expect(all.map { "\(type(of: $0))" } == ["Vehicle", "Truck", "Tanker"])
        #expect((all[2] as? Tanker)?.content == "water")
        #expect(try context.fetchCount(FetchDescriptor<Truck>()) == 2)
        try context.delete(model: Vehicle.self, includeSubclasses: false)
        #expect(try context.fetchCount(FetchDescriptor<Vehicle>()) == 2)
    }

    @Test func `a relationship of the superclass holds a subclass`() throws {
        let context = ModelContext(try container())
        let (tanker, wheel) = (Tanker(name: "c", load: 2), Wheel(size: 20))
        wheel.vehicle = tanker
        context.insert(wheel)
        #expect(tanker.modelContext === context)
        #expect(tanker.parts.map(\.size) == [20])
        try context.save()
        #expect(wheel.vehicle is Tanker)
    }
}
