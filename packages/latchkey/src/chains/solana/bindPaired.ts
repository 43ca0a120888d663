import { formatBase58, parseBase58 } from '../../contract/base58.ts'
import { isCaipNetworkId } from '../../contract/caip.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { fromBase64, toBase64 } from '../foreign/base64.ts'
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'
import { longestTransaction } from './longestTransaction.ts'
import type { SolanaAccount, SolanaChange, SolanaWallet, TransactionOrder } from './solanaWallet.ts'

const mostAccounts = 100
const mostMethods = 1_000

type Call = (...values: never[]) => unknown

/**
 * A wallet that takes requests, over the relay: the methods and shapes are those of the public reference. The network is the
 * second argument of each request. `methods` and `chains` are what the session grants now; what it does not grant is absent.
 * Undefined where the value takes none.
 */
export function bindPaired(provider: unknown): SolanaWallet | undefined {
  const take = (name: string): Call | undefined => {
    const value = fieldOf(provider, name)
    return typeof value === 'function' ? (value as Call) : undefined
  }
  const send = take('request')
  if (!send) return undefined
  const on = take('on')
  const off = take('removeListener') ?? take('off')
  let known: readonly SolanaAccount[] | undefined

  const request = async (method: string, params: object, network = wallet.network): Promise<unknown> =>
    Reflect.apply(send, provider, [{ method, params }, ...(network ? [network] : [])])

  /** All of them where the provider does not say. */
  const grants = (method: string): boolean => {
    const granted = itemsOf(fieldOf(provider, 'methods'), mostMethods)
    return granted === undefined || granted.includes(method)
  }

  const orderOf = ({ address, transaction }: TransactionOrder) => ({
    transaction: toBase64(transaction),
    pubkey: address,
  })

  const wallet: SolanaWallet = {
    network: undefined,
    async connect(silent) {
      const answer = await request(silent ? 'solana_getAccounts' : 'solana_requestAccounts', {})
      known = readAccounts(answer)
      return known
    },
    accounts: () => known,
    networks(listed) {
      const granted = itemsOf(fieldOf(provider, 'chains'), mostMethods)?.filter(each =>
        isCaipNetworkId(each, 'solana'),
      )
      if (!granted) return listed
      const own = listed.filter(network => granted.includes(network))
      return own.length > 0 ? own : granted
    },
    watch(changed) {
      if (!on) return () => undefined
      let live = true
      const tell = (change: SolanaChange): void => {
        if (live) changed(change)
      }
      const onAccounts = (payload: unknown): void => {
        const accounts = readAccounts(payload)
        if (!accounts) return
        known = accounts
        tell({ type: 'accounts', accounts })
      }
      const onChain = (payload: unknown): void => {
        if (isCaipNetworkId(payload, 'solana')) tell({ type: 'network', caipNetworkId: payload })
      }
      const onDisconnect = (): void => tell({ type: 'disconnected' })
      const listeners = [
        ['accountsChanged', onAccounts],
        ['chainChanged', onChain],
        ['disconnect', onDisconnect],
      ] as const
      const each = (call: Call | undefined) => {
        for (const [event, listener] of listeners) {
          try {
            if (call) Reflect.apply(call, provider, [event, listener])
          } catch {}
        }
      }
      each(on)
      return () => {
        live = false
        each(off)
      }
    },
    get signMessage() {
      return grants('solana_signMessage') ? signMessage : undefined
    },
    get signTransaction() {
      return grants('solana_signTransaction') ? signTransaction : undefined
    },
    get signAllTransactions() {
      return grants('solana_signAllTransactions') ? signAllTransactions : undefined
    },
    get signAndSendTransaction() {
      return grants('solana_signAndSendTransaction') ? signAndSendTransaction : undefined
    },
  }

  async function signMessage(address: string, message: Uint8Array): Promise<Uint8Array> {
    const method = 'solana_signMessage'
    const answer = await request(method, { message: formatBase58(message), pubkey: address })
    return signatureOf(answer, method)
  }

  async function signTransaction(order: TransactionOrder): Promise<Uint8Array> {
    const method = 'solana_signTransaction'
    const answer = await request(method, orderOf(order), order.caipNetworkId)
    const whole = transactionOf(fieldOf(answer, 'transaction'))
    if (whole) return whole
    // Older wallets answer with the signature alone.
    return withSignature(order, signatureOf(answer, method), method)
  }

  async function signAllTransactions(orders: readonly TransactionOrder[]): Promise<readonly Uint8Array[]> {
    const method = 'solana_signAllTransactions'
    const [first] = orders
    const params = { transactions: orders.map(each => toBase64(each.transaction)), pubkey: first?.address }
    const answer = await request(method, params, first?.caipNetworkId)
    const list = itemsOf(fieldOf(answer, 'transactions'), orders.length)?.map(transactionOf)
    if (list?.length !== orders.length || list.includes(undefined)) throw badAnswer(method, answer)
    return list as readonly Uint8Array[]
  }

  async function signAndSendTransaction(order: TransactionOrder): Promise<Uint8Array> {
    const method = 'solana_signAndSendTransaction'
    return signatureOf(await request(method, orderOf(order), order.caipNetworkId), method)
  }

  return wallet
}

/** Accounts as wallets answer them, as `{ pubkey }`, and as their events have them, as addresses. */
function readAccounts(list: unknown): readonly SolanaAccount[] | undefined {
  const items = itemsOf(list, mostAccounts)
  if (!items) return undefined
  const addresses = items.map(item => (typeof item === 'string' ? item : fieldOf(item, 'pubkey')))
  const isSound = addresses.every(
    (each): each is string => typeof each === 'string' && each.length >= 32 && !!parseBase58(each, 32),
  )
  return isSound ? [...new Set(addresses)].map(address => ({ address })) : undefined
}

function transactionOf(text: unknown): Uint8Array | undefined {
  return text === '' ? undefined : fromBase64(text, longestTransaction)
}

function signatureOf(answer: unknown, method: string): Uint8Array {
  const text = fieldOf(answer, 'signature')
  const signature = typeof text === 'string' ? parseBase58(text, 64) : undefined
  if (!signature) throw badAnswer(method, answer)
  return signature
}

/** Sets the first signature, which follows the count of them. Only the account that pays signs what we make. */
function withSignature({ transaction }: TransactionOrder, signature: Uint8Array, method: string): Uint8Array {
  if (transaction[0] !== 1 || transaction.length < 65) throw badAnswer(method, undefined)
  const signed = Uint8Array.from(transaction)
  signed.set(signature, 1)
  return signed
}
