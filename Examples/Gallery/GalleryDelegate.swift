import Foundation
import SwiftUI

/// The delegate of the app. It counts its launches, and reports the end of the process.
final class GalleryDelegate: NSObject, UIApplicationDelegate, ObservableObject {
    @Published private(set) var launches = 0

    func application(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
        launches += 1
        return true
    }

    func applicationWillTerminate(_ application: UIApplication) {
        // Ignored: the process ends, with or without the line.
        try? FileHandle.standardOutput.write(contentsOf: Data("The Gallery ends\n".utf8))
    }
}
