import { join } from 'node:path'
import { deployContracts } from '../contracts/deployContracts.ts'
import { localChains } from './devNetworks.ts'
import { type Chain, startChain } from './startChain.ts'

/**
 * Starts all local chains and puts the contracts on them. When one does not start, none is left running.
 * @throws Error with one clear line.
 */
export async function startChains(options: {
  ports: Readonly<Record<number, number>>
  automine: boolean
  /** Folder that holds one folder for each chain. */
  dataFolder: string
  fresh: boolean
  host: string
  /** Aborts a pending start. */
  signal?: AbortSignal | undefined
  log: (line: string) => void
}): Promise<Chain[]> {
  const { ports, automine, dataFolder, fresh, host, signal, log } = options
  const results = await Promise.allSettled(
    localChains.map(({ id }) =>
      startChain({
        chainId: id,
        port: ports[id] ?? 0,
        blockTime: automine ? undefined : 1,
        dataFolder: join(dataFolder, String(id)),
        fresh,
        host,
        signal,
        log,
      }),
    ),
  )
  const chains = results.filter(result => result.status === 'fulfilled').map(result => result.value)
  try {
    for (const result of results) if (result.status === 'rejected') throw result.reason
    signal?.throwIfAborted()
    const deployed = await Promise.all(chains.map(deployContracts))
    for (const [index, names] of deployed.entries()) {
      if (names.length > 0) log(`Deployed on chain ${chains[index]?.chainId}: ${names.join(', ')}.`)
    }
    return chains
  } catch (error) {
    await Promise.all(chains.map(chain => chain.stop()))
    throw error
  }
}
