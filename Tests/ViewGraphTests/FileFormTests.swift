import Foundation
import OpenCombine
import Testing
import UniformTypeIdentifiers

@testable import StrataViewGraph

/// The forms in which an app exports and imports files, and the folders of the user.
@MainActor
struct FileFormTests {
    /// A document with a name that its wrapper prefers. One without a text cannot be written.
    private struct Note: FileDocument {
        static let readableContentTypes: [UTType] = [.plainText, .json]
        var text: String

        init(_ text: String) { self.text = text }
        init(configuration: ReadConfiguration) throws { text = "" }

        func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
            if text.isEmpty { throw CocoaError(.fileWriteUnknown) }
            let wrapper = FileWrapper(regularFileWithContents: Data("\(text) as \(configuration.contentType.identifier)".utf8))
            wrapper.preferredFilename = text
            return wrapper
        }
    }

    /// A document that is an object.
    private final class Sheet: ReferenceFileDocument, @unchecked Sendable {
        static let readableContentTypes: [UTType] = [.json]
        let text: String

        init(_ text: String) { self.text = text }
        init(configuration: ReadConfiguration) throws { text = "" }

        func snapshot(contentType: UTType) throws -> String { text }

        func fileWrapper(snapshot: String, configuration: WriteConfiguration) throws -> FileWrapper {
            let wrapper = FileWrapper(
                regularFileWithContents: Data("\(snapshot) as \(configuration.contentType.identifier)".utf8))
            wrapper.preferredFilename = snapshot
            return wrapper
        }
    }

    private let isShown = Binding(StateBox(false))
    private let log = Binding(StateBox<[String]>([]))

    /// Exports, and returns the downloads that the browser is asked for.
    private func downloads(_ screen: Screen) -> [WindowFiles.Download] {
        isShown.wrappedValue = true
        screen.update()
        #expect(!isShown.wrappedValue)
        return screen.graph.drainRequests().compactMap { request in
            guard case .download(let id) = request else { return nil }
            return screen.graph.files.takeDownload(id)
        }
    }

    private func texts(_ downloads: [WindowFiles.Download]) throws -> [String] {
        try downloads.map { try String(contentsOf: $0.url, encoding: .utf8) }
    }

    private func note(_ result: Result<[URL], any Error>) {
        switch result {
        case .success(let urls): log.wrappedValue.append(urls.map(\.lastPathComponent).joined(separator: " "))
        case .failure: log.wrappedValue.append("failure")
        }
    }

    @Test func `a document can be written to the types that it can be read from`() {
        #expect(Note.writableContentTypes == [.plainText, .json])
        #expect(Sheet.writableContentTypes == [.json])
    }

    @Test func `several documents are exported, and complete together`() throws {
        let screen = Screen(
            Text("x").fileExporter(
                isPresented: isShown, documents: [Note("a"), Note("b")], contentType: .plainText,
                onCompletion: { (result: Result<[URL], any Error>) in note(result) }))
        let downloads = downloads(screen)
        #expect(downloads.map(\.name) == ["a.txt", "b.txt"])
        screen.graph.files.finish(downloads[0], nil)
        #expect(log.wrappedValue == [])
        screen.graph.files.finish(downloads[1], nil)
        #expect(log.wrappedValue == ["a.txt b.txt"])
    }

    @Test func `an export of several documents fails once`() {
        let screen = Screen(
            Text("x").fileExporter(
                isPresented: isShown, documents: [Note("a"), Note("")], contentType: .plainText,
                onCompletion: { (result: Result<[URL], any Error>) in note(result) }))
        let downloads = downloads(screen)
        #expect(log.wrappedValue == ["failure"])
        for download in downloads { screen.graph.files.finish(download, CocoaError(.fileWriteUnknown)) }
        #expect(log.wrappedValue == ["failure"])
    }

    @Test func `objects are exported as of a snapshot`() throws {
        let several = Screen(
            Text("x").fileExporter(
                isPresented: isShown, documents: [Sheet("a"), Sheet("b")], contentType: .json,
                onCompletion: { (result: Result<[URL], any Error>) in note(result) }))
        #expect(try texts(downloads(several)) == ["a as public.json", "b as public.json"])
        let one = Screen(
            Text("x").fileExporter(isPresented: isShown, document: Sheet("a"), contentType: .json, defaultFilename: "Sheet") {
                (result: Result<URL, any Error>) in note(result.map { [$0] })
            })
        let downloads = downloads(one)
        #expect(downloads.map(\.name) == ["Sheet.json"])
        for download in downloads { one.graph.files.finish(download, nil) }
        #expect(log.wrappedValue == ["Sheet.json"])
    }

    @Test(arguments: [([UTType.image, .json], "public.json"), ([], "public.plain-text"), ([.image], "public.plain-text")])
    func `a document is exported as the first type that it can be written to`(_ types: [UTType], _ written: String) throws {
        let screen = Screen(
            Text("x").fileExporter(
                isPresented: isShown, document: Note("a"), contentTypes: types, onCompletion: { note($0.map { [$0] }) },
                onCancellation: { log.wrappedValue.append("cancelled") }))
        let downloads = downloads(screen)
        #expect(try texts(downloads) == ["a as \(written)"])
    }

    @Test func `an interrupted download is a cancellation`() {
        let documents: [any View] = [
            Text("x").fileExporter(
                isPresented: isShown, document: Note("a"), contentTypes: [.json], onCompletion: { note($0.map { [$0] }) },
                onCancellation: { log.wrappedValue.append("cancelled") }),
            Text("x").fileExporter(
                isPresented: isShown, document: Sheet("a"), contentTypes: [.json], onCompletion: { note($0.map { [$0] }) },
                onCancellation: { log.wrappedValue.append("cancelled") }),
        ]
        for view in documents {
            log.wrappedValue = []
            let screen = Screen(AnyView(view))
            for download in downloads(screen) { screen.graph.files.finish(download, CocoaError(.userCancelled)) }
            #expect(log.wrappedValue == ["cancelled"])
        }
    }

    // MARK: Importing

    private func choose(_ names: [String], in screen: Screen) throws {
        isShown.wrappedValue = true
        screen.update()
        let uploads = try names.map { name in
            let upload = try #require(try screen.graph.files.beginUpload(named: name))
            try Data(name.utf8).write(to: upload.url)
            return upload.id
        }
        let dialog = screen.find { if case .presentation(.fileImporter) = $0.content { true } else { false } }
        screen.send(FilesEvent(files: uploads), to: dialog)
    }

    @Test func `an importer of one file has its URL, and one of several has all`() throws {
        let one = Screen(
            Text("x").fileImporter(isPresented: isShown, allowedContentTypes: [.plainText]) { result in
                note(result.map { [$0] })
            })
        try choose(["a.txt", "b.txt"], in: one)
        #expect(log.wrappedValue == [])
        try choose(["a.txt"], in: one)
        #expect(log.wrappedValue == ["a.txt"])
        let several = Screen(
            Text("x").fileImporter(
                isPresented: isShown, allowedContentTypes: [.plainText], allowsMultipleSelection: true,
                onCompletion: { (result: Result<[URL], any Error>) in note(result) }))
        try choose(["c.txt", "d.txt"], in: several)
        #expect(log.wrappedValue == ["a.txt", "c.txt d.txt"])
        #expect(!isShown.wrappedValue)
    }

    @Test func `a chosen file can be read between the requests for its access`() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("strata-\(UUID())")
        try Data("text".utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(url.startAccessingSecurityScopedResource())
        #expect(try String(contentsOf: url, encoding: .utf8) == "text")
        url.stopAccessingSecurityScopedResource()
        #expect(FileManager.default.fileExists(atPath: url.path))
    }

    // MARK: Folders

    @Test func `files of a folder are found and removed by identity`() {
        let (first, second) = (FileWrapper(regularFileWithContents: Data()), FileWrapper(regularFileWithContents: Data()))
        let folder = FileWrapper(directoryWithFileWrappers: ["a": first, "b": second])
        #expect(folder.keyForFileWrapper(second) == "b")
        folder.removeFileWrapper(first)
        #expect(folder.fileWrappers?.keys.sorted() == ["b"])
        #expect(folder.keyForFileWrapper(first) == nil)
        second.removeFileWrapper(second)
        #expect(second.regularFileContents == Data())
    }

    @Test func `the folders of the user are those of the file manager`() {
        func folder(_ directory: FileManager.SearchPathDirectory) -> URL {
            FileManager.default.urls(for: directory, in: .userDomainMask).first ?? .homeDirectory
        }
        #expect(URL.downloadsDirectory == folder(.downloadsDirectory))
        #expect(URL.desktopDirectory == folder(.desktopDirectory))
        #expect(URL.moviesDirectory == folder(.moviesDirectory))
        #expect(URL.musicDirectory == folder(.musicDirectory))
        #expect(URL.picturesDirectory == folder(.picturesDirectory))
        #expect(URL.sharedPublicDirectory == folder(.sharedPublicDirectory))
    }
}
