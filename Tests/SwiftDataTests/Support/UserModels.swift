import Foundation
import SwiftData
import Testing

@Model final class RefUser {
    @Attribute(.unique) var email: String
    var name: String
    var age: Int?
    @Relationship(deleteRule: .cascade, inverse: \RefPost.user) var posts: [RefPost] = []
    init(email: String, name: String, age: Int? = nil) {
        self.email = email
        self.name = name
        self.age = age
    }
}
@Model final class RefPost {
    var text: String
    var user: RefUser?
    init(_ text: String) { self.text = text }
}
@Model final class RefCell {
    #Unique<RefCell>([\.row, \.column], [\.code])
    #Index<RefCell>([\.row], [\.row, \.column])
    var row: Int
    var column: Int
    var code: String
    var text: String
    init(_ row: Int, _ column: Int, code: String, text: String) {
        self.row = row
        self.column = column
        self.code = code
        self.text = text
    }
}
@Model final class RefItem {
    var name: String
    var rank: Int = 0
    var place: RefPlace? = RefPlace(city: "c", zip: 1)
    var list: [String] = ["l"]
    var level: RefLevel = RefLevel.high
    var note: String? = "note"
    var date: Date = Date(timeIntervalSinceReferenceDate: 7)
    var other: RefItem?
    @Relationship(inverse: \RefItem.other) var others: [RefItem] = []
    init(_ name: String, rank: Int = 0) {
        self.name = name
        self.rank = rank
    }
}

final class RefFolderOnDisk {
    let url: URL
    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "fromref-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(at: url) }
    func container(_ types: any PersistentModel.Type..., allowsSave: Bool = true) throws -> ModelContainer {
        try ModelContainer(
            for: Schema(types), configurations: ModelConfiguration(url: url.appending(path: "a.store"), allowsSave: allowsSave))
    }
}
