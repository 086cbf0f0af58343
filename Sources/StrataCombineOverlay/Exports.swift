// The module Combine is OpenCombine with two operators that its last release lacks: `CombineLatest`
// and `Merge`.
@_exported public import OpenCombine
@_exported public import OpenCombineDispatch
@_exported public import OpenCombineFoundation
