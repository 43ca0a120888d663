import type { Chain } from '../chains/startChain.ts'
import { type Listening, serveApp } from '../http/serveApp.ts'
import type { Solana } from '../solana/startSolana.ts'
import { createFaucet } from './createFaucet.ts'
import { createPayer } from './createPayer.ts'
import { createSolanaPayer } from './createSolanaPayer.ts'

/**
 * Serves the faucet of the given chains.
 * @throws Error of the system when the port cannot be had.
 */
export function startFaucet(options: {
  chains: readonly Chain[]
  solana: Pick<Solana, 'caipNetworkId' | 'pay'>
  port: number
  host: string
  log: (line: string) => void
}): Promise<Listening> {
  const { chains, solana, port, host, log } = options
  const payers = [...chains.map(createPayer), createSolanaPayer(solana)]
  const app = createFaucet({ payers, now: () => performance.now(), log })
  return serveApp(app, { port, host })
}
