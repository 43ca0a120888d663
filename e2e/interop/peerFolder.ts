import { join } from 'node:path'

/** Sets of peers with a lockfile of their own: what every run needs, what the whole matrix adds, and each ecosystem's own software. */
export type PeerSet =
  | 'usual'
  | 'matrix'
  | 'solana'
  | 'bitcoin'
  | 'stacks'
  | 'polkadot'
  | 'sui'
  | 'cosmos'
  | 'uniswap'
  | 'x402'
  | 'ramps'
  | 'smart'

/** Where a set of peers has its lockfile, and what `installLocked` makes of it. */
export function peerFolder(set: PeerSet): string {
  return join(import.meta.dirname, 'peers', set)
}
