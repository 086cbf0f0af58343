import Foundation
import Glibc

/// The memory that the process has allocated and not given back, in all arenas and in mappings of their own, as `malloc_info` tells it.
///
/// What the kernel counts is no measure: an allocation may lie in pages that others left, and so cost none.
enum AllocatedMemory {
    static var bytes: Int {
        get throws {
            let report = try report
            func size(_ element: String) -> Int {
                // The totals come last.
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
            // Glibc's header is not among those that Swift imports.
            typealias Function = @convention(c) (Int32, UnsafeMutablePointer<FILE>?) -> Int32
            var (text, count): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
            guard let symbol = dlsym(nil, "malloc_info"), let stream = open_memstream(&text, &count) else {
                throw WrongResult(description: "There is no malloc_info.")
            }
            _ = unsafeBitCast(symbol, to: Function.self)(0, stream)
            fclose(stream)
            defer { free(text) }
            return text.map { String(cString: $0) } ?? ""
        }
    }
}
