import { installPeers } from './installPeers.ts'

/** What every run needs is there before the first test's time runs. */
export async function setup(): Promise<void> {
  await installPeers('usual')
}
