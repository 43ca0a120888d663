import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { RunningDemandChain, StartDemandOptions } from '../demand/demandChain.ts'
import { localOnly } from '../http/localOnly.ts'
import { localPages } from '../http/localPages.ts'
import { serveApp } from '../http/serveApp.ts'
import { addComet } from './addComet.ts'
import { addLcd } from './addLcd.ts'
import { pay } from './cosmosState.ts'
import { type ChainStart, type CosmosChain, createCosmosChain } from './createCosmosChain.ts'
import { devCosmosAccounts, keplrAccounts } from './devCosmosAccounts.ts'
import { keepState } from './keepState.ts'

/** Milliseconds between two blocks. */
const blockTime = 1_000
/** Bytes of a request. */
const largestBody = 200_000
/** What each development account starts with: 1,000 ATOM. */
const startAmount = 1_000_000_000n

/** Ironwood, while it runs. */
export interface RunningCosmos extends RunningDemandChain {
  readonly chain: CosmosChain
}

/**
 * Starts Ironwood, our double of a Cosmos chain. It is no node: no consensus, one coin, transfers alone. Transactions are read with the
 * ecosystem's own codecs; signature, sequence, chain id, fee, gas and funds are checked. The REST API and CometBFT's JSON-RPC share the port.
 */
export async function startCosmos(options: StartDemandOptions): Promise<RunningCosmos> {
  const { port, host = '127.0.0.1', dataFolder, automine = false, fresh = false } = options
  const kept = keepState(dataFolder, fresh)
  const chain = createCosmosChain(kept.read() ?? firstState(), { automine, now: Date.now, mined: kept.write })
  const app = new Hono()
  app.use(localOnly(), localPages())
  app.use(bodyLimit({ maxSize: largestBody }))
  addLcd(app, chain)
  addComet(app, chain)
  const listening = await serveApp(app, { port, host })
  const timer = setInterval(chain.mine, blockTime)
  return {
    port: listening.port,
    chain,
    async stop() {
      clearInterval(timer)
      await listening.close()
    },
  }
}

function firstState(): ChainStart {
  const state = { balances: new Map<string, bigint>(), accounts: new Map() }
  for (const { address } of [...devCosmosAccounts, ...keplrAccounts]) pay(state, address, startAmount)
  return { state, height: 1 }
}
