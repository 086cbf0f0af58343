import Foundation

/// The memory that the process has in use, in pages that were touched.
enum AllocatedMemory {
    static var bytes: Int {
        get throws {
            let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
            guard fields.count > 1, let pages = Int(fields[1]) else { throw WrongResult(description: "/proc/self/statm says \(fields)") }
            return pages * sysconf(Int32(_SC_PAGESIZE))
        }
    }
}
