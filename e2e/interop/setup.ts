import { installLocked } from '../../scripts/build/installLocked.ts'
import { peerFolder } from './peerFolder.ts'

/** What every run needs is there before the first test's time runs. */
export async function setup(): Promise<void> {
  await installLocked(peerFolder('usual'))
  await installLocked(peerFolder('solana'))
  await installLocked(peerFolder('bitcoin'))
}
