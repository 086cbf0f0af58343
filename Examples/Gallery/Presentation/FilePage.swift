import SwiftUI
import UniformTypeIdentifiers

/// Files that the user uploads and downloads.
struct FilePage: View {
    private struct Note: FileDocument {
        static let readableContentTypes: [UTType] = [.plainText]
        var text: String

        init(_ text: String) { self.text = text }

        init(configuration: ReadConfiguration) throws {
            text = String(decoding: configuration.file.regularFileContents ?? Data(), as: UTF8.self)
        }

        func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
            FileWrapper(regularFileWithContents: Data(text.utf8))
        }
    }

    @State private var isImporting = false
    @State private var isExporting = false
    @State private var text = "nothing"
    @State private var state = "idle"

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            HStack {
                Button("Import…") { isImporting = true }.accessibilityIdentifier("files.import")
                Button("Export…") { isExporting = true }.accessibilityIdentifier("files.export")
            }
            .buttonStyle(.bordered)
            Text("Text: \(text)").accessibilityIdentifier("files.text")
            Text("State: \(state)").accessibilityIdentifier("files.state")
        }
        .fileImporter(isPresented: $isImporting, allowedContentTypes: [.plainText, .json], allowsMultipleSelection: true) {
            result in
            // Ignored: without a file, the line below is empty.
            let urls = (try? result.get()) ?? []
            // Ignored: so it is with a file that is no text.
            text = urls.compactMap { try? String(contentsOf: $0, encoding: .utf8) }.joined(separator: ", ")
            state = "imported \(urls.map(\.lastPathComponent).joined(separator: ", "))"
        } onCancellation: {
            state = "canceled"
        }
        .fileExporter(isPresented: $isExporting, document: Note(text), contentType: .plainText, defaultFilename: "Note") {
            result in
            if case .success = result { state = "exported" } else { state = "failed" }
        }
    }
}
