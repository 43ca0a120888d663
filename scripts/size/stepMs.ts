/** Milliseconds for each step of a visit: they detect a step that hangs, as no machine is too slow. */
export const stepMs = 120_000
