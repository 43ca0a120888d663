import type { Hex } from 'viem'
import type { ChainClient } from './createChainClient.ts'

/**
 * Waits until transactions are in a block, which it asks for at once instead of waiting for the next one.
 * @throws Error when one was reverted.
 */
export async function confirmAll(client: ChainClient, hashes: readonly Hex[]): Promise<void> {
  if (hashes.length === 0) return
  await client.mine({ blocks: 1 })
  for (const hash of hashes) {
    const receipt = await client.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new Error(`Transaction ${hash} was reverted`)
  }
}
