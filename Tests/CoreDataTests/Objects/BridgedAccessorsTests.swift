import Foundation
import Testing

@testable import CoreData

/// Moments by their seconds since 2001.
enum Epoch: Double, CaseIterable {
    case start = 0
    case later = 86_400.5
}

/// The same, as numbers of fewer digits.
enum RoughEpoch: Float {
    case start = 0
    case later = 4_096.5
}

enum Mood: String {
    case glad, sad
}

final class Moment: NSManagedObject {
    var exact: Epoch? {
        get { value(at: 0, "exact") }
        set { setValue(newValue, at: 0, "exact") }
    }
    var mood: Mood? {
        get { value(at: 1, "mood") }
        set { setValue(newValue, at: 1, "mood") }
    }
    var required: Epoch {
        get { value(at: 2, "required") }
        set { setValue(newValue, at: 2, "required") }
    }
    var rough: RoughEpoch? {
        get { value(at: 3, "rough") }
        set { setValue(newValue, at: 3, "rough") }
    }
    var seconds: TimeInterval {
        get { value(at: 4, "seconds") }
        set { setValue(newValue, at: 4, "seconds") }
    }
    var single: Float {
        get { value(at: 5, "single") }
        set { setValue(newValue, at: 5, "single") }
    }

    static func model() -> NSManagedObjectModel {
        let entity = NSEntityDescription()
        entity.name = "Moment"
        entity.managedObjectClassName = NSStringFromClass(Moment.self)
        entity.properties =
            ["exact", "required", "rough", "seconds", "single"].map { NSManagedObjectModel.attribute($0, .date) } + [
                NSManagedObjectModel.attribute("mood", .transformable)
            ]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        return model
    }
}

/// Properties that are declared as numbers or enumerations of another type than the attribute's.
@Suite(.eachStore) struct BridgedAccessorsTests {
    @Test func numbersAndEnumerationsOfDates() throws {
        let store = try TestStore(model: Moment.model())
        let context = store.context()
        let look: @Sendable (Moment) -> Void = { moment in
            #expect(moment.exact == .later && moment.required == .later && moment.rough == .later)
            #expect(moment.seconds == 1_000.25 && moment.single == 0.5)
            #expect(moment.value(forKey: "exact") as? Date == Date(timeIntervalSinceReferenceDate: 86_400.5))
            #expect(moment.value(forKey: "rough") as? Date == Date(timeIntervalSinceReferenceDate: 4_096.5))
            #expect(moment.value(forKey: "single") as? Date == Date(timeIntervalSinceReferenceDate: 0.5))
            #expect(moment.mood == .sad)
            #expect(moment.value(forKey: "mood") as? String == "sad")
        }
        try context.performAndWait {
            let moment = Moment(context: context)
            #expect(moment.exact == nil && moment.required == .start && moment.rough == nil && moment.mood == nil)
            #expect(moment.seconds == 0 && moment.single == 0)
            (moment.exact, moment.required, moment.rough, moment.mood) = (.later, .later, .later, .sad)
            (moment.seconds, moment.single) = (1_000.25, 0.5)
            look(moment)
            try context.save()
            look(moment)
        }
        let other = store.context()
        try other.performAndWait {
            let moment = try #require(try other.fetch(NSFetchRequest<Moment>(entityName: "Moment")).first)
            look(moment)
            moment.exact = nil
            moment.mood = nil
            #expect(moment.exact == nil && moment.value(forKey: "exact") == nil && moment.mood == nil)
        }
    }

    /// A key path is read on an object that answers with marked values, which have to come back as
    /// what they were.
    @Test func keyPathsNameThem() {
        let model = Moment.model()
        func names(_ keyPath: AnyKeyPath) -> [String]? {
            KeyPathNames.resolve(keyPath, in: model.entitiesByName["Moment"]).names
        }
        #expect(names(\Moment.seconds) == ["seconds"])
        #expect(names(\Moment.single) == ["single"])
        #expect(names(\Moment.exact) == ["exact"])
        #expect(names(\Moment.required) == ["required"])
        #expect(names(\Moment.required.rawValue) == ["required"])
        #expect(names(\Moment.exact?.rawValue) == ["exact"])
    }
}
