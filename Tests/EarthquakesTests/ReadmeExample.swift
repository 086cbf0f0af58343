import Foundation
import Testing

@testable import Earthquakes

// What follows, up to the mark, is the README's example to the letter.
import SwiftUI

struct ContentView: View {
    @Environment(\.managedObjectContext) private var context

    @SectionedFetchRequest<String, Quake>(
        sectionIdentifier: \.day,
        sortDescriptors: [SortDescriptor(\.time, order: .reverse)]
    )
    private var days

    var body: some View {
        List {
            ForEach(days) { day in
                Section(day.id) {
                    ForEach(day) { quake in
                        HStack {
                            Text("\(quake.magnitude, specifier: "%.1f")").bold()
                            Text(quake.place ?? "Place unknown")
                            Spacer()
                            Text("\(quake.time, style: .relative) ago").foregroundStyle(.secondary)
                        }
                    }
                    .onDelete { offsets in
                        withAnimation {
                            offsets.map { day[$0] }.forEach(context.delete)
                            try? context.save()
                        }
                    }
                }
            }
        }
    }
}
// End of the README's example.

struct ReadmeExampleTests {
    /// The example that compiles here is the one that people read there.
    @Test func theReadmeShowsThisCode() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        let rest = try #require(source.split(separator: "to the letter.\n").dropFirst().first)
        let code = try #require(rest.split(separator: "// End of").first)
        #expect(readme.contains("```swift\n\(code)```"))
    }
}
