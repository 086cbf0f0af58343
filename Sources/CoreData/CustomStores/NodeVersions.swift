internal import Synchronization

/// The versions of an incremental store's rows, as far as they were read or saved.
///
/// The version of a node is a number of the app's choice. That of a row begins with 1 and increases
/// with each other version of its node that is read, and with each save. After a save the node's
/// version is unknown: the next one that is read is taken for the saved one.
final class NodeVersions: Sendable {
    private struct Version {
        var row: Int64
        var node: UInt64?
    }

    private let versions = Mutex<[RowID: Version]>([:])

    /// Returns the version of a row whose node was read.
    func row(_ rowID: RowID, readWith node: UInt64) -> Int64 {
        versions.withLock { versions in
            var version = versions[rowID] ?? Version(row: 1, node: node)
            if let known = version.node, known != node { version.row += 1 }
            version.node = node
            versions[rowID] = version
            return version.row
        }
    }

    /// Returns the version of a row that was saved.
    func row(savedAs rowID: RowID) -> Int64 {
        versions.withLock { versions in
            let version = (versions[rowID]?.row ?? 0) + 1
            versions[rowID] = Version(row: version, node: nil)
            return version
        }
    }

    /// Records that a row does not exist any more, so that objects that were made of it are in
    /// conflict.
    func delete(_ rowID: RowID) { change(rowID) }

    /// Records that a row has other values than were read or saved last.
    func change(_ rowID: RowID) {
        versions.withLock { versions in
            guard let version = versions[rowID] else { return }
            versions[rowID] = Version(row: version.row + 1, node: nil)
        }
    }

    /// Forgets a missing row.
    func forget(_ rowID: RowID) { versions.withLock { $0[rowID] = nil } }

    /// The number of rows.
    var count: Int { versions.withLock { $0.count } }

    /// The version of a row that was read or saved last; nil if there was none.
    subscript(rowID: RowID) -> Int64? { versions.withLock { $0[rowID]?.row } }
}
