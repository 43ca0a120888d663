/** Milliseconds by which the clock of another process of ours may be ahead. */
export const mostAhead = 5_000
