import SwiftUI

/// The commits of the repository, with a field to search in.
struct RepositoryView: View {
    @Environment(Repository.self) private var repository
    @State private var search = ""

    var body: some View {
        NavigationStack {
            // The store does not report changes, so another last commit makes another list, which fetches again.
            CommitList(search: search).id(repository.head)
                .searchable(text: $search, prompt: "Subject or author")
                .navigationTitle("Commits")
        }
    }
}
