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

    /// The reason for which the image could not be loaded; nil in the other phases.
    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

/// A view that loads an image from a URL and shows it.
///
///     AsyncImage(url: photo.url) { image in
///         image.resizable()
///     } placeholder: {
///         ProgressView()
///     }
///
/// The user's browser loads the image, and not the server. So a URL from untrusted data can reach
/// no address that only the server can reach. URLs with schemes other than `https`, `http` and
/// `data` fail.
public struct AsyncImage<Content: View>: View {
    private let url: URL?
    private let scale: CGFloat
    private let transaction: Transaction
    private let content: (AsyncImagePhase) -> Content
    @State private var loaded = LoadedImage()

    /// Shows an image. Until it is loaded, and if it cannot be loaded, shows a gray area.
    public init(url: URL?, scale: CGFloat = 1) where Content == Image {
        self.init(url: url, scale: scale) { $0.image ?? Image(placeholder: ()) }
    }

    /// Shows a view of the loaded image. Until the image is loaded, and if it cannot be loaded,
    /// shows a placeholder.
    public init<I: View, P: View>(
        url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> I, @ViewBuilder placeholder: @escaping () -> P
    ) where Content == _ConditionalContent<I, P> {
        self.init(url: url, scale: scale) { phase in
            if let image = phase.image { content(image) } else { placeholder() }
        }
    }

    /// Shows a view for each phase of loading an image.
    ///
    /// - Parameters:
    ///   - url: The URL of the image; nil leaves the phase at `empty`.
    ///   - scale: The number of pixels in a point.
    ///   - transaction: The transaction in which the phase changes.
    ///   - content: A closure that returns the view of a phase.
    public init(
        url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
    ) {
        self.url = url
        self.scale = scale
        self.transaction = transaction
        self.content = content
    }

    /// The view of the current phase.
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

/// The last result of loading an image.
private struct LoadedImage: Equatable {
    /// The URL that was loaded, or could not be loaded; nil before the first result.
    var url: URL?
    var isLoaded = false
}

/// The result of loading an image, as a host reports it.
package struct ImageLoadEvent: ElementEvent {
    package static let name = "load"

    package var isLoaded: Bool
    /// The address that the host loaded, as the element had it.
    package var address: String

    package init(isLoaded: Bool, address: String) {
        self.isLoaded = isLoaded
        self.address = address
    }
}

/// An element that makes the host load an image, around the view of the current phase. The host
/// reports the result, and loads nothing for other schemes.
private struct AsyncImageLoader<Content: View>: BuiltInView {
    let url: URL?
    let content: Content
    let report: (URL, Bool) -> Void

    static func canLoad(_ url: URL) -> Bool { ["http", "https", "data"].contains(url.scheme?.lowercased() ?? "") }

    func _update(_ node: ViewNode) {
        let address = url.flatMap { Self.canLoad($0) ? $0 : nil }
        let load = EventHandler(ImageLoadEvent.self) { event in
            // The result of an earlier address may arrive after the address has changed.
            if let address, event.address == address.absoluteString { report(address, event.isLoaded) }
        }
        node.show(.media(.loader(address?.absoluteString)), on: [load])
        node.updateChild(0, content)
    }
}
