import type { Address } from '@solana/kit'
import { dogwood } from '../chains/devNetworks.ts'
import { assertPortsFree } from '../ports/assertPortsFree.ts'
import { type DevSolanaAccount, devSolanaAccounts } from './devSolanaAccounts.ts'
import { openLedger } from './openLedger.ts'
import { devNfts, devTokens } from './seed/devMints.ts'
import { payFaucet, payLamports, type SolanaFaucetToken, type SolanaPayment } from './seed/payFaucet.ts'
import { devLookupTable, memoRecipient } from './seed/seedLedger.ts'
import { serveRpc } from './serve/serveRpc.ts'

export interface SolanaOptions {
  /** 0 takes a free one. */
  readonly port: number
  /** Address to listen on. Default 127.0.0.1. */
  readonly host?: string | undefined
  /** Milliseconds of a slot. Default 400, as on the public clusters; tests may choose fewer. */
  readonly slotTime?: number | undefined
  /** The folder of the stored state; absent: it lives as long as the process. */
  readonly dataFolder?: string | undefined
  /** Deletes the stored state. */
  readonly fresh?: boolean | undefined
  readonly log?: ((line: string) => void) | undefined
}

/** A running Solana chain, and what is on it. */
export interface Solana {
  readonly port: number
  /** JSON-RPC, as seen from this machine. */
  readonly url: string
  /** Subscriptions, on the same port: web3.js takes it as `wsEndpoint`, else it tries the port after. */
  readonly wsUrl: string
  readonly genesisHash: string
  readonly caipNetworkId: typeof dogwood.caipNetworkId
  readonly tokens: typeof devTokens
  readonly nfts: typeof devNfts
  /** The first account of the mnemonic: it holds some of everything. */
  readonly visitor: DevSolanaAccount
  readonly accounts: readonly DevSolanaAccount[]
  /** An owner whose account of MOSS takes transfers only behind a memo. */
  readonly memoRecipient: Address
  readonly lookupTable: Address
  /** Pays 10 SOL and 1,000 of each token; resolves when it is in the open block. */
  pay(address: string, tokens?: readonly SolanaFaucetToken[]): Promise<SolanaPayment[]>
  /** Moves time on by some slots: 151 end the life of every blockhash. */
  advance(slots: number): void
  stop(): Promise<void>
}

/**
 * Starts Dogwood, the local Solana chain: Agave's VM in this process behind our own JSON-RPC and WebSocket, with tokens,
 * collectibles and accounts on it.
 * @throws Error with one clear line: port in use, data folder not writable.
 */
export async function startSolana(options: SolanaOptions): Promise<Solana> {
  const { port, host = '127.0.0.1', slotTime = 400, dataFolder, fresh = false } = options
  const { log = () => undefined } = options
  if (port !== 0) await assertPortsFree([{ port, by: `the chain ${dogwood.name}` }], host)
  const { ledger, close } = await openLedger({ folder: dataFolder, fresh, slotTime, log })
  const pay = (address: string, tokens: readonly SolanaFaucetToken[] = []): Promise<SolanaPayment[]> =>
    payFaucet(ledger, address as Address, tokens)
  const listening = await serveRpc({
    context: { ledger, airdrop: (address, lamports) => payLamports(ledger, address, lamports) },
    port,
    host,
    log,
  })
  const timer = setInterval(() => ledger.tick(), slotTime)
  const at = `${host === '0.0.0.0' ? '127.0.0.1' : host}:${listening.port}`
  return {
    port: listening.port,
    url: `http://${at}`,
    wsUrl: `ws://${at}`,
    genesisHash: dogwood.genesisHash,
    caipNetworkId: dogwood.caipNetworkId,
    tokens: devTokens,
    nfts: devNfts,
    visitor: devSolanaAccounts[0] as DevSolanaAccount,
    accounts: devSolanaAccounts,
    memoRecipient,
    lookupTable: devLookupTable,
    pay,
    advance: slots => ledger.advance(slots),
    async stop() {
      clearInterval(timer)
      await listening.close()
      await close()
    },
  }
}
