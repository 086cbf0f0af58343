import SwiftUI

struct EventTimes: View {
    @SectionedFetchRequest<Date, Event>(
        sectionIdentifier: \.start,
        sortDescriptors: [
            SortDescriptor(\.start, order: .reverse)
        ]
    ) private var events: SectionedFetchResults<Date, Event>

    var body: some View {
        ForEach(events) { section in
            Section(header: Text(section.id, format: .dateTime)) {
                ForEach(section) { event in
                    Text(event.name)
                }
            }
        }
    }
}

struct EventDays: View {
    @Environment(\.managedObjectContext) private var viewContext

    @SectionedFetchRequest<Date, Event>(
        sectionIdentifier: \.groupStart,
        sortDescriptors: [
            SortDescriptor(\.start, order: .reverse)
        ]
    ) private var events: SectionedFetchResults<Date, Event>

    var body: some View {
        List {
            ForEach(events) { section in
                Section(header: Text(section.id, format: .dateTime)) {
                    ForEach(section) { event in
                        Text(event.name)
                    }
                    .onDelete { indexSet in
                        indexSet.forEach {
                            viewContext.delete(section[$0])
                        }
                    }
                }
            }
        }
    }
}
