import type { CaipNetworkId } from 'latchkey/contract'

/** Jupiter serves Solana's main cluster alone. */
export const jupiterNetwork = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as CaipNetworkId
/** Wrapped SOL: Jupiter wraps and unwraps by itself, so in its API this is the network's own currency. */
export const wrappedSol = 'So11111111111111111111111111111111111111112'
/** Jupiter's aggregator, which its own router's transactions call. */
export const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
