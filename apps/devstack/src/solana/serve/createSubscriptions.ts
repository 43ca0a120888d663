import type { Address } from '@solana/kit'
import type { Entry } from '../ledger/createHistory.ts'
import type { Ledger } from '../ledger/createLedger.ts'
import { type Commitment, commitmentLag, genesisSlot } from '../ledger/slotClock.ts'
import { inContext } from '../methods/method.ts'
import { encodeAccount, readAccountFormat } from '../parse/encodeAccount.ts'
import type { Call } from '../rpc/answerRpc.ts'
import {
  readAddress,
  readCommitment,
  readConfig,
  readText,
  toAddress,
  toSignature,
} from '../rpc/readParams.ts'
import { invalidParams, RpcError } from '../rpc/rpcError.ts'

/** Subscriptions that one connection may have. */
const largestCount = 1_000

/** One subscription: what it says at a new slot or a new transaction, to be sent when its commitment is reached. */
interface Subscription {
  readonly method: string
  readonly lag: bigint
  /** What is to be said about a transaction; undefined: nothing. */
  readonly hear?: (entry: Entry) => (() => unknown) | undefined
  readonly slot?: (slot: bigint) => unknown
  /** Ends with its first notification. */
  readonly once?: boolean
  /** What waits for its commitment, by slot. */
  readonly due: { readonly slot: bigint; readonly say: () => unknown }[]
}

/** The subscriptions of one connection. */
export interface Subscriptions {
  /** Answers `…Subscribe` and `…Unsubscribe`; undefined when the call is neither. @throws RpcError */
  run(call: Call): unknown
  close(): void
}

/** Watches a ledger for one connection. `send` gets each notification. */
export function createSubscriptions(ledger: Ledger, send: (notification: unknown) => void): Subscriptions {
  const open = new Map<number, Subscription>()
  let lastId = 0

  function notify(id: number, { method, once }: Subscription, result: unknown): void {
    // Before it is sent: a client may answer with a new subscription.
    if (once) open.delete(id)
    send({ jsonrpc: '2.0', method, params: { result, subscription: id } })
  }

  function flush(id: number, subscription: Subscription): void {
    const { due, lag } = subscription
    while (open.has(id) && due[0] && ledger.slot() - due[0].slot >= lag) {
      const say = due.shift()?.say
      notify(id, subscription, say?.())
    }
  }

  const stop = ledger.listen({
    slot(slot) {
      for (const [id, subscription] of [...open]) {
        flush(id, subscription)
        if (open.has(id) && subscription.slot) notify(id, subscription, subscription.slot(slot))
      }
    },
    entry(entry) {
      for (const [id, subscription] of [...open]) {
        const say = subscription.hear?.(entry)
        if (say) subscription.due.push({ slot: entry.slot, say })
        flush(id, subscription)
      }
    },
  })

  return {
    run({ method, params }) {
      if (method.endsWith('Unsubscribe')) {
        if (!Object.hasOwn(makers, method.replace(/Unsubscribe$/, 'Subscribe'))) return undefined
        const id = params[0]
        if (typeof id !== 'number' || !open.delete(id)) throw invalidParams('Invalid subscription id.')
        return true
      }
      const make = Object.hasOwn(makers, method) ? makers[method] : undefined
      if (!make) return undefined
      if (open.size >= largestCount)
        throw new RpcError(-32603, 'Internal Error: Subscription refused. Node subscription limit reached')
      const subscription = make(ledger, params)
      lastId += 1
      open.set(lastId, subscription)
      return lastId
    },
    close() {
      open.clear()
      stop()
    },
  }
}

const makers: Readonly<Record<string, (ledger: Ledger, params: readonly unknown[]) => Subscription>> = {
  slotSubscribe: () => ({
    method: 'slotNotification',
    lag: 0n,
    due: [],
    slot: slot => ({ slot, parent: slot - 1n, root: rootOf(slot) }),
  }),

  rootSubscribe: () => ({ method: 'rootNotification', lag: 0n, due: [], slot: rootOf }),

  signatureSubscribe(ledger, params) {
    const signature = toSignature(readText(params, 0))
    const commitment = readCommitment(readConfig(params, 1))
    const say = (entry: Entry) => () => inContext(ledger, { err: entry.err })
    const known = ledger.history.get(signature)
    return {
      method: 'signatureNotification',
      lag: commitmentLag[commitment],
      once: true,
      // One that is in a block already is reported at the next slot.
      due: known ? [{ slot: known.slot, say: say(known) }] : [],
      hear: entry => (entry.signature === signature ? say(entry) : undefined),
    }
  },

  accountSubscribe(ledger, params) {
    const address = readAddress(params, 0)
    const config = readConfig(params, 1)
    const format = readAccountFormat(config)
    const read = (): unknown => {
      const account = ledger.getAccount(address)
      return inContext(ledger, account.exists ? encodeAccount(ledger, account, format) : emptyAccount)
    }
    // An encoding that cannot hold it is refused now rather than with the first change.
    read()
    return {
      method: 'accountNotification',
      lag: lagOf(readCommitment(config)),
      due: [],
      hear: entry => (entry.keys.includes(address) ? read : undefined),
    }
  },

  programSubscribe(ledger, params) {
    const program = readAddress(params, 0)
    const config = readConfig(params, 1)
    const format = readAccountFormat({ encoding: 'base64', ...config })
    return {
      method: 'programNotification',
      lag: lagOf(readCommitment(config)),
      due: [],
      hear: entry => {
        const pubkey = entry.keys.find(key => ownerOf(ledger, key) === program)
        if (pubkey === undefined) return undefined
        return () =>
          inContext(ledger, { pubkey, account: encodeAccount(ledger, ledger.getAccount(pubkey), format) })
      },
    }
  },

  logsSubscribe(ledger, params) {
    const filter = params[0]
    const mentioned =
      filter === 'all' || filter === 'allWithVotes' ? undefined : toAddress(readMentions(params))
    return {
      method: 'logsNotification',
      lag: lagOf(readCommitment(readConfig(params, 1))),
      due: [],
      hear: entry =>
        mentioned === undefined || entry.keys.includes(mentioned)
          ? () => inContext(ledger, { signature: entry.signature, err: entry.err, logs: entry.logs })
          : undefined,
    }
  },
}

const emptyAccount = {
  data: ['', 'base64'],
  executable: false,
  lamports: 0,
  owner: '11111111111111111111111111111111',
  rentEpoch: 0,
  space: 0,
}

const lagOf = (commitment: Commitment): bigint => commitmentLag[commitment]

function rootOf(slot: bigint): bigint {
  const root = slot - commitmentLag.finalized
  return root > genesisSlot ? root : genesisSlot
}

function ownerOf(ledger: Ledger, key: Address): Address | undefined {
  const account = ledger.getAccount(key)
  return account.exists ? account.programAddress : undefined
}

function readMentions(params: readonly unknown[]): unknown {
  const { mentions } = readConfig(params, 0)
  if (!Array.isArray(mentions) || mentions.length !== 1)
    throw invalidParams('Invalid Request: Only 1 address supported')
  return mentions[0]
}
