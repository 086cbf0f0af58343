import Foundation
import SwiftData
import Testing

@Model class RefVehicle {
    var name: String
    var wheels: Int = 4
    var garage: RefGarage?
    init(name: String) { self.name = name }
}
@Model final class RefTruck: RefVehicle {
    var load: Double
    init(name: String, load: Double) {
        self.load = load
        super.init(name: name)
    }
}
@Model final class RefGarage {
    var name: String
    @Relationship(inverse: \RefVehicle.garage) var vehicles: [RefVehicle] = []
    init(_ name: String) { self.name = name }
}

@Suite struct BaseClassFetchTests {
    private func filled() throws -> (ModelContainer, ModelContext) {
        let container = try refContainer(RefVehicle.self, RefTruck.self, RefGarage.self)
        let context = ModelContext(container)
        let garage = RefGarage("g")
        garage.vehicles = [RefVehicle(name: "car"), RefTruck(name: "truck", load: 7)]
        context.insert(garage)
        return (container, context)
    }

    @Test func `a fetch of the base gives models of subclasses`() throws {
        let (container, context) = try filled()
        for context in [context, ModelContext(container)] {
            let all = try context.fetch(FetchDescriptor<RefVehicle>(sortBy: [SortDescriptor(\.name)]))
            #expect(all.map(\.name) == ["car", "truck"])
            #expect((all.last as? RefTruck)?.load == 7)
            #expect(!(all.first is RefTruck))
            #expect(try context.fetch(FetchDescriptor<RefTruck>()).map(\.wheels) == [4])
            try context.save()
        }
        let garage = try refReload(RefGarage.self, container)
        #expect(Set(garage.vehicles.map(\.name)) == ["car", "truck"])
        #expect(garage.vehicles.contains { $0 is RefTruck })
    }

    @Test(arguments: [false, true])
    func `predicates ask for a subclass and for inherited values`(saved: Bool) throws {
        let (_, context) = try filled()
        if saved { try context.save() }
        let trucks = try context.fetch(FetchDescriptor<RefVehicle>(predicate: #Predicate { $0 is RefTruck }))
        #expect(trucks.map(\.name) == ["truck"])
        let named = try context.fetch(FetchDescriptor<RefTruck>(predicate: #Predicate { $0.name == "truck" && $0.load > 5 }))
        #expect(named.map(\.load) == [7])
    }

    @Test func `a delete without subclasses touches exact rows only`() throws {
        let (container, context) = try filled()
        try context.save()
        try context.delete(model: RefVehicle.self, includeSubclasses: false)
        try context.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<RefVehicle>()).map(\.name) == ["truck"])
        try context.delete(model: RefVehicle.self)
        try context.save()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<RefVehicle>()) == 0)
    }
}
