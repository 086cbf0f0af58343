public import Foundation

/// The state of an image that is being loaded.
public enum AsyncImagePhase: Sendable {
    /// The image is not loaded yet.
    case empty
    /// The image is loaded.
    case success(Image)
    /// The image could not be loaded.
    case failure(any Error)

    /// The image; nil unless it is loaded.
    public var image: Image? { if case .success(let image) = self { image } else { nil } }

    /// The reason for which the image could not be loaded; nil unless that is so.
    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

/// A view that shows an image from a server on the web.
///
///     AsyncImage(url: photo.url) { image in
///         image.resizable()
///     } placeholder: {
///         ProgressView()
///     }
///
/// The user's browser loads the image, so an address that comes from data reaches nothing that the
/// user could not reach. Addresses other than `https`, `http` and `data` fail.
public struct AsyncImage<Content: View>: View {
    private let url: URL?
    private let scale: CGFloat
    private let transaction: Transaction
    private let content: (AsyncImagePhase) -> Content
    @State private var loaded = LoadedImage()

    /// Shows an image, and a gray area until it is loaded.
    public init(url: URL?, scale: CGFloat = 1) where Content == Image {
        self.init(url: url, scale: scale) { $0.image ?? Image(placeholder: ()) }
    }

    /// Shows an image in a view of the app's own, and another view until it is loaded.
    public init<I: View, P: View>(
        url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> I, @ViewBuilder placeholder: @escaping () -> P
    ) where Content == _ConditionalContent<I, P> {
        self.init(url: url, scale: scale) { phase in
            if let image = phase.image { content(image) } else { placeholder() }
        }
    }

    /// Shows a view for each phase of loading an image.
    ///
    /// - Parameter transaction: The transaction in which the phase changes.
    public init(
        url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
    ) {
        self.url = url
        self.scale = scale
        self.transaction = transaction
        self.content = content
    }

    public var body: some View {
        AsyncImageLoader(url: url, content: content(phase)) { url, isLoaded in
            withTransaction(transaction) { loaded = LoadedImage(url: url, isLoaded: isLoaded) }
        }
    }

    private var phase: AsyncImagePhase {
        guard let url else { return .empty }
        guard AsyncImageLoader<Content>.canLoad(url) else { return .failure(URLError(.unsupportedURL)) }
        guard loaded.url == url else { return .empty }
        return loaded.isLoaded ? .success(Image(url: url, scale: scale)) : .failure(URLError(.cannotDecodeContentData))
    }
}

/// The result of loading an image.
private struct LoadedImage: Equatable {
    var url: URL?
    var isLoaded = false
}

/// The result of loading an image, as a host reports it.
package struct ImageLoadEvent: ElementEvent {
    package static let name = "load"

    package var isLoaded: Bool

    package init(isLoaded: Bool) { self.isLoaded = isLoaded }
}

/// Has the host load an image, around the view of its phase.
private struct AsyncImageLoader<Content: View>: BuiltInView {
    let url: URL?
    let content: Content
    let report: (URL, Bool) -> Void

    static func canLoad(_ url: URL) -> Bool { ["http", "https", "data"].contains(url.scheme?.lowercased() ?? "") }

    func _update(_ node: ViewNode) {
        let address = url.flatMap { Self.canLoad($0) ? $0 : nil }
        let load = EventHandler(ImageLoadEvent.self) { event in
            if let address { report(address, event.isLoaded) }
        }
        node.show(.media(.loader(address?.absoluteString)), on: [load])
        node.updateChild(0, content)
    }
}
