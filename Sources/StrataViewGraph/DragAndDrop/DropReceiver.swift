internal import CoreTransferable
internal import Foundation
internal import UniformTypeIdentifiers

/// A destination of drops in a window: finds the items of an event, and passes them to a delegate.
@MainActor
final class DropReceiver {
    private let types: [UTType]
    private let delegate: any DropDelegate
    /// Whether the drag is over the destination, and was not rejected.
    private var isTargeted: Bool
    private var proposed: DropOperation?

    /// - Parameter former: The destination before the last evaluation of its view.
    init(_ types: [UTType], _ delegate: any DropDelegate, after former: DropReceiver?) {
        self.types = types
        self.delegate = delegate
        isTargeted = former?.isTargeted ?? false
        proposed = former?.proposed
    }

    /// Passes an event to the delegate.
    ///
    /// - Parameter element: The element of the destination.
    func handle(_ event: DropEvent, in graph: WindowGraph, _ element: Int?) {
        let files = graph.takeFiles(of: event)
        let info = info(of: event, files, graph)
        switch event.phase {
        case .entered: enter(info, graph, element)
        case .moved: if isTargeted { propose(delegate.dropUpdated(info: info), graph, element) }
        case .exited: exit(info)
        case .dropped:
            // Pasted items do not enter before.
            let accepts = info.hasItemsConforming(to: types) && (isTargeted || delegate.validateDrop(info: info))
            guard accepts, !info.items.isEmpty else {
                graph.files.discard(files)
                return exit(info)
            }
            isTargeted = false
            _ = delegate.performDrop(info: info)
        }
    }

    private func enter(_ info: DropInfo, _ graph: WindowGraph, _ element: Int?) {
        isTargeted = info.hasItemsConforming(to: types) && delegate.validateDrop(info: info)
        proposed = nil
        guard isTargeted else { return propose(DropProposal(operation: .forbidden), graph, element) }
        delegate.dropEntered(info: info)
        propose(delegate.dropUpdated(info: info), graph, element)
    }

    private func exit(_ info: DropInfo) {
        guard isTargeted else { return }
        isTargeted = false
        delegate.dropExited(info: info)
    }

    /// Sends the effect to the host if it has changed.
    private func propose(_ proposal: DropProposal?, _ graph: WindowGraph, _ element: Int?) {
        guard let proposal, let element, proposal.operation != proposed else { return }
        proposed = proposal.operation
        graph.request(.dropProposal(element: element, operation: proposal.operation))
    }

    private func info(of event: DropEvent, _ files: [URL], _ graph: WindowGraph) -> DropInfo {
        let items = graph.items(of: event, files)
        let types = items.isEmpty ? event.types.compactMap(Self.type(of:)) : items.flatMap(\.registeredContentTypes)
        return DropInfo(location: CGPoint(x: event.x, y: event.y), types: types, items: items)
    }

    /// Returns the type of text or a file from outside; nil if the browser does not tell it.
    private static func type(of mimeType: String) -> UTType? {
        if let text = DropProperties.texts.first(where: { $0.mimeType == mimeType }) { return text.type }
        // A file is also an address.
        return UTType(mimeType: mimeType) ?? .fileURL
    }
}

extension WindowGraph {
    /// Returns the files of the items from outside that an event drops; none if one is unknown.
    fileprivate func takeFiles(of event: DropEvent) -> [URL] {
        guard event.phase == .dropped, event.token == nil else { return [] }
        return files.takeUploads(event.items.map(\.id)) ?? []
    }

    /// Returns the items of an event: that of the app with its token, or those from outside, which
    /// have files.
    fileprivate func items(of event: DropEvent, _ files: [URL]) -> [NSItemProvider] {
        if let token = event.token { return drags.item(token, for: self).map { [$0] } ?? [] }
        let received = zip(event.items, files)
        let providers = received.filter(\.0.isFile).map { item, url in
            let named = UTType(filenameExtension: url.pathExtension)
            let type = named.flatMap { $0.isDynamic ? nil : $0 } ?? UTType(mimeType: item.type) ?? .data
            return NSItemProvider(receivedFile: url, type: type)
        }
        // The forms of one dragged text.
        let texts = received.filter { !$0.0.isFile }.compactMap { item, url in
            DropProperties.texts.first { $0.mimeType == item.type }.map { (type: $0.type, url: url) }
        }
        return providers + (texts.isEmpty ? [] : [NSItemProvider(receivedData: texts)])
    }
}
