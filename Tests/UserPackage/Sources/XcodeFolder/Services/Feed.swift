import Foundation

// Apple's Foundation brings Combine and networking.
final class Feed: ObservableObject {
    @Published private(set) var count = 0
    private var cancellables: Set<AnyCancellable> = []
    let changes = PassthroughSubject<Int, Never>()

    /// The place of this line, as errors and traps name it.
    static let place = "\(#fileID):\(#line)"

    init() {
        changes.sink { [weak self] in self?.count = $0 }.store(in: &cancellables)
    }

    func load(_ url: URL) async throws -> Data {
        let (data, response) = try await URLSession.shared.data(for: URLRequest(url: url))
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
        return data
    }
}

@objc protocol FeedDelegate: AnyObject {
    @objc func feedDidLoad(_ count: Int)
}

@objcMembers final class FeedListener: NSObject, FeedDelegate {
    @objc dynamic var count = 0
    weak var delegate: FeedDelegate?

    @objc func feedDidLoad(_ count: Int) { self.count = count }

    static let selectors = [#selector(feedDidLoad(_:)), #selector(getter: FeedListener.count)]
}
