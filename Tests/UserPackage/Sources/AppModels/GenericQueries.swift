import SwiftData
import SwiftUI

// The shape of an app in layers: models in an extension of a namespace, a dictionary attribute, a
// repository that is a model actor behind a protocol, and a generic view around a query.

public enum Stored {}

extension Stored {
    @Model public final class Nation {
        public var name: String
        public var translations: [String: String?]
        @Attribute(.unique) public var code: String
        @Relationship(inverse: \Language.nations) public var languages: [Language] = []

        public init(name: String, translations: [String: String?] = [:], code: String) {
            self.name = name
            self.translations = translations
            self.code = code
        }
    }

    @Model public final class Language {
        public var code: String
        public var nations: [Nation] = []

        public init(code: String) { self.code = code }
    }
}

public protocol NationRepository: Sendable {
    func store(_ nations: [(name: String, code: String, languages: [String])]) async throws
    func languages(of code: String) async throws -> [String]
}

@ModelActor
public final actor StoredNations: NationRepository {
    public func store(_ nations: [(name: String, code: String, languages: [String])]) throws {
        try modelContext.transaction {
            var languages: [String: Stored.Language] = [:]
            for language in try modelContext.fetch(FetchDescriptor<Stored.Language>()) { languages[language.code] = language }
            for value in nations {
                let nation = Stored.Nation(name: value.name, translations: ["x": nil, "de": value.name], code: value.code)
                modelContext.insert(nation)
                for code in value.languages {
                    let language = languages[code] ?? Stored.Language(code: code)
                    languages[code] = language
                    nation.languages.append(language)
                }
            }
        }
    }

    public func languages(of code: String) throws -> [String] {
        let descriptor = FetchDescriptor<Stored.Nation>(predicate: #Predicate { $0.code == code })
        return try modelContext.fetch(descriptor).first?.languages.map(\.code).sorted() ?? []
    }
}

/// Hands out the results of a query that depends on a search.
private struct QueryView<Element: PersistentModel>: View {
    @Query var query: [Element]
    let results: Binding<[Element]>

    init(query: Query<Element, [Element]>, results: Binding<[Element]>) {
        _query = query
        self.results = results
    }

    var body: some View {
        EmptyView().onChange(of: query, initial: true) { _, new in results.wrappedValue = new }
    }
}

extension View {
    public func query<Element: PersistentModel>(
        searchText: String, results: Binding<[Element]>, _ builder: @escaping (String) -> Query<Element, [Element]>
    ) -> some View {
        background { QueryView(query: builder(searchText), results: results) }
    }
}

public struct NationList: View {
    @State private var nations: [Stored.Nation] = []
    let search: String

    public init(search: String) { self.search = search }

    public var body: some View {
        ForEach(nations) { Text($0.name) }
        Text("\(nations.count)").query(searchText: search, results: $nations) { text in
            Query(
                filter: #Predicate<Stored.Nation> { nation in
                    if text.isEmpty { return true } else { return nation.name.localizedStandardContains(text) }
                }, sort: \Stored.Nation.name)
        }
    }
}

/// A model that views also observe as an object.
@Model public final class Resource: ObservableObject {
    public var id = UUID()
    public var name: String

    public init(name: String) { self.name = name }
}

public struct ResourceName: View {
    @ObservedObject var resource: Resource

    public init(resource: Resource) { self.resource = resource }

    public var body: some View {
        Text(resource.name)
        TextField("Name", text: $resource.name)
    }
}
