import Foundation
import Glibc

/// The memory that the process has allocated and not freed, according to glibc's `malloc_info`.
///
/// The kernel's resident size is not suitable: an allocation may reuse pages that were freed
/// before, and so add nothing.
enum AllocatedMemory {
    /// The number of allocated bytes, in all arenas and in memory-mapped blocks.
    static var bytes: Int {
        get throws {
            let report = try report
            func size(_ element: String) -> Int {
                // The totals of all arenas are at the end of the report.
                guard let start = report.range(of: element, options: .backwards)?.upperBound,
                    let digits = report[start...].range(of: "size=\"")?.upperBound
                else { return 0 }
                return Int(report[digits...].prefix { $0.isNumber }) ?? 0
            }
            return size("<system type=\"current\"") + size("<total type=\"mmap\"") - size("<total type=\"fast\"")
                - size("<total type=\"rest\"")
        }
    }

    private static var report: String {
        get throws {
            // Swift's Glibc module does not import malloc.h.
            typealias Function = @convention(c) (Int32, UnsafeMutablePointer<FILE>?) -> Int32
            var (text, count): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
            guard let symbol = dlsym(nil, "malloc_info"), let stream = open_memstream(&text, &count) else {
                throw WrongResult(description: "The C library has no malloc_info.")
            }
            _ = unsafeBitCast(symbol, to: Function.self)(0, stream)
            fclose(stream)
            defer { free(text) }
            return text.map { String(cString: $0) } ?? ""
        }
    }
}
