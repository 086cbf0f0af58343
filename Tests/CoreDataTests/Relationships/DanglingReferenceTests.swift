import CoreData
import Foundation
import Testing

/// A to-one relationship without an inverse, whose destination was deleted.
@Suite struct DanglingReferenceTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: StoreUnderTest.allCases)
    func `a reference to a deleted object is not nil, and its values are`(kind: StoreUnderTest) throws {
        let container = try kind.container(.library(), in: folder)
        let writer = container.newBackgroundContext()
        try writer.run {
            let (author, other) = (Author(context: writer), Author(context: writer))
            let reader = Reader(context: writer)
            (author.name, other.name, reader.name) = ("a", "b", "r")
            author.agent = reader
            try writer.save()
            writer.delete(reader)
            try writer.save()
        }
        let context = container.newBackgroundContext()
        try context.run { () throws in
            func names(_ format: String) throws -> [String?] {
                let request = NSFetchRequest<Author>(entityName: "Author")
                request.predicate = NSPredicate(format: format)
                request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
                return try context.fetch(request).map(\.name)
            }
            #expect(try names("agent != nil") == ["a"])
            #expect(try names("agent == nil") == ["b"])
            #expect(try names("agent.name == nil") == ["a", "b"])
            #expect(try names("agent.name == 'r'") == [])
        }
    }
}
