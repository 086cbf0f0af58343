public import OpenCombine

extension Publishers {
    /// A publisher that combines the latest elements of two publishers into a pair, once both have
    /// published an element, and again whenever one of them publishes.
    ///
    /// It fails when one of them fails. It finishes when both have finished, or when one has
    /// finished without an element.
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        public typealias Output = (A.Output, B.Output)
        public typealias Failure = A.Failure

        /// The publisher of the pair's first element.
        public let a: A
        /// The publisher of the pair's second element.
        public let b: B

        /// Creates a publisher of the latest elements of `a` and `b`.
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Subscribes to both publishers on behalf of a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let combination = LatestCombination<A.Output, B.Output, S>(downstream: subscriber)
            subscriber.receive(subscription: combination)
            a.subscribe(LatestCombination<A.Output, B.Output, S>.Side(of: combination, at: \.first))
            b.subscribe(LatestCombination<A.Output, B.Output, S>.Side(of: combination, at: \.second))
        }
    }

    /// A publisher that combines the latest elements of three publishers into a tuple, with the
    /// rules of `CombineLatest`.
    public struct CombineLatest3<A: Publisher, B: Publisher, C: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure {
        public typealias Output = (A.Output, B.Output, C.Output)
        public typealias Failure = A.Failure

        /// The publisher of the tuple's first element.
        public let a: A
        /// The publisher of the tuple's second element.
        public let b: B
        /// The publisher of the tuple's third element.
        public let c: C

        /// Creates a publisher of the latest elements of three publishers.
        public init(_ a: A, _ b: B, _ c: C) {
            self.a = a
            self.b = b
            self.c = c
        }

        /// Subscribes to the three publishers on behalf of a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            CombineLatest(CombineLatest<A, B>(a, b), c)
                .map { ($0.0, $0.1, $1) }
                .receive(subscriber: subscriber)
        }
    }

    /// A publisher that combines the latest elements of four publishers into a tuple, with the
    /// rules of `CombineLatest`.
    public struct CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher>: Publisher
    where A.Failure == B.Failure, B.Failure == C.Failure, C.Failure == D.Failure {
        public typealias Output = (A.Output, B.Output, C.Output, D.Output)
        public typealias Failure = A.Failure

        /// The publisher of the tuple's first element.
        public let a: A
        /// The publisher of the tuple's second element.
        public let b: B
        /// The publisher of the tuple's third element.
        public let c: C
        /// The publisher of the tuple's fourth element.
        public let d: D

        /// Creates a publisher of the latest elements of four publishers.
        public init(_ a: A, _ b: B, _ c: C, _ d: D) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
        }

        /// Subscribes to the four publishers on behalf of a subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            CombineLatest(CombineLatest3<A, B, C>(a, b, c), d)
                .map { ($0.0, $0.1, $0.2, $1) }
                .receive(subscriber: subscriber)
        }
    }
}

extension Publishers.CombineLatest: Equatable where A: Equatable, B: Equatable {}
extension Publishers.CombineLatest3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
extension Publishers.CombineLatest4: Equatable where A: Equatable, B: Equatable, C: Equatable, D: Equatable {}
