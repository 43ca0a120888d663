import { bundlerFolder } from '@latchkey/devstack'
import { installLocked } from '../../scripts/build/installLocked.ts'
import { type PeerSet, peerFolder } from './peerFolder.ts'

const sets: readonly PeerSet[] = [
  'usual',
  'solana',
  'bitcoin',
  'stacks',
  'cosmos',
  'uniswap',
  'x402',
  'ramps',
  'smart',
]

/** What every run needs is there before the first test's time runs. */
export async function setup(): Promise<void> {
  // The published contracts of smart accounts are with the local chain's bundler.
  for (const folder of [...sets.map(peerFolder), bundlerFolder]) await installLocked(folder)
}
