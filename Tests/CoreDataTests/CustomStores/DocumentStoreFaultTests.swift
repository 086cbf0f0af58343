import FaultInjection
import Foundation
import StrataTestSupport
import Testing

@testable import CoreData
@testable import StoreWriter

/// Stores that are one file, on a full disk and with several writers.
@Suite struct DocumentStoreFaultTests {
    @Test(arguments: DocumentStoreTests.types) func `a save on a full disk leaves the old file and no other`(type: String) async {
        await #expect(processExitsWith: .success) { [type = type as String] in
            let folder = try TemporaryFolder()
            let path = folder.url.appending(path: "Series").path
            let series = try DocumentSeries(path, type: type)
            for number in 1...3 { try series.add(number) }
            let old = try Data(contentsOf: URL(filePath: path))
            try Faults.onFullDisk {
                let error = failure { try series.add(4) }
                #expect(error?.domain == NSCocoaErrorDomain)
                #expect(error?.code == CocoaError.fileWriteOutOfSpace.rawValue)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Series"])
            #expect(try Data(contentsOf: URL(filePath: path)) == old)
            try series.add(5)
            #expect(try DocumentSeries(path, type: type).numbers() == [1, 2, 3, 5])
        }
    }

    @Test func `a store is not created on a full disk, and is later`() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let path = folder.url.appending(path: "Series").path
            try Faults.onFullDisk {
                #expect(throws: NSError.self) { _ = try DocumentSeries(path, type: NSXMLStoreType) }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
            #expect(try DocumentSeries(path, type: NSXMLStoreType).numbers().isEmpty)
        }
    }

    @Test func `several writers of one file leave the whole file of one of them`() async throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "File")
        let contents = (0..<4).map { Data(repeating: UInt8($0), count: 50_000 + $0) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for content in contents {
                group.addTask {
                    for _ in 0..<40 {
                        try AtomicFile.write(content, to: url)
                        #expect(contents.contains(try Data(contentsOf: url)))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["File"])
    }

    @Test func `what a killed writer has left is used by the next write`() throws {
        let folder = try TemporaryFolder()
        let url = folder.url.appending(path: "File")
        try Data(repeating: 1, count: 100_000).write(to: url.appendingPathExtension("tmp"))
        try AtomicFile.write(Data("new".utf8), to: url)
        #expect(try Data(contentsOf: url) == Data("new".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["File"])
    }
}
