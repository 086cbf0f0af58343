public import Foundation
public import UniformTypeIdentifiers

/// A file to export: its content, name and type.
private struct ExportedFile {
    let name: String?
    let type: UTType
    let wrapper: () throws -> FileWrapper

    /// The name of the file that the browser saves.
    func filename(_ wrapper: FileWrapper) -> String {
        let name = name ?? wrapper.preferredFilename ?? "Untitled"
        return (name as NSString).appendingPathExtension(for: type)
    }
}

/// Has the browser download files when a binding becomes true.
private struct FileExporterModifier: BuiltInModifier {
    let isPresented: Binding<Bool>
    let files: () -> [ExportedFile]
    let completion: (Result<[URL], any Error>) -> Void
    let onCancellation: () -> Void

    func update<Content: View>(_ node: ViewNode, content: Content) {
        node.updateChild(0, content)
        guard node.reading({ isPresented.wrappedValue }) else { return }
        // The body that set the binding is still being evaluated.
        node.graph.whenShown { [weak node] in
            guard let node, node.isInGraph, isPresented.wrappedValue else { return }
            isPresented.wrappedValue = false
            export(node.graph)
        }
    }

    @MainActor
    private func export(_ graph: WindowGraph) {
        let all = files()
        guard !all.isEmpty else { return }
        let progress = ExportProgress(count: all.count, completion: completion, onCancellation: onCancellation)
        do {
            for file in all {
                let wrapper = try file.wrapper()
                guard wrapper.isRegularFile else { throw CocoaError(.featureUnsupported) }
                let mimeType = file.type.preferredMIMEType ?? "application/octet-stream"
                let id = try graph.files.addDownload(wrapper, named: file.filename(wrapper), mimeType: mimeType) {
                    progress.finish($0)
                }
                graph.request(.download(id: id))
            }
        } catch {
            // The downloads that have been requested may fail, too.
            progress.finish(.failure(error))
        }
    }
}

/// The downloads of one export, which is complete when all of them are.
@MainActor
private final class ExportProgress {
    private var left: Int
    private var urls: [URL] = []
    private var isOver = false
    private let completion: (Result<[URL], any Error>) -> Void
    private let onCancellation: () -> Void

    init(count: Int, completion: @escaping (Result<[URL], any Error>) -> Void, onCancellation: @escaping () -> Void) {
        left = count
        self.completion = completion
        self.onCancellation = onCancellation
    }

    func finish(_ result: Result<URL, any Error>) {
        guard !isOver else { return }
        switch result {
        case .success(let url):
            urls.append(url)
            left -= 1
            guard left == 0 else { return }
            isOver = true
            completion(.success(urls))
        case .failure(let error):
            isOver = true
            if (error as? CocoaError)?.code == .userCancelled { onCancellation() } else { completion(.failure(error)) }
        }
    }
}

extension View {
    private func exporting(
        _ isPresented: Binding<Bool>, _ files: @escaping () -> [ExportedFile],
        _ completion: @escaping (Result<[URL], any Error>) -> Void, onCancellation: @escaping () -> Void = {}
    ) -> some View {
        modified(
            FileExporterModifier(
                isPresented: isPresented, files: files, completion: completion, onCancellation: onCancellation))
    }

    /// Has the browser download a document when a binding becomes true, which sets it to false.
    ///
    /// The user chooses the folder in the browser, or the browser saves the file in its folder for
    /// downloads.
    ///
    /// - Parameters:
    ///   - isPresented: Whether to start the download.
    ///   - document: The document; nil for none.
    ///   - contentType: The type of the file.
    ///   - defaultFilename: The name of the file; nil for the name that its wrapper prefers.
    ///   - onCompletion: Called when the browser has received the file, with the URL of the copy on
    ///     this machine.
    public func fileExporter<D: FileDocument>(
        isPresented: Binding<Bool>, document: D?, contentType: UTType, defaultFilename: String? = nil,
        onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void
    ) -> some View {
        exporting(isPresented, { document.map { [$0.exported(contentType, defaultFilename)] } ?? [] }) {
            onCompletion($0.map { $0[0] })
        }
    }

    /// Has the browser download documents when a binding becomes true, which sets it to false.
    public func fileExporter<C: Collection>(
        isPresented: Binding<Bool>, documents: C, contentType: UTType,
        onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void
    ) -> some View where C.Element: FileDocument {
        exporting(isPresented, { documents.map { $0.exported(contentType, nil) } }, onCompletion)
    }

    /// Has the browser download a document when a binding becomes true, which sets it to false.
    public func fileExporter<D: ReferenceFileDocument>(
        isPresented: Binding<Bool>, document: D?, contentType: UTType, defaultFilename: String? = nil,
        onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void
    ) -> some View {
        exporting(isPresented, { document.map { [$0.exported(contentType, defaultFilename)] } ?? [] }) {
            onCompletion($0.map { $0[0] })
        }
    }

    /// Has the browser download documents when a binding becomes true, which sets it to false.
    public func fileExporter<C: Collection>(
        isPresented: Binding<Bool>, documents: C, contentType: UTType,
        onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void
    ) -> some View where C.Element: ReferenceFileDocument {
        exporting(isPresented, { documents.map { $0.exported(contentType, nil) } }, onCompletion)
    }

    /// Has the browser download a document when a binding becomes true, which sets it to false, and
    /// calls a closure if the download is interrupted.
    ///
    /// The file has the first of the types `contentTypes` that the document can be written to. If
    /// that array is empty, it has the document's own type.
    public func fileExporter<D: FileDocument>(
        isPresented: Binding<Bool>, document: D?, contentTypes: [UTType] = [], defaultFilename: String? = nil,
        onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void, onCancellation: @escaping () -> Void = {}
    ) -> some View {
        let type = D.writableContentTypes.chosen(from: contentTypes)
        return exporting(
            isPresented, { document.map { [$0.exported(type, defaultFilename)] } ?? [] }, { onCompletion($0.map { $0[0] }) },
            onCancellation: onCancellation)
    }

    /// Has the browser download a document when a binding becomes true, which sets it to false, and
    /// calls a closure if the download is interrupted.
    public func fileExporter<D: ReferenceFileDocument>(
        isPresented: Binding<Bool>, document: D?, contentTypes: [UTType] = [], defaultFilename: String? = nil,
        onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void, onCancellation: @escaping () -> Void = {}
    ) -> some View {
        let type = D.writableContentTypes.chosen(from: contentTypes)
        return exporting(
            isPresented, { document.map { [$0.exported(type, defaultFilename)] } ?? [] }, { onCompletion($0.map { $0[0] }) },
            onCancellation: onCancellation)
    }
}

extension [UTType] {
    /// Returns the first of other types to which a document can be written; its first own type if
    /// there are none.
    fileprivate func chosen(from others: [UTType]) -> UTType { others.first { contains($0) } ?? first ?? .data }
}

extension FileDocument {
    fileprivate func exported(_ type: UTType, _ name: String?) -> ExportedFile {
        ExportedFile(name: name, type: type) {
            try self.fileWrapper(configuration: FileDocumentWriteConfiguration(contentType: type, existingFile: nil))
        }
    }
}

extension ReferenceFileDocument {
    fileprivate func exported(_ type: UTType, _ name: String?) -> ExportedFile {
        ExportedFile(name: name, type: type) {
            try self.fileWrapper(
                snapshot: self.snapshot(contentType: type),
                configuration: FileDocumentWriteConfiguration(contentType: type, existingFile: nil))
        }
    }
}
