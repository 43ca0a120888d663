import type { Chain } from '../chains/startChain.ts'
import { type Listening, serveApp } from '../http/serveApp.ts'
import { createFaucet } from './createFaucet.ts'
import { createPayer } from './createPayer.ts'

/**
 * Serves the faucet of the given chains.
 * @throws Error of the system when the port cannot be had.
 */
export function startFaucet(options: {
  chains: readonly Chain[]
  port: number
  host: string
  log: (line: string) => void
}): Promise<Listening> {
  const { chains, port, host, log } = options
  const app = createFaucet({ payers: chains.map(createPayer), now: () => performance.now(), log })
  return serveApp(app, { port, host })
}
