import SwiftUI

/// The items between two dates, found with a key path of Objective-C.
struct ItemsBetween: View {
    @FetchRequest
    private var items: FetchedResults<Item>

    init(startDate: Date, endDate: Date) {
        let predicate = NSPredicate(format: "timestamp >= %@ AND timestamp <= %@", startDate as CVarArg, endDate as CVarArg)
        _items = FetchRequest(
            entity: Item.entity(),
            sortDescriptors: [.init(key: #keyPath(Item.timestamp), ascending: true)],
            predicate: predicate
        )
    }

    var body: some View {
        ForEach(items) { Row(item: $0) }
    }
}

struct ItemList: View {
    @Environment(\.managedObjectContext) private var viewContext

    @FetchRequest(
        sortDescriptors: [NSSortDescriptor(keyPath: \Item.timestamp, ascending: true)],
        predicate: nil,
        animation: .default)
    private var items: FetchedResults<Item>

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
        }
        Text("\(items.count) items")
        Button("None") {
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

struct WholeItems: View {
    @FetchRequest(fetchRequest: Item.noFaultRequest)
    private var items: FetchedResults<Item>

    var body: some View {
        ForEach(items) { Row(item: $0) }
    }
}

struct ItemCategories: View {
    @SectionedFetchRequest(
        entity: Item.entity(),
        sectionIdentifier: \Item.categoryID,
        sortDescriptors: [
            .init(keyPath: \Item.categoryID, ascending: true),
            .init(keyPath: \Item.timestamp, ascending: true),
        ]
    )
    var sectionItems: SectionedFetchResults<Int16, Item>

    var body: some View {
        ForEach(sectionItems) { section in
            Section(header: Text("\(section.id)")) {
                ForEach(section) { item in
                    Row(item: item)
                }
            }
        }
        // Without sections, all rows are made at once.
        ForEach(sectionItems) { section in
            ForEach(section) { item in
                Row(item: item)
            }
        }
    }
}

struct Row: View {
    @ObservedObject var item: Item

    var body: some View {
        Text("item of \(item.categoryID)")
    }
}
