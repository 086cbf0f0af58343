import Observation
import SwiftData

/// The reason for which the store cannot be opened, if it cannot.
@MainActor @Observable
final class StoreStatus {
    private(set) var failure: String?

    /// Called with the container, or with the error after which there is none.
    func didOpen(_ result: Result<ModelContainer, any Error>) {
        switch result {
        case .success: failure = nil
        case .failure(let error): failure = error.localizedDescription
        }
    }
}
