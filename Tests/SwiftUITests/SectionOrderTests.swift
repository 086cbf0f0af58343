import CoreData
import Foundation
import StrataViewGraph
import Testing

@testable import SwiftUI

/// The order of a sectioned request, as Swift's sort descriptors.
@MainActor
struct SectionOrderTests {
    private struct Sections: View {
        @SectionedFetchRequest<String?, Note>(
            sectionIdentifier: \.group, sortDescriptors: [SortDescriptor(\.group), SortDescriptor(\.number)])
        private var sections: SectionedFetchResults<String?, Note>
        @State private var seen = ""

        var body: some View {
            Text(sections.map { section in section.map { "\($0.number)" }.joined(separator: " ") }.joined(separator: ", "))
            Text(seen)
            Button("Read") {
                seen = $sections.wrappedValue.sortDescriptors.map { "\($0.order)" }.joined(separator: " ")
            }
            Button("Reverse") {
                var descriptors = $sections.wrappedValue.sortDescriptors
                descriptors[1].order = .reverse
                $sections.wrappedValue.sortDescriptors = descriptors
            }
            Button("Key") { $sections.wrappedValue.nsSortDescriptors.append(NSSortDescriptor(key: "text", ascending: true)) }
        }
    }

    @Test func `the order that a binding reads is the one of the request, and can be changed`() throws {
        let container = try makeContainer(notes: 4)
        for note in try container.viewContext.notes() { note.group = note.number < 2 ? "a" : "b" }
        try container.viewContext.save()
        let shown = Shown(Sections().environment(\.managedObjectContext, container.viewContext))
        #expect(shown.texts.first == "0 1, 2 3")
        shown.press("Read")
        #expect(shown.texts[1] == "forward forward")
        shown.press("Reverse")
        #expect(shown.texts.first == "1 0, 3 2")
        shown.press("Read")
        #expect(shown.texts[1] == "forward reverse")
        // A descriptor whose key is a string has no Swift form.
        shown.press("Key")
        shown.press("Read")
        #expect(shown.texts[1] == "forward reverse")
        #expect(shown.texts.first == "1 0, 3 2")
    }
}
