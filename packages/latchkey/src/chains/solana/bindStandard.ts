import { parseBase58 } from '../../contract/base58.ts'
import { createError } from '../../contract/errors/createError.ts'
import { networkOfStandardChain, standardChainOf } from '../../contract/standardChains.ts'
import { bytesOf } from '../foreign/bytesOf.ts'
import { isSameBytes } from '../foreign/isSameBytes.ts'
import { fieldOf } from '../foreign/readForeign.ts'
import { accountsOf, askAccounts, chainsOf, methodOf, watchAccounts } from '../standard/readStandard.ts'
import type { SolanaAccount, SolanaWallet, TransactionOrder } from './solanaWallet.ts'

/** A wallet in the page, or the wallet frame's: an object of Wallet Standard. */
export function bindStandard(provider: unknown): SolanaWallet {
  const current = () => readAccounts(fieldOf(provider, 'accounts'))

  const feature = (name: string, method: string) => methodOf(provider, name, method, current()?.[0]?.source)
  /** What signs is loaded when something is to be signed: a page that connects does without. */
  const signing = async () =>
    (await import('./signStandard.ts').catch(missing)).signStandard(provider, readAccounts)
  const signAll = async (orders: readonly TransactionOrder[]) => (await signing()).signAll(orders)

  return {
    network: undefined,
    connect: silent => askAccounts(provider, silent, readAccounts),
    accounts: current,
    networks(listed) {
      const account = current()?.[0]
      const chains = chainsOf(account ? account.source : provider)
      const own = listed.filter(network => chains.includes(standardChainOf(network)))
      if (own.length > 0) return own
      return chains.flatMap(chain => networkOfStandardChain(chain, []) ?? [])
    },
    watch: changed =>
      watchAccounts(provider, list => {
        const accounts = readAccounts(list)
        if (accounts) changed({ type: 'accounts', accounts })
      }),
    get disconnect() {
      const disconnect = methodOf(provider, 'standard:disconnect', 'disconnect')
      return disconnect && (async () => disconnect())
    },
    get signIn() {
      if (!feature('solana:signIn', 'signIn')) return undefined
      return async (input: object) => (await signing()).signIn(input)
    },
    get signMessage() {
      if (!feature('solana:signMessage', 'signMessage')) return undefined
      return async (address: string, message: Uint8Array) => (await signing()).signMessage(address, message)
    },
    get signTransaction() {
      if (!feature('solana:signTransaction', 'signTransaction')) return undefined
      return async (order: TransactionOrder) => (await signAll([order]))[0] as Uint8Array
    },
    get signAllTransactions() {
      return feature('solana:signTransaction', 'signTransaction') && signAll
    },
    get signAndSendTransaction() {
      if (!feature('solana:signAndSendTransaction', 'signAndSendTransaction')) return undefined
      return async (order: TransactionOrder) => (await signing()).signAndSend(order)
    },
  }
}

/** The accounts of solana in a list, each once; undefined where one of them is none: its key and its address must agree. */
function readAccounts(list: unknown): readonly SolanaAccount[] | undefined {
  const accounts = accountsOf(list, 'solana:')
  if (!accounts) return undefined
  const found = new Map<string, SolanaAccount>()
  for (const { address, publicKey, source } of accounts) {
    const key = address.length < 32 ? undefined : parseBase58(address, 32)
    const own = bytesOf(publicKey, 32, 32)
    if (!key || !own || !isSameBytes(key, own)) return undefined
    if (!found.has(address)) found.set(address, { address, source })
  }
  return [...found.values()]
}

function missing(cause: unknown): never {
  throw createError('CHUNK_FAILED', { cause })
}
