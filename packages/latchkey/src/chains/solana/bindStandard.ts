import { parseBase58 } from '../../contract/base58.ts'
import { networkOfStandardChain, standardChainOf } from '../../contract/standardChains.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { bytesOf } from '../foreign/bytesOf.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import { accountsOf, chainsOf, methodOf } from '../standard/readStandard.ts'
import { longestTransaction } from './longestTransaction.ts'
import type { SolanaAccount, SolanaWallet, TransactionOrder } from './solanaWallet.ts'

/** Characters of a sign-in text that are read at most. */
const longestText = 10_000

/** A wallet in the page, or the wallet frame's: an object of Wallet Standard. */
export function bindStandard(provider: unknown): SolanaWallet {
  const current = () => readAccounts(fieldOf(provider, 'accounts'))

  /** The account, with the object that the wallet knows it by now. @throws when it is not shared any more. */
  const accountOf = (address: string): unknown => {
    const account = current()?.find(each => each.address === address)
    if (!account) throw new Error('the account is not connected')
    return account.source
  }
  const feature = (name: string, method: string) => methodOf(provider, name, method, current()?.[0]?.source)

  const ask = async (
    name: string,
    method: string,
    inputs: readonly object[],
  ): Promise<readonly unknown[]> => {
    const call = feature(name, method)
    const answer = await call?.(...inputs)
    const items = itemsOf(answer, inputs.length)
    if (items?.length !== inputs.length) throw badAnswer(name, answer)
    return items
  }
  const inputOf = ({ address, transaction, caipNetworkId }: TransactionOrder) => ({
    account: accountOf(address),
    transaction: Uint8Array.from(transaction),
    chain: standardChainOf(caipNetworkId),
  })
  const signAll = async (orders: readonly TransactionOrder[]) => {
    const method = 'solana:signTransaction'
    const answers = await ask(method, 'signTransaction', orders.map(inputOf))
    return answers.map(answer => field(answer, 'signedTransaction', longestTransaction, 1, method))
  }

  return {
    network: undefined,
    async connect(silent) {
      const connect = methodOf(provider, 'standard:connect', 'connect')
      const answer = await connect?.(...(silent ? [{ silent }] : []))
      const list = fieldOf(answer, 'accounts')
      const told = list === undefined ? [] : readAccounts(list)
      // Some answer with nothing at all, and have the accounts all the same.
      return told?.length === 0 ? (current() ?? told) : told
    },
    accounts: current,
    networks(listed) {
      const account = current()?.[0]
      const chains = chainsOf(account ? account.source : provider)
      const own = listed.filter(network => chains.includes(standardChainOf(network)))
      if (own.length > 0) return own
      return chains.flatMap(chain => networkOfStandardChain(chain, []) ?? [])
    },
    watch(changed) {
      const on = methodOf(provider, 'standard:events', 'on')
      let live = true
      let stop: unknown
      try {
        stop = on?.('change', (change: unknown) => {
          const list = fieldOf(change, 'accounts')
          const accounts = list === undefined ? undefined : readAccounts(list)
          if (live && accounts) changed({ type: 'accounts', accounts })
        })
      } catch {
        // A wallet without events is followed by what it answers.
      }
      return () => {
        live = false
        try {
          if (typeof stop === 'function') stop()
        } catch {}
        stop = undefined
      }
    },
    get disconnect() {
      const disconnect = methodOf(provider, 'standard:disconnect', 'disconnect')
      return disconnect && (async () => disconnect())
    },
    get signIn() {
      const method = 'solana:signIn'
      if (!feature(method, 'signIn')) return undefined
      return async (input: object) => {
        const [output] = await ask(method, 'signIn', [input])
        const [account] = readAccounts([fieldOf(output, 'account')]) ?? []
        const signedMessage = bytesOf(fieldOf(output, 'signedMessage'), longestText)
        const signature = bytesOf(fieldOf(output, 'signature'), 64, 64)
        const type = fieldOf(output, 'signatureType') ?? 'ed25519'
        if (!account || !signedMessage || !signature || type !== 'ed25519') return undefined
        return { account, signedMessage, signature }
      }
    },
    get signMessage() {
      const method = 'solana:signMessage'
      if (!feature(method, 'signMessage')) return undefined
      return async (address: string, message: Uint8Array) => {
        const input = { account: accountOf(address), message: Uint8Array.from(message) }
        const [output] = await ask(method, 'signMessage', [input])
        const signed = bytesOf(fieldOf(output, 'signedMessage'), message.length)
        // A wallet that signs something around the text has not signed the text.
        if (!signed || !isSame(signed, message)) throw badAnswer(method, output)
        return field(output, 'signature', 64, 64, method)
      }
    },
    get signTransaction() {
      if (!feature('solana:signTransaction', 'signTransaction')) return undefined
      return async (order: TransactionOrder) => (await signAll([order]))[0] as Uint8Array
    },
    get signAllTransactions() {
      return feature('solana:signTransaction', 'signTransaction') && signAll
    },
    get signAndSendTransaction() {
      const method = 'solana:signAndSendTransaction'
      if (!feature(method, 'signAndSendTransaction')) return undefined
      return async (order: TransactionOrder) => {
        const [output] = await ask(method, 'signAndSendTransaction', [inputOf(order)])
        return field(output, 'signature', 64, 64, method)
      }
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
    if (!key || !own || !isSame(key, own)) return undefined
    if (!found.has(address)) found.set(address, { address, source })
  }
  return [...found.values()]
}

function field(output: unknown, name: string, most: number, least: number, method: string): Uint8Array {
  const bytes = bytesOf(fieldOf(output, name), most, least)
  if (!bytes) throw badAnswer(method, output)
  return bytes
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}
