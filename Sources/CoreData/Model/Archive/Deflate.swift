internal import CStrataZlib
internal import Foundation

/// Raw DEFLATE compression, without a zlib header: the format of the model that a store contains.
enum Deflate {
    /// Compresses data.
    static func pack(_ data: Data) throws -> Data {
        try run(
            data, { deflateInit2_($0, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) }, deflate, deflateEnd
        )
    }

    /// Decompresses data.
    ///
    /// - Parameter limit: The largest size of the result, by default far above that of any model. A
    ///   few kilobytes may be made to unpack to gigabytes.
    /// - Throws: An error in `NSCocoaErrorDomain` for data that is not a complete DEFLATE stream, or is
    ///   larger than the limit.
    static func unpack(_ data: Data, limit: Int = 1 << 26) throws -> Data {
        try run(data, limit: limit, { inflateInit2_($0, -MAX_WBITS, ZLIB_VERSION, size) }, inflate, inflateEnd)
    }

    private static let size = Int32(MemoryLayout<z_stream>.size)
    private typealias Stream = UnsafeMutablePointer<z_stream>

    private static func run(
        _ data: Data, limit: Int = .max, _ start: (Stream) -> Int32, _ step: (Stream, Int32) -> Int32, _ end: (Stream) -> Int32
    ) throws -> Data {
        var input = [UInt8](data)
        var output = Data()
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var stream = z_stream()
        guard start(&stream) == Z_OK else { throw CocoaError(.featureUnsupported) }
        defer { _ = end(&stream) }
        let code = input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            var code = Z_OK
            while code == Z_OK {
                let room = UInt32(chunk.count)
                code = chunk.withUnsafeMutableBufferPointer { chunk in
                    stream.next_out = chunk.baseAddress
                    stream.avail_out = room
                    return step(&stream, Z_FINISH)
                }
                // Z_BUF_ERROR with a full chunk is not an error: zlib has more output to write.
                if code == Z_BUF_ERROR, stream.avail_out == 0 { code = Z_OK }
                output.append(contentsOf: chunk.prefix(Int(room - stream.avail_out)))
                if output.count > limit { code = Z_MEM_ERROR }
            }
            return code
        }
        guard code == Z_STREAM_END else { throw CocoaError(.fileReadCorruptFile) }
        return output
    }
}
