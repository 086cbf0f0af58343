import SwiftUI

/// A list of quakes in sections, latest first, with the rows of the example Earthquakes.
struct SectionedPage: App {
    private let quakes: SectionedQuakes

    init(_ quakes: SectionedQuakes) { self.quakes = quakes }
    init() { preconditionFailure("The benchmark starts this app with quakes; it does not start by itself.") }

    var body: some Scene {
        WindowGroup("Earthquakes") { SectionedList().environment(\.managedObjectContext, quakes.shown) }
    }
}

private struct SectionedList: View {
    @SectionedFetchRequest<Int64, SectionedQuake>(
        sectionIdentifier: \.section, sortDescriptors: [SortDescriptor(\.time, order: .reverse)])
    private var sections
    @State private var filter = ""

    var body: some View {
        VStack(spacing: 0) {
            VStack(alignment: .leading, spacing: 10) {
                Text("Earthquakes").font(.title)
                Text("\(sections.count) sections").foregroundStyle(.secondary).monospacedDigit()
                TextField("Filter by place", text: $filter)
            }
            .padding()
            Divider()
            List {
                ForEach(sections) { section in
                    Section {
                        ForEach(section) { SectionedRow(quake: $0) }
                    } header: {
                        HStack {
                            Text("Section \(section.id)")
                            Spacer()
                            Text("\(section.count)").monospacedDigit()
                        }
                    }
                }
            }
        }
    }
}

private struct SectionedRow: View {
    let quake: SectionedQuake

    var body: some View {
        HStack(spacing: 14) {
            Text(quake.magnitude.formatted(.number.precision(.fractionLength(1))))
                .font(.headline)
                .monospacedDigit()
                .foregroundStyle(.white)
                .frame(width: 52, height: 34)
                .background(quake.magnitude < 4.5 ? Color.orange : Color.red, in: RoundedRectangle(cornerRadius: 9))
            VStack(alignment: .leading, spacing: 2) {
                Text(quake.place).font(.headline).lineLimit(1)
                Text("\(quake.time, style: .relative) ago").font(.footnote).foregroundStyle(.secondary)
            }
            Spacer()
        }
    }
}
