import StrataTestSupport

// The generator of random tests in all files of this target.
typealias SeededGenerator = StrataTestSupport.SeededGenerator
