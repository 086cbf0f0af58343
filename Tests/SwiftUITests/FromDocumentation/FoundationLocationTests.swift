import Foundation
import SwiftUI
import Testing

/// Folders and bundles as the documentation of `URL`, `FileManager` and `Bundle` describes them.
struct FoundationLocationTests {
    @Test func `the folders of URL are those of the file manager for the user`() throws {
        let manager = FileManager.default
        let folders: [(URL, FileManager.SearchPathDirectory)] = [
            (.documentsDirectory, .documentDirectory), (.applicationSupportDirectory, .applicationSupportDirectory),
            (.cachesDirectory, .cachesDirectory),
        ]
        for (url, directory) in folders {
            #expect(
                manager.urls(for: directory, in: .userDomainMask).first?.standardizedFileURL.path == url.standardizedFileURL.path)
            #expect(url.isFileURL)
        }
    }

    @Test func `the temporary and the home folder are those of the file manager`() {
        #expect(
            URL.temporaryDirectory.standardizedFileURL.path == FileManager.default.temporaryDirectory.standardizedFileURL.path)
        #expect(
            URL.homeDirectory.standardizedFileURL.path == FileManager.default.homeDirectoryForCurrentUser.standardizedFileURL.path
        )
    }

    @Test func `a folder that is asked for with its creation exists`() throws {
        let url = try FileManager.default.url(for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        var isDirectory: ObjCBool = false
        #expect(FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory))
        #expect(isDirectory.boolValue)
    }

    @Test func `a file can be written in the temporary folder and read again`() throws {
        let url = URL.temporaryDirectory.appending(path: "strata-checks-\(UUID().uuidString)", directoryHint: .notDirectory)
        defer { try? FileManager.default.removeItem(at: url) }
        try Data("a".utf8).write(to: url)
        #expect(try String(contentsOf: url, encoding: .utf8) == "a")
        #expect(FileManager.default.fileExists(atPath: url.path(percentEncoded: false)))
    }

    @Test func `a path and a component are appended to a folder`() {
        let url = URL(filePath: "/a/", directoryHint: .isDirectory)
        #expect(url.appending(path: "b/c").path() == "/a/b/c")
        #expect(url.appending(component: "b", directoryHint: .isDirectory).hasDirectoryPath)
        #expect(url.appending(queryItems: [URLQueryItem(name: "k", value: "v")]).query() == "k=v")
    }

    @Test func `a resource that does not exist has no URL`() {
        #expect(Bundle.main.url(forResource: "missing-\(UUID().uuidString)", withExtension: "txt") == nil)
        #expect(Bundle.main.path(forResource: "missing-\(UUID().uuidString)", ofType: nil) == nil)
    }

    @Test func `the main bundle is one object with a folder`() {
        #expect(Bundle.main === Bundle.main)
        #expect(Bundle.main.bundleURL.isFileURL)
        #expect(Bundle.main.bundlePath.hasPrefix("/"))
    }

    @Test func `a bundle cannot be made of a folder that does not exist`() {
        #expect(Bundle(url: URL(fileURLWithPath: "/missing-\(UUID().uuidString)")) == nil)
    }

    @Test func `a string without a translation is its key, or the value that is given for it`() {
        #expect(Bundle.main.localizedString(forKey: "missing key", value: nil, table: nil) == "missing key")
        #expect(Bundle.main.localizedString(forKey: "missing key", value: "value", table: nil) == "value")
    }
}
