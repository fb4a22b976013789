// No more than what clang takes in before it.
