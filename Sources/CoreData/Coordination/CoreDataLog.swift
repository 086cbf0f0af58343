internal import Foundation

/// What the framework has to say where nothing can be thrown: lines on standard error, in the form in which Apple's appear.
enum CoreDataLog {
    static func error(_ sentence: String) { write("CoreData: error: \(sentence)\n") }

    static func warning(_ sentence: String) { write("CoreData: warning: \(sentence)\n") }

    private static func write(_ line: String) {
        FileHandle.standardError.write(Data(line.utf8))
    }
}
