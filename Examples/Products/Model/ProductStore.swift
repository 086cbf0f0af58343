import Foundation
import Observation

/// The products of the catalog. All windows show the same ones.
@MainActor
@Observable
final class ProductStore {
    private(set) var products: [Product]
    /// A message about the file, to be shown until a person dismisses it; nil if all is well.
    private(set) var report: String?
    private let file: ProductFile
    /// Whether the file may be replaced: not if it has products that could not be read.
    private let mayReplaceFile: Bool

    /// Loads the products, or the sample products if there is no file yet. A damaged file is kept
    /// under another name. A file that cannot be read stays as it is.
    init(file: ProductFile = ProductFile()) {
        self.file = file
        var failure: (any Error)?
        do {
            products = try file.load() ?? Product.samples
        } catch let error as DecodingError {
            products = Product.samples
            do {
                let place = try file.setAside()
                report = """
                    “\(file.url.lastPathComponent)” is damaged. It was kept as “\(place.lastPathComponent)”, \
                    and the catalog shows the sample products.
                    """
                print("\(file.url.path) is damaged, so it was moved to \(place.path). \(error)")
            } catch {
                failure = error
            }
        } catch {
            products = Product.samples
            failure = error
        }
        mayReplaceFile = failure == nil
        if let failure {
            report = """
                “\(file.url.lastPathComponent)” could not be read, so the catalog shows the sample products, and changes \
                cannot be saved. \(failure.localizedDescription)
                """
            print("\(file.url.path) could not be read. Changes will not be saved. \(failure)")
        }
    }

    /// Returns the product with an ID; nil if there is none.
    func product(_ id: Product.ID) -> Product? { products.first { $0.id == id } }

    /// Replaces the product that has the same ID, in the file and in all windows. If the file cannot
    /// be saved, nothing changes.
    func update(_ product: Product) throws {
        guard mayReplaceFile else { throw UnreadableFile(name: file.url.lastPathComponent) }
        let changed = products.map { $0.id == product.id ? product : $0 }
        try file.save(changed)
        products = changed
    }

    /// Removes the message about the file.
    func dismissReport() { report = nil }
}

/// The error of a change that is not saved, because it would replace a file with other products.
struct UnreadableFile: LocalizedError {
    let name: String

    var errorDescription: String? {
        "“\(name)” could not be read when the app was started, so it is not replaced. Repair or move the file, and start the app again."
    }
}
