import SwiftUI
import UniformTypeIdentifiers

/// Cards that move between two columns, and destinations of text, addresses and files.
struct DragAndDropPage: View {
    struct Card: Codable, Identifiable, Hashable, Transferable {
        var id: Int
        var title: String

        static var transferRepresentation: some TransferRepresentation {
            CodableRepresentation(contentType: UTType(exportedAs: "com.example.card"))
            ProxyRepresentation(exporting: \.title)
        }
    }

    @State private var open = [Card(id: 1, title: "Paint"), Card(id: 2, title: "Sweep")]
    @State private var done = [Card(id: 3, title: "Plan")]
    @State private var received = "nothing"
    @State private var isTargeted = false

    var body: some View {
        VStack(alignment: .leading, spacing: 14) {
            HStack(alignment: .top, spacing: 14) {
                column("Open", cards: $open, others: $done)
                column("Done", cards: $done, others: $open)
            }
            InsertionList()
            HStack(spacing: 14) {
                Text("Drag this text").padding(8).background(.quaternary, in: .rect(cornerRadius: 8))
                    .onDrag {
                        NSItemProvider(object: "from onDrag" as NSString)
                    } preview: {
                        Text("A preview").padding(12).background(.yellow, in: .capsule)
                    }
                    .accessibilityIdentifier("drag.provider")
                destination
            }
            HStack(spacing: 14) {
                PasteButton(payloadType: String.self) { received = $0.joined() }.accessibilityIdentifier("paste.text")
                PasteButton(supportedContentTypes: [.url]) { providers in
                    received = "\(providers.count) address"
                }
                .labelStyle(.iconOnly)
                .accessibilityIdentifier("paste.address")
            }
            Text("Received: \(received)").accessibilityIdentifier("drop.received")
        }
    }

    private func column(_ title: String, cards: Binding<[Card]>, others: Binding<[Card]>) -> some View {
        VStack(alignment: .leading, spacing: 8) {
            Text(title).font(.headline)
            ForEach(cards.wrappedValue) { card in
                Text(card.title)
                    .frame(maxWidth: .infinity, alignment: .leading)
                    .padding(8)
                    .background(.background, in: .rect(cornerRadius: 8))
                    .draggable(card)
                    .accessibilityIdentifier("card.\(card.title)")
            }
            Spacer(minLength: 20)
        }
        .padding(10)
        .frame(maxWidth: .infinity, minHeight: 140)
        .background(.quaternary, in: .rect(cornerRadius: 12))
        .dropDestination(for: Card.self) { items, _ in
            others.wrappedValue.removeAll { items.contains($0) }
            cards.wrappedValue.removeAll { items.contains($0) }
            cards.wrappedValue += items
            return true
        }
        .accessibilityIdentifier("column.\(title)")
    }

    private var destination: some View {
        Text("Drop files, text or addresses")
            .padding(8)
            .frame(maxWidth: .infinity, minHeight: 44)
            .background(isTargeted ? AnyShapeStyle(.green.opacity(0.3)) : AnyShapeStyle(.quaternary), in: .rect(cornerRadius: 8))
            .onDrop(of: [.image, .plainText, .url], isTargeted: $isTargeted) { providers in
                for provider in providers {
                    if let name = provider.suggestedName {
                        received = "\(name) of type \(provider.registeredTypeIdentifiers[0])"
                    } else {
                        _ = provider.loadTransferable(type: String.self) { result in
                            // Ignored: the page says only that there was an error.
                            Task { @MainActor in received = (try? result.get()) ?? "an error" }
                        }
                    }
                }
                return true
            }
            .accessibilityIdentifier("drop.any")
    }
}

/// A list into which texts are dropped between the rows.
private struct InsertionList: View {
    @State private var words = ["one", "two", "three"]

    var body: some View {
        VStack(alignment: .leading) {
            Text(words.joined(separator: " ")).accessibilityIdentifier("insert.words")
            List {
                ForEach(words, id: \.self) { Text($0) }
                    .dropDestination(for: String.self) { words.insert(contentsOf: $0, at: $1) }
            }
            .frame(height: 160)
            .accessibilityIdentifier("insert.list")
        }
    }
}
