public import Foundation
public import UniformTypeIdentifiers

/// The dialog in which the user chooses files, as hosts draw it.
package struct FileImporterContent: Hashable, Sendable {
    /// The filename extensions and MIME types of the files, as the attribute `accept` of HTML has
    /// them; empty for any file.
    package var accepted: [String]
    /// Whether the user can choose several files.
    package var allowsSeveral: Bool
    /// The types of the files.
    package var types: [UTType]

    init(types: [UTType], allowsSeveral: Bool) {
        self.types = types
        self.allowsSeveral = allowsSeveral
        accepted = types.flatMap(\.accepted)
        if types.contains(where: \.acceptsEverything) { accepted = [] }
    }

    /// Returns whether a file may be chosen.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - mimeType: The MIME type that the browser reports.
    package func accepts(_ name: String, mimeType: String?) -> Bool {
        if types.contains(where: \.acceptsEverything) { return true }
        let suffix = (name as NSString).pathExtension
        let named = UTType(filenameExtension: suffix)
        if let named, !named.isDynamic { return types.contains { named.conforms(to: $0) } }
        let reported = mimeType.flatMap { UTType(mimeType: $0) }
        if let reported, !reported.isDynamic, types.contains(where: { reported.conforms(to: $0) }) { return true }
        // A type of the app has no filename extension, so any unknown one may be its own.
        return types.contains { $0.tags.isEmpty && $0.isDeclared && !$0.isPublic }
    }
}

extension UTType {
    /// Whether files of any type have this type.
    fileprivate var acceptsEverything: Bool { [.item, .data, .content].contains(self) }

    /// The filename extensions and MIME types of the type and of the types that conform to it.
    fileprivate var accepted: [String] {
        switch self {
        case .image: ["image/*"]
        case .audio: ["audio/*"]
        case .movie, .video, .audiovisualContent: ["video/*", "audio/*"]
        case .text, .plainText: ["text/*"] + own
        default: own
        }
    }

    private var own: [String] {
        (tags[.filenameExtension] ?? []).map { ".\($0)" } + (tags[.mimeType] ?? [])
    }
}

/// The end of the uploads of a dialog: the IDs of the files that the host has received.
package struct FilesEvent: ElementEvent {
    package static let name = "files"
    package var files: [String]

    package init(files: [String]) { self.files = files }

    package func identifiersExist(in graph: WindowGraph) -> Bool { files.allSatisfy(graph.files.hasUpload) }
    package var uploads: [String] { files }
}

/// The dialog in which the user chooses files.
private struct FileImporterView: BuiltInView {
    let content: FileImporterContent
    let dismiss: () -> Void
    let completion: (Result<[URL], any Error>) -> Void
    let onCancellation: () -> Void

    func _update(_ node: ViewNode) {
        let cancel = EventHandler(DismissEvent.self) { [dismiss, onCancellation] _ in
            dismiss()
            onCancellation()
        }
        let files = EventHandler(FilesEvent.self) { [content, weak node] event in
            guard let node, !event.files.isEmpty, content.allowsSeveral || event.files.count == 1,
                let urls = node.graph.files.takeUploads(event.files)
            else { return }
            dismiss()
            completion(.success(urls))
        }
        node.show(.presentation(.fileImporter(content)), on: [cancel, files])
        // The files that have arrived when the dialog closes without them, or in another way.
        node.graph.presentations.add(node) { [files = node.graph.files, element = node.element?.id] in
            if let element { files.discardUploads(to: element) }
        }
    }
}

extension View {
    /// Shows a dialog in which the user chooses files while a binding is true.
    ///
    /// The browser uploads the files. The URLs are those of copies on this machine, which exist
    /// until the window closes.
    ///
    /// - Parameters:
    ///   - isPresented: Whether the dialog is visible. It becomes false when the user has chosen
    ///     files or closed the dialog.
    ///   - allowedContentTypes: The types of files that the user can choose.
    ///   - allowsMultipleSelection: Whether the user can choose several files.
    ///   - onCompletion: Called with the files when all of them have arrived. Not called if the user
    ///     closes the dialog.
    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
        onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void
    ) -> some View {
        fileImporter(
            isPresented: isPresented, allowedContentTypes: allowedContentTypes, allowsMultipleSelection: allowsMultipleSelection,
            onCompletion: onCompletion, onCancellation: {})
    }

    /// Shows a dialog in which the user chooses files while a binding is true, and calls a closure
    /// if the user closes the dialog.
    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
        onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void, onCancellation: @escaping () -> Void
    ) -> some View {
        let content = FileImporterContent(types: allowedContentTypes, allowsSeveral: allowsMultipleSelection)
        return presenting(isPresented) { _ in
            FileImporterView(
                content: content, dismiss: { isPresented.wrappedValue = false }, completion: onCompletion,
                onCancellation: onCancellation)
        }
    }

    /// Shows a dialog in which the user chooses a file while a binding is true.
    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType],
        onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void
    ) -> some View {
        fileImporter(
            isPresented: isPresented, allowedContentTypes: allowedContentTypes, allowsMultipleSelection: false
        ) { (result: Result<[URL], any Error>) in
            onCompletion(result.map { $0[0] })
        }
    }
}
