import CoreData
import SwiftUI

/// The commits whose subject or author contains a text, in a section for each day.
struct CommitList: View {
    @SectionedFetchRequest private var days: SectionedFetchResults<String?, Commit>

    init(search: String) {
        _days = SectionedFetchRequest(
            sectionIdentifier: \.day, sortDescriptors: [SortDescriptor(\.date, order: .reverse), SortDescriptor(\.name)],
            predicate: search.isEmpty
                ? nil : NSPredicate(format: "subject CONTAINS[cd] %@ OR author CONTAINS[cd] %@", search, search))
    }

    var body: some View {
        if days.isEmpty {
            ContentUnavailableView("No Commits", systemImage: "magnifyingglass")
        } else {
            List {
                ForEach(days) { day in
                    Section(day.id ?? "") {
                        ForEach(day) { commit in
                            NavigationLink {
                                CommitDetail(commit: commit)
                            } label: {
                                CommitRow(commit: commit)
                            }
                        }
                    }
                }
            }
        }
    }
}

/// A commit in the list.
struct CommitRow: View {
    @ObservedObject var commit: Commit

    var body: some View {
        VStack(alignment: .leading) {
            Text(commit.subject ?? "")
            HStack {
                Text(commit.author ?? "")
                if let date = commit.date { Text(date, style: .time) }
            }
            .font(.caption)
            .foregroundStyle(.secondary)
        }
    }
}
