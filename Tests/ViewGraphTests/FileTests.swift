import Foundation
import Testing
import UniformTypeIdentifiers

@testable import StrataViewGraph

@MainActor
struct FileTests {
    struct Note: FileDocument {
        static let readableContentTypes: [UTType] = [.plainText]
        var text = ""

        init(_ text: String) { self.text = text }

        init(configuration: ReadConfiguration) throws {
            text = String(decoding: configuration.file.regularFileContents ?? Data(), as: UTF8.self)
        }

        func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
            if text == "none" { throw CocoaError(.fileWriteUnknown) }
            return FileWrapper(regularFileWithContents: Data(text.utf8))
        }
    }

    @Observable final class Model {
        var isShown = false
        var received: [String] = []
        var failures = 0
        var cancellations = 0
    }

    private let model = Model()

    private var isShown: Binding<Bool> { Binding(get: { [model] in model.isShown }, set: { [model] in model.isShown = $0 }) }

    private func importer(_ screen: Screen) -> (item: Screen.Item, content: FileImporterContent)? {
        for item in screen.all({ if case .presentation(.fileImporter) = $0 { true } else { false } }) {
            if case .presentation(.fileImporter(let content)) = item.content { return (item, content) }
        }
        return nil
    }

    private func importing(_ types: [UTType], several: Bool = false) -> Screen {
        Screen(
            Text("x").fileImporter(isPresented: isShown, allowedContentTypes: types, allowsMultipleSelection: several) {
                [model] result in
                switch result {
                case .success(let urls): model.received = urls.map { (try? String(contentsOf: $0, encoding: .utf8)) ?? "?" }
                case .failure: model.failures += 1
                }
            } onCancellation: {
                [model] in
                model.cancellations += 1
            })
    }

    @Test func `chosen files reach the app, and the dialog closes`() throws {
        let screen = importing([.plainText, .json])
        #expect(importer(screen) == nil)
        model.isShown = true
        screen.update()
        let dialog = try #require(importer(screen))
        #expect(dialog.content.accepted.contains(".json"))
        let upload = try #require(try screen.graph.files.beginUpload(named: "../../a.txt"))
        try Data("hello".utf8).write(to: upload.url)
        screen.send(FilesEvent(files: ["forged"]), to: dialog.item)
        #expect(model.received == [])
        screen.send(FilesEvent(files: [upload.id]), to: dialog.item)
        #expect(model.received == ["hello"])
        #expect(model.isShown == false)
        #expect(importer(screen) == nil)
        #expect(upload.url.lastPathComponent == "a.txt")
        screen.graph.close()
        #expect(!FileManager.default.fileExists(atPath: upload.url.path))
    }

    @Test func `received files count until the app removes them`() throws {
        let files = Screen(Text("x")).graph.files
        func receive(_ size: Int, limit: Int) throws -> URL? {
            guard let upload = try files.beginUpload(named: "a.txt", maxReceivedSize: limit) else { return nil }
            try Data(count: size).write(to: upload.url)
            return try #require(files.takeUploads([upload.id])).first
        }
        let (small, large) = (WindowFiles.leastSize, 2 * WindowFiles.leastSize)
        let first = try #require(try receive(large, limit: large))
        #expect(try receive(0, limit: large) == nil)
        // An empty file counts, too.
        #expect(try receive(0, limit: large + 1) != nil)
        #expect(try receive(0, limit: large + small) == nil)
        try FileManager.default.removeItem(at: first)
        #expect(try receive(0, limit: large) != nil)
        #expect(try receive(0, limit: large) == nil)
        files.close()
    }

    @Test func `closing the dialog cancels`() throws {
        let screen = importing([.image])
        model.isShown = true
        screen.update()
        screen.send(DismissEvent(), to: try #require(importer(screen)).item)
        #expect(model.cancellations == 1)
        #expect(model.isShown == false)
    }

    @Test func `an importer accepts files of its types only`() {
        let images = FileImporterContent(types: [.image], allowsSeveral: false)
        #expect(images.accepted == ["image/*"])
        #expect(images.accepts("a.PNG", mimeType: nil))
        #expect(images.accepts("a", mimeType: "image/png"))
        #expect(!images.accepts("a.txt", mimeType: "image/png"))
        #expect(!images.accepts("a.html", mimeType: nil))
        #expect(FileImporterContent(types: [.item], allowsSeveral: true).accepts("a.xyz", mimeType: nil))
        #expect(
            FileImporterContent(types: [UTType(exportedAs: "com.example.quake")], allowsSeveral: true).accepts(
                "a.quake", mimeType: nil))
    }

    @Test(arguments: [
        ("a.txt", "a.txt"), ("../../etc/passwd", "passwd"), ("..", "file"), ("", "file"), ("C:\\temp\\b.csv", "b.csv"),
        (".bashrc", "bashrc"), ("a\u{0}b\n.txt", "ab.txt"), ("日本.txt", "日本.txt"),
    ])
    func `the name of an upload is no path`(_ name: String, _ safe: String) { #expect(WindowFiles.safeName(name) == safe) }

    @Test func `a document is exported once, under its name`() throws {
        let screen = Screen(
            Text("x").fileExporter(isPresented: isShown, document: Note("hi"), contentType: .plainText, defaultFilename: "Notes")
            {
                [model] result in
                if case .success(let url) = result { model.received.append(url.lastPathComponent) } else { model.failures += 1 }
            })
        model.isShown = true
        screen.update()
        #expect(model.isShown == false)
        let requests = screen.graph.drainRequests()
        guard case .download(let id)? = requests.first else {
            Issue.record("There is no download.")
            return
        }
        let download = try #require(screen.graph.files.takeDownload(id))
        #expect(try String(contentsOf: download.url, encoding: .utf8) == "hi")
        #expect(download.name == "Notes.txt")
        #expect(download.mimeType == "text/plain")
        #expect(screen.graph.files.takeDownload(id) == nil)
        #expect(model.received == [])
        screen.graph.files.finish(download, nil)
        #expect(model.received == ["Notes.txt"])
    }

    @Test func `a document that cannot be written is reported`() {
        let screen = Screen(
            Text("x").fileExporter(isPresented: isShown, document: Note("none"), contentType: .plainText) { [model] result in
                if case .failure = result { model.failures += 1 }
            })
        model.isShown = true
        screen.update()
        #expect(model.failures == 1)
        #expect(screen.graph.drainRequests().isEmpty)
    }

    @Test func `a file wrapper holds a folder`() throws {
        let folder = FileWrapper(directoryWithFileWrappers: ["a": FileWrapper(regularFileWithContents: Data("1".utf8))])
        #expect(folder.addRegularFile(withContents: Data("2".utf8), preferredFilename: "a") == "2__a")
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("strata-\(UUID())")
        defer { try? FileManager.default.removeItem(at: url) }
        try folder.write(to: url, originalContentsURL: nil)
        let copy = try FileWrapper(url: url)
        #expect(copy.isDirectory)
        #expect(
            copy.fileWrappers?.mapValues { $0.regularFileContents.map { String(decoding: $0, as: UTF8.self) } } == [
                "a": "1", "2__a": "2",
            ])
    }
}
