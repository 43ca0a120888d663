import { join, resolve } from 'node:path'
import type { RunningDemandChain, StartDemandOptions } from '../demand/demandChain.ts'
import { serveApp } from '../http/serveApp.ts'
import { createEsplora } from './esplora/createEsplora.ts'
import { createLedger } from './esplora/createLedger.ts'
import type { CallNode } from './node/callNode.ts'
import { findBitcoind } from './node/findBitcoind.ts'
import { mine, seedChain } from './node/seedChain.ts'
import { startNode } from './node/startNode.ts'

/** The repository this file is in. */
const root = resolve(import.meta.dirname, '../../../..')
/** Milliseconds between two looks for transactions that wait for a block. */
const blockTime = 1_000

/** Elm, while it runs. */
export interface RunningBitcoin extends RunningDemandChain {
  /** The node's own JSON-RPC, which the port does not show. */
  readonly call: CallNode
  /** Mines blocks. */
  mine(blocks: number): Promise<void>
}

/**
 * Starts Elm, the local Bitcoin chain: a full node of regtest behind a small Esplora API. A block follows each second in which
 * transactions wait, or each transaction at once with `automine`.
 * @throws ChainUnavailable when there is no node to be had; Error with one line when it does not start.
 */
export async function startBitcoin(options: StartDemandOptions): Promise<RunningBitcoin> {
  const { port, host = '127.0.0.1', dataFolder, fresh = false, automine = false, signal } = options
  const { log = () => undefined } = options
  const program = await findBitcoind({ cache: join(root, '.cache', 'bitcoin-knots'), log, signal })
  const node = await startNode({ program, folder: join(dataFolder, 'node'), fresh, signal })
  try {
    await seedChain(node.call)
    signal?.throwIfAborted()
    const mineWaiting = createMiner(node.call)
    const ledger = createLedger(node.call)
    const app = createEsplora({
      call: node.call,
      ledger,
      sent: async () => {
        if (automine) await mineWaiting()
      },
      log,
    })
    const listening = await serveApp(app, { port, host })
    const timer = setInterval(() => {
      mineWaiting().catch((error: unknown) => log(error instanceof Error ? error.message : String(error)))
    }, blockTime)
    const stopTimer = (): void => clearInterval(timer)
    void node.exited.then(stopTimer)
    return {
      port: listening.port,
      exited: node.exited,
      call: node.call,
      mine: blocks => mine(node.call, blocks),
      async stop() {
        stopTimer()
        await listening.close()
        await node.stop()
      },
    }
  } catch (error) {
    await node.stop()
    throw error
  }
}

/** Mines a block when transactions wait for one; two calls at once make one. */
function createMiner(call: CallNode): () => Promise<void> {
  let mining: Promise<void> | undefined
  async function mineWaiting(): Promise<void> {
    const { size } = (await call('getmempoolinfo')) as { size: number }
    if (size > 0) await mine(call, 1)
  }
  return () => {
    mining ??= mineWaiting().finally(() => {
      mining = undefined
    })
    return mining
  }
}
