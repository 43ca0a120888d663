import type { RunningDemandChain, StartDemandOptions } from '../demand/demandChain.ts'
import { serveApp } from '../http/serveApp.ts'
import { createSuiApi, faucetAmount } from './createSuiApi.ts'
import { createSuiLedger, type SuiLedger } from './createSuiLedger.ts'
import { devSuiAccounts } from './devSuiAccounts.ts'

/** Hazel, while it runs. */
export interface RunningSui extends RunningDemandChain {
  readonly ledger: SuiLedger
}

/**
 * Starts Hazel, the local double of a Sui chain: a coin table behind Sui's GraphQL, with the vendor's codecs and signature checks. It has
 * no Move VM and no validators, executes transfers of SUI only, and forgets everything when it ends.
 */
export async function startSui({ port, host = '127.0.0.1' }: StartDemandOptions): Promise<RunningSui> {
  const ledger = createSuiLedger()
  // A hundred coins of one visit of the faucet in one, for each account.
  for (const account of devSuiAccounts) ledger.mint(account.toSuiAddress(), 100n * faucetAmount)
  const listening = await serveApp(createSuiApi(ledger), { port, host })
  return { port: listening.port, ledger, stop: () => listening.close() }
}
