import Foundation
import SwiftData

/// The model classes of the benchmarks, in a namespace because a `Quake` is the row that every
/// contestant stores.
enum QuakeModels {
    /// A `Quake` as a model, with the attributes, the constraint and the index of `StoredQuake`.
    @Model final class Quake {
        #Index<Quake>([\.time])
        @Attribute(.unique) var code: String
        var magnitude: Float
        var place: String
        var time: Date

        init(code: String, magnitude: Float, place: String, time: Date) {
            self.code = code
            self.magnitude = magnitude
            self.place = place
            self.time = time
        }
    }
}

/// Strata with models that are inserted into a context and saved.
struct SwiftDataQuakes: QuakeStore {
    static let query = CoreDataQuakes.query

    let container: ModelContainer

    init(at file: URL) throws {
        container = try ModelContainer(for: QuakeModels.Quake.self, configurations: ModelConfiguration(url: file))
    }

    func insert(_ quakes: [Quake], replacing: Bool) throws {
        // Models replace stored ones with the same code by themselves.
        let context = ModelContext(container)
        for quake in quakes {
            context.insert(
                QuakeModels.Quake(code: quake.code, magnitude: quake.magnitude, place: quake.place, time: quake.time))
        }
        try context.save()
    }
}
