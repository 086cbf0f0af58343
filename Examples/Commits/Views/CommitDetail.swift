import SwiftUI

/// A commit with its message, and the files that it has changed.
struct CommitDetail: View {
    @ObservedObject var commit: Commit

    private var files: [ChangedFile] { commit.files?.array as? [ChangedFile] ?? [] }

    var body: some View {
        List {
            Section("Message") {
                Text(commit.message ?? "").accessibilityIdentifier("message")
            }
            Section(files.count == 1 ? "1 file" : "\(files.count) files") {
                ForEach(files) { file in
                    HStack {
                        Text(file.path ?? "").font(.body.monospaced())
                        Spacer()
                        Text("+\(file.added)").foregroundStyle(.green)
                        Text("−\(file.removed)").foregroundStyle(.red)
                    }
                }
            }
        }
        .navigationTitle((commit.name ?? "").prefix(10).description)
    }
}
