import SwiftUI

struct EventList: View {
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
                        Text(event.name ?? "")
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

struct ItemList: View {
    @Environment(\.managedObjectContext) private var viewContext
    @FetchRequest private var items: FetchedResults<Item>

    @FetchRequest(
        sortDescriptors: [NSSortDescriptor(keyPath: \Item.timestamp, ascending: true)],
        predicate: nil,
        animation: .default)
    private var sorted: FetchedResults<Item>

    @FetchRequest(fetchRequest: Item.noFaultRequest)
    private var whole: FetchedResults<Item>

    @SectionedFetchRequest(
        entity: Item.entity(),
        sectionIdentifier: \Item.categoryID,
        sortDescriptors: [
            .init(keyPath: \Item.categoryID, ascending: true),
            .init(keyPath: \Item.timestamp, ascending: true),
        ]
    )
    var sectionItems: SectionedFetchResults<Int16, Item>

    init(startDate: Date, endDate: Date) {
        let predicate = NSPredicate(format: "timestamp >= %@ AND timestamp <= %@", startDate as CVarArg, endDate as CVarArg)
        _items = FetchRequest(
            entity: Item.entity(),
            sortDescriptors: [.init(key: #keyPath(Item.timestamp), ascending: true)],
            predicate: predicate
        )
    }

    var body: some View {
        List {
            ForEach(items) { item in
                if let timestamp = item.timestamp {
                    NavigationLink {
                        Text("Item at \(timestamp, format: .dateTime)")
                    } label: {
                        Text(timestamp, format: .dateTime)
                    }
                }
            }
            ForEach(sectionItems) { section in
                Section(header: Text("\(section.id)")) {
                    ForEach(section) { item in
                        Text("\(item.categoryID)")
                    }
                }
            }
            Button("abc") {
                $items.nsPredicate.wrappedValue = .init(value: false)
                $items.sortDescriptors.wrappedValue = [.init(\Item.timestamp, order: .reverse)]
            }
            Button("Add") {
                withAnimation(.none) {
                    let newItem = Item(context: viewContext)
                    newItem.timestamp = Date()
                    do {
                        try viewContext.save()
                    } catch {
                    }
                }
            }
        }
    }
}

struct QuakeTable: View {
    @FetchRequest(sortDescriptors: [SortDescriptor(\.time, order: .reverse)])
    private var quakes: FetchedResults<Quake>
    @SectionedFetchRequest<String, Quake>(
        sectionIdentifier: \.day,
        sortDescriptors: [SortDescriptor(\.time, order: .reverse)]
    )
    private var sections: SectionedFetchResults<String, Quake>
    @State private var query = ""

    var body: some View {
        Table(quakes, sortOrder: $quakes.sortDescriptors) {
            TableColumn("Place", value: \.code)
            TableColumn("Time", value: \.time) { quake in
                Text(quake.time ?? .distantPast, style: .time)
            }
        }
        .onChange(of: query) { _, value in
            quakes.nsPredicate = query.isEmpty
                ? nil
                : NSPredicate(format: "place CONTAINS %@", value)
        }
        TextField("Filter", text: $query)
        List {
            ForEach(sections) { section in
                Section(header: Text(section.id)) {
                    ForEach(section) { quake in
                        Text(quake.code)
                    }
                }
            }
        }
    }
}
