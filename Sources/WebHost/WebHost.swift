public import ViewGraph
