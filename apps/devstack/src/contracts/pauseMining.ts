import type { ChainClient } from './createChainClient.ts'

/**
 * Lets no block come by itself, so that transactions which follow each other cannot be torn apart: the node forgets one
 * that arrives while the one before it is being put into a block.
 * @returns what lets blocks come as before.
 */
export async function pauseMining(client: ChainClient): Promise<() => Promise<void>> {
  const [automine, interval] = await Promise.all([
    client.getAutomine(),
    client.request<{ Method: 'anvil_getIntervalMining'; Parameters?: undefined; ReturnType: number | null }>({
      method: 'anvil_getIntervalMining',
    }),
  ])
  await client.setIntervalMining({ interval: 0 })
  return async () => {
    if (automine) await client.setAutomine(true)
    else if (interval !== null) await client.setIntervalMining({ interval })
  }
}
