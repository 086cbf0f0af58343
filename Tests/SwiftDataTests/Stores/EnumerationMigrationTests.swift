import Foundation
import SwiftData
import Testing

/// The types of the attributes.
enum TicketValues {
    enum Phase: String, Codable { case open, closed }
    enum Rank: Int, Codable { case low = 1, high = 2 }
    enum Weather: Codable { case sun, rain }

    struct Remark: Codable, Equatable {
        var text: String?
    }
}

/// The first version of a model with enumerations.
enum TicketsV1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Ticket.self] }

    @Model final class Ticket {
        var number: Int
        var state: TicketValues.Phase = TicketValues.Phase.open
        var formerState: TicketValues.Phase?
        var level: TicketValues.Rank
        var formerLevel: TicketValues.Rank?

        init(number: Int, level: TicketValues.Rank) { (self.number, self.level) = (number, level) }
    }
}

/// Each enumeration is renamed.
enum TicketsV2: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Ticket.self] }

    @Model final class Ticket {
        var number: Int
        @Attribute(originalName: "state") var status: TicketValues.Phase = TicketValues.Phase.open
        @Attribute(originalName: "formerState") var formerStatus: TicketValues.Phase?
        @Attribute(originalName: "level") var rank: TicketValues.Rank
        @Attribute(originalName: "formerLevel") var formerRank: TicketValues.Rank?

        init(number: Int, rank: TicketValues.Rank) { (self.number, self.rank) = (number, rank) }
    }
}

/// Each enumeration is renamed again.
enum TicketsV3: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Ticket.self] }

    @Model final class Ticket {
        var number: Int
        @Attribute(originalName: "status") var phase: TicketValues.Phase = TicketValues.Phase.open
        @Attribute(originalName: "formerStatus") var formerPhase: TicketValues.Phase?
        @Attribute(originalName: "rank") var rating: TicketValues.Rank
        @Attribute(originalName: "formerRank") var formerRating: TicketValues.Rank?

        init(number: Int, rating: TicketValues.Rank) { (self.number, self.rating) = (number, rating) }
    }
}

enum TicketPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [TicketsV1.self, TicketsV2.self, TicketsV3.self] }
    static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: TicketsV1.self, toVersion: TicketsV2.self),
            .lightweight(fromVersion: TicketsV2.self, toVersion: TicketsV3.self),
        ]
    }
}

/// An enumeration without raw values is new, with and without a default.
enum DaysV1: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Day.self] }

    @Model final class Day {
        var number: Int
        init(number: Int) { self.number = number }
    }
}

enum DaysWithoutDefault: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Day.self] }

    @Model final class Day {
        var number: Int
        var weather: TicketValues.Weather
        init(number: Int, weather: TicketValues.Weather) { (self.number, self.weather) = (number, weather) }
    }
}

enum DaysWithDefault: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Day.self] }

    @Model final class Day {
        var number: Int
        var weather: TicketValues.Weather = TicketValues.Weather.rain
        var remark: TicketValues.Remark = TicketValues.Remark()
        init(number: Int) { self.number = number }
    }
}

/// A case of the enumeration is gone.
enum DaysWithoutRain: VersionedSchema {
    enum Weather: Codable { case sun, fog }

    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Day.self] }

    @Model final class Day {
        var number: Int
        var weather: Weather = Weather.sun
        init(number: Int) { self.number = number }
    }
}

/// The enumeration has a case more, which is the default.
enum DaysWithUnknown: VersionedSchema {
    enum Weather: Codable { case unknown, sun, rain }

    static var versionIdentifier: Schema.Version { Schema.Version(3, 0, 0) }
    static var models: [any PersistentModel.Type] { [Day.self] }

    @Model final class Day {
        var number: Int
        var weather: Weather = Weather.unknown
        init(number: Int) { self.number = number }
    }
}

/// Stores whose models have other enumerations than before.
@Suite struct EnumerationMigrationTests {
    private let folder: StoreFolder

    init() throws { folder = try StoreFolder() }

    private func context(
        _ version: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: version), migrationPlan: plan,
                configurations: [ModelConfiguration(url: folder.store)]))
    }

    private func writeTickets() throws {
        let context = try context(TicketsV1.self)
        let first = TicketsV1.Ticket(number: 1, level: .high)
        (first.state, first.formerState, first.formerLevel) = (.closed, .open, .low)
        context.insert(first)
        context.insert(TicketsV1.Ticket(number: 2, level: .low))
        try context.save()
    }

    @Test func `a renamed enumeration with raw values keeps its values`() throws {
        try writeTickets()
        let tickets = try context(TicketsV2.self).fetch(FetchDescriptor<TicketsV2.Ticket>(sortBy: [SortDescriptor(\.number)]))
        #expect(tickets.map(\.status) == [.closed, .open])
        #expect(tickets.map(\.formerStatus) == [.open, nil])
        #expect(tickets.map(\.rank) == [.high, .low])
        #expect(tickets.map(\.formerRank) == [.low, nil])
        let columns = try StoreSQL(folder.store).columns("ZTICKET")
        #expect(columns["ZSTATUS"] == "VARCHAR")
        #expect(columns["ZSTATE"] == nil)
    }

    @Test func `an enumeration that is renamed twice keeps its values`() throws {
        try writeTickets()
        let context = try context(TicketsV3.self, TicketPlan.self)
        let tickets = try context.fetch(FetchDescriptor<TicketsV3.Ticket>(sortBy: [SortDescriptor(\.number)]))
        #expect(tickets.map(\.phase) == [.closed, .open])
        #expect(tickets.map(\.formerPhase) == [.open, nil])
        #expect(tickets.map(\.rating) == [.high, .low])
        #expect(tickets.map(\.formerRating) == [.low, nil])
    }

    @Test func `a new required enumeration without a default is refused if there are rows`() throws {
        do {
            let context = try context(DaysV1.self)
            context.insert(DaysV1.Day(number: 1))
            try context.save()
        }
        let error = #expect(throws: SwiftDataError.loadIssueModelContainer) { try context(DaysWithoutDefault.self) }
        let text = error?.localizedDescription ?? ""
        #expect(text.contains("134110"))
        #expect(text.contains("Day.weather"))
        #expect(try context(DaysV1.self).fetch(FetchDescriptor<DaysV1.Day>()).map(\.number) == [1])
    }

    @Test func `a new required enumeration without a default is accepted if there are no rows`() throws {
        _ = try context(DaysV1.self)
        let context = try context(DaysWithoutDefault.self)
        context.insert(DaysWithoutDefault.Day(number: 1, weather: .rain))
        try context.save()
        #expect(try context.fetch(FetchDescriptor<DaysWithoutDefault.Day>()).map(\.weather) == [.rain])
    }

    @Test func `a new required enumeration or structure has its default in each row`() throws {
        do {
            let context = try context(DaysV1.self)
            context.insert(DaysV1.Day(number: 1))
            try context.save()
        }
        let context = try context(DaysWithDefault.self)
        let days = try context.fetch(FetchDescriptor<DaysWithDefault.Day>())
        #expect(days.map(\.weather) == [.rain])
        #expect(days.map(\.remark) == [TicketValues.Remark(text: nil)])
        #expect(try StoreSQL(folder.store).value("SELECT ZRAIN FROM ZDAY") == "rain")
        // All columns of the structure are NULL, and the row is valid nevertheless.
        days.first?.number = 2
        try context.save()
    }

    @Test func `a row whose case is gone has the default, and can be changed and saved`() throws {
        do {
            let context = try context(DaysWithDefault.self)
            context.insert(DaysWithDefault.Day(number: 1))
            try context.save()
        }
        let context = try context(DaysWithoutRain.self)
        let day = try #require(try context.fetch(FetchDescriptor<DaysWithoutRain.Day>()).first)
        #expect(day.weather == .sun)
        day.number = 2
        try context.save()
    }

    @Test func `a row keeps its case if a new one is the default`() throws {
        do {
            let context = try context(DaysWithDefault.self)
            context.insert(DaysWithDefault.Day(number: 1))
            try context.save()
        }
        let context = try context(DaysWithUnknown.self)
        #expect(try context.fetch(FetchDescriptor<DaysWithUnknown.Day>()).map(\.weather) == [.rain])
        context.insert(DaysWithUnknown.Day(number: 2))
        try context.save()
        #expect(try StoreSQL(folder.store).value("SELECT count(*) FROM ZDAY WHERE ZUNKNOWN IS NOT NULL") == 1)
    }
}
