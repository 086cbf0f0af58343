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
        /// Whether there is the view that presents.
        var isThere = true
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

    @Test func `files that were sent count before the app receives them`() throws {
        let files = Screen(Text("x")).graph.files
        let limit = 4 * WindowFiles.leastSize
        let first = try #require(try files.beginUpload(named: "a.txt", size: 3 * WindowFiles.leastSize, maxReceivedSize: limit))
        let second = try #require(try files.beginUpload(named: "b.txt", maxReceivedSize: limit))
        #expect(try files.beginUpload(named: "c.txt", maxReceivedSize: limit) == nil)
        files.cancelUpload(first.id)
        #expect(try files.beginUpload(named: "c.txt", size: .max, maxReceivedSize: limit) != nil)
        #expect(try files.beginUpload(named: "d.txt", maxReceivedSize: limit) == nil)
        #expect(files.hasUpload(second.id))
        files.close()
    }

    @Test(arguments: ["dismissed", "canceled", "removed"])
    func `the files of a dialog that closes are removed`(way: String) throws {
        struct Presenter: View {
            let model: Model
            let isShown: Binding<Bool>
            var body: some View {
                if model.isThere {
                    Text("x").fileImporter(
                        isPresented: isShown, allowedContentTypes: [.item], allowsMultipleSelection: true, onCompletion: { _ in })
                }
            }
        }
        let screen = Screen(Presenter(model: model, isShown: isShown))
        model.isShown = true
        screen.update()
        let dialog = try #require(importer(screen)).item
        let files = screen.graph.files
        let uploads = try (0..<WindowFiles.mostFiles).map { _ in
            let upload = try #require(try files.beginUpload(named: "a.txt", to: dialog.id, batch: 1))
            #expect(files.finishUpload(upload.id))
            return upload
        }
        #expect(try files.beginUpload(named: "a.txt") == nil)
        switch way {
        case "dismissed": model.isShown = false
        case "canceled": screen.send(DismissEvent(), to: dialog)
        default: model.isThere = false
        }
        screen.update()
        #expect(importer(screen) == nil)
        for upload in uploads { #expect(!files.hasUpload(upload.id)) }
        #expect(!FileManager.default.fileExists(atPath: uploads[0].url.deletingLastPathComponent().path))
        #expect(try files.beginUpload(named: "a.txt") != nil)
        files.close()
    }

    @Test func `a choice removes the files of former ones in its dialog`() throws {
        let files = Screen(Text("x")).graph.files
        defer { files.close() }
        let failed = try #require(try files.beginUpload(named: "a.txt", to: 5, batch: 1))
        let other = try #require(try files.beginUpload(named: "a.txt", to: 6, batch: 1))
        let drop = try #require(try files.beginUpload(named: "a.txt", to: 5))
        let first = try #require(try files.beginUpload(named: "a.txt", to: 5, batch: 2))
        let second = try #require(try files.beginUpload(named: "b.txt", to: 5, batch: 2))
        // A request of the former choice that was on its way.
        let late = try #require(try files.beginUpload(named: "a.txt", to: 5, batch: 1))
        #expect(!files.hasUpload(failed.id))
        #expect(files.takeUploads([failed.id]) == nil)
        for kept in [other, drop, first, second, late] { #expect(files.hasUpload(kept.id)) }
        #expect(files.takeUploads([first.id, second.id])?.count == 2)
    }

    @Test func `a file that is still written counts after its choice has failed`() throws {
        let files = Screen(Text("x")).graph.files
        defer { files.close() }
        let size = 3 * WindowFiles.leastSize
        func begin(_ batch: Int, size: Int) throws -> (id: String, url: URL, state: WindowFiles.UploadState)? {
            try files.beginUpload(named: "a.txt", to: 5, batch: batch, size: size, maxReceivedSize: 4 * WindowFiles.leastSize)
        }
        let first = try #require(try begin(1, size: size))
        try Data(count: size).write(to: first.url)
        #expect(first.state.goesOn)
        let second = try #require(try begin(2, size: WindowFiles.leastSize))
        #expect(!first.state.goesOn)
        #expect(second.state.goesOn)
        #expect(try begin(3, size: WindowFiles.leastSize) == nil)
        #expect(FileManager.default.fileExists(atPath: first.url.path))
        #expect(!files.finishUpload(first.id))
        #expect(!FileManager.default.fileExists(atPath: first.url.deletingLastPathComponent().path))
        // The choice that was refused has removed the one before it.
        #expect(!second.state.goesOn)
        let fourth = try #require(try begin(4, size: WindowFiles.leastSize))
        #expect(files.finishUpload(fourth.id))
        #expect(files.takeUploads([fourth.id])?.count == 1)
    }

    @Test func `files that are still written are as many as those that have arrived`() throws {
        let files = Screen(Text("x")).graph.files
        defer { files.close() }
        for batch in 1...WindowFiles.mostFiles { #expect(try files.beginUpload(named: "a.txt", to: 5, batch: batch) != nil) }
        #expect(try files.beginUpload(named: "a.txt", to: 5, batch: WindowFiles.mostFiles + 1) == nil)
    }

    @Test func `an upload ends with its window`() throws {
        let files = Screen(Text("x")).graph.files
        let upload = try #require(try files.beginUpload(named: "a.txt"))
        files.close()
        #expect(!upload.state.goesOn)
        #expect(!files.finishUpload(upload.id))
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
