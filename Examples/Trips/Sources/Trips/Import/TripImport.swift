import Foundation
import Observation
import SwiftData

/// The import of the sample trips, which all windows show.
@MainActor @Observable
final class TripImport {
    /// The finished part of the running import, from 0 to 1; nil if none is running.
    private(set) var progress: Double?
    /// The reason for which the last import failed; nil if it did not.
    var failure: String?

    @ObservationIgnored private var task: Task<Void, Never>?

    /// Starts to import the sample trips, if no import is running.
    func start(into container: ModelContainer, from file: SampleFile? = .bundled) {
        guard progress == nil else { return }
        guard let file else {
            failure = "The file of sample trips is missing."
            return
        }
        progress = 0
        task = Task {
            do {
                let importer = TripImporter(modelContainer: container)
                _ = try await importer.importTrips(from: file) { progress in await self.update(progress) }
            } catch is CancellationError {
                // The trips so far stay.
            } catch {
                failure = error.localizedDescription
            }
            progress = nil
        }
    }

    /// Stops the import after the batch that is being saved.
    func cancel() { task?.cancel() }

    /// Waits until no import is running.
    func finish() async { await task?.value }

    private func update(_ progress: Double) { self.progress = progress }
}
