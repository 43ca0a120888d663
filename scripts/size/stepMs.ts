/** Milliseconds for each step of a visit: they tell one that hangs, as no machine is too slow. */
export const stepMs = 120_000
