// The module Combine is OpenCombine with two operators that its last release lacks: `CombineLatest`
// and `Merge`. It also exports `URLSession`, for its publisher: on Apple's platforms, a file that
// imports Foundation and Combine has both.
@_exported public import FoundationNetworking
@_exported public import OpenCombine
@_exported public import OpenCombineDispatch
@_exported public import OpenCombineFoundation
