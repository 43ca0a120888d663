/**
 * The journal of what a visitor set going: transfers, calls, swaps, approvals, payments and orders. An entry is written before a wallet is asked, so
 * that nothing is asked for twice (reference T73, F15, F19). JSON-safe.
 */
import * as v from 'valibot'
import { parseAmount } from './amount.ts'
import { type CaipAddress, type CaipNetworkId, isCaipNetworkId, networkIdOf } from './caip.ts'
import type { SentAsset, TransferReceipt } from './send.ts'

/** An amount of an asset that leaves or reaches an account. */
export interface EntryLeg {
  readonly asset: SentAsset
  /** Whole units, exact. */
  readonly amount: string
}

/** What an order brings. */
export type OrderLeg = Pick<EntryLeg, 'asset'> & Partial<Pick<EntryLeg, 'amount'>>

/** What became of something that a wallet was asked for. */
export const askedStatuses = [
  /** The wallet has it and did not answer yet. */
  'asked',
  /** The answer did not come: it may have been sent. */
  'unknown',
  /** On its way, by the wallet's word. */
  'pending',
  'confirmed',
  'failed',
  'replaced',
  /** It was signed, and the chain did not take it in time: nothing was sent. */
  'expired',
  /** Another transaction took its nonce, or every node forgot it. */
  'dropped',
  /** Refused, or never sent: stored no longer than it takes to say so. */
  'rejected',
] as const

export type AskedStatus = (typeof askedStatuses)[number]

interface BaseEntry {
  /** Asking twice under one id, or in two tabs, sends once. At most 64 characters. */
  readonly id: string
  /** The visitor's account, on the network of `caipNetworkId`. */
  readonly from: CaipAddress
  readonly caipNetworkId: CaipNetworkId
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** An entry that a wallet is asked for. */
interface AskedEntry extends BaseEntry {
  /** The nonce that it was to take, as text. */
  readonly nonce?: string
  readonly hash?: string
  /** Of a batch (EIP-5792). */
  readonly batchId?: string
  readonly status: AskedStatus
  readonly receipt?: TransferReceipt
}

/** One transfer of a token or of the network's own currency. */
export interface TransferEntry extends AskedEntry, EntryLeg {
  readonly kind: 'transfer'
  readonly to: string
}

/** Calls of the host's in one request to the wallet: a batch, or one call. */
export interface CallsEntry extends AskedEntry {
  readonly kind: 'calls'
  /** The same calls in the same order have the same digest: SHA-256, as hex. */
  readonly digest: string
  /** How many calls there are. */
  readonly count: number
  /** Whom they call, each once, at most 10. */
  readonly targets: readonly string[]
  /** The network's own currency that they carry together; absent when they carry none. */
  readonly value?: EntryLeg
  /** The list that a call belongs to, where a wallet takes no batches and is asked for one call after the other. */
  readonly list?: {
    readonly id: string
    /** Of all calls of the list. */
    readonly digest: string
    /** Which of them this is, from 0. */
    readonly at: number
    readonly count: number
  }
}

/** States of a swap to another network. `partial`: another token arrived there; `refunded`: the sold one came back. */
export const arrivalStates = ['unknown', 'waiting', 'done', 'partial', 'refunded', 'failed'] as const

/** What became of a swap on the network where it arrives, by the word of the services. */
export interface SwapArrival {
  readonly state: (typeof arrivalStates)[number]
  /** Of the transaction that paid out. */
  readonly hash?: string
  /** What arrived of the agreed token, by the services' word alone. */
  readonly told?: EntryLeg
}

/** An exchange of one asset for another. */
export interface SwapEntry extends AskedEntry {
  readonly kind: 'swap'
  /** Who quoted it, as the services call it. */
  readonly provider: string
  /** The provider's own id of the quote or route, which its status is asked by. */
  readonly quoteId?: string
  readonly out: EntryLeg
  /** At least this arrives. */
  readonly in: EntryLeg
  /** The amount that arrives was asked for, and `out` is the most that leaves; absent: `out` was asked for. */
  readonly exact?: 'out'
  /** Where it arrives; absent for the entry's own network. */
  readonly toNetworkId?: CaipNetworkId
  /** What became of it on `toNetworkId`, by the services; absent until they were asked. */
  readonly arrival?: SwapArrival
  /** Who receives it; absent for the visitor's own account. */
  readonly recipient?: string
  /** When the quote ends, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** The allowance that was approved for the swap, which the visitor may want to revoke. */
  readonly allowance?: EntryLeg & { readonly spender: string }
  /** Both legs by the receipt's own logs: a result never shows the quote. */
  readonly legs?: { readonly out?: EntryLeg; readonly in?: EntryLeg }
  /** What it is recognized by on the chain: SHA-256 of each call that was asked for with its nonce, as hex. One of them is mined at most. */
  readonly digests?: readonly string[]
}

/** A payment to a merchant. */
export interface PaymentEntry extends AskedEntry {
  readonly kind: 'payment'
  /** Made by the merchant's server; absent for one that the page alone asks for. */
  readonly paymentId?: string
  readonly recipient: string
  readonly out: EntryLeg
  /** What the recipient gets; absent where it is what goes out. */
  readonly in?: EntryLeg
  /** When the payment ends, in milliseconds since the epoch; absent when it does not. */
  readonly expiresAt?: number
  readonly allowance?: EntryLeg & { readonly spender: string }
  /** What a transfer of it carries, so that its receiver finds it: 32 bytes as 0x hex. */
  readonly reference?: string
  /** As `SwapEntry.digests`. */
  readonly digests?: readonly string[]
  /** The services know its transaction; until then they are told it. */
  readonly told?: true
}

/** States of an order at a provider. `lost_sight`: unknown, so it may still arrive. */
export const orderStates = [
  'open',
  'paid',
  'sent',
  'confirmed',
  'failed',
  'refunded',
  'expired',
  'lost_sight',
] as const

export type OrderState = (typeof orderStates)[number]

/** An allowance that a wallet was asked for: for a swap or a payment, or `0` to revoke one. */
export interface ApprovalEntry extends AskedEntry, EntryLeg {
  readonly kind: 'approval'
  readonly spender: string
  /** The id of the swap or payment that it is for; absent for one that revokes what is left. */
  readonly for?: string
  /** As `SwapEntry.digests`. */
  readonly digests?: readonly string[]
}

/** An order at an on-ramp or an exchange, which sends to the visitor's account or pays a payment; no wallet is asked. */
export interface OrderEntry extends BaseEntry {
  readonly kind: 'order'
  /** Which of our services is asked about it: buying, or an exchange that sends. */
  readonly via: 'onramp' | 'exchange'
  readonly provider: string
  /** Who serves it, as visitors know it, for example `Transak`. */
  readonly providerName: string
  /** By our services, which are asked about it. */
  readonly orderId: string
  /** About this arrives: the provider has the last word. Without an amount, its page asks how much. */
  readonly in: OrderLeg
  /** Who receives it; absent for the visitor's own account. */
  readonly recipient?: string
  /** The payment that it pays. */
  readonly paymentId?: string
  /** What the visitor pays: an ISO 4217 code, and a decimal number. */
  readonly price?: { readonly currency: string; readonly amount: string }
  readonly state: OrderState
  /** When the order ends unpaid, in milliseconds since the epoch. */
  readonly expiresAt: number
  /** Of the provider's transaction. */
  readonly hash?: string
  /** What the account held as the order was made, in base units; absent: not known. */
  readonly before?: string
  /** By how much it grew since, in whole units: all there is to see where the provider gives no transaction. */
  readonly grew?: string
}

/** One thing that the visitor set going from this page. */
export type JournalEntry = TransferEntry | CallsEntry | SwapEntry | ApprovalEntry | PaymentEntry | OrderEntry

/** An entry that a wallet was asked for. */
export type WalletEntry = Exclude<JournalEntry, OrderEntry>

const text = (most: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(most))
/** A moment that a date can have: one that none has could not be shown. */
const moment = v.pipe(
  v.number(),
  v.check(at => +new Date(at) === at),
)
const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most))
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const networkId = v.custom<CaipNetworkId>(value => isCaipNetworkId(value))

const legEntries = {
  asset: v.object({
    symbol: text(64),
    decimals: v.number(),
    address: v.exactOptional(text(128)),
  }),
  amount: text(400),
}
const isExact = ({ asset, amount }: EntryLeg) => {
  try {
    return parseAmount(amount, asset.decimals).value >= 0n
  } catch {
    return false
  }
}
const leg = v.pipe(
  v.object(legEntries),
  v.check(value => isExact(value)),
)
const orderLeg: v.GenericSchema<unknown, OrderLeg> = v.pipe(
  v.object({ ...legEntries, amount: v.exactOptional(text(400)) }),
  v.check(({ asset, amount = '0' }) => isExact({ asset, amount })),
)
const digests = v.exactOptional(v.pipe(v.array(digest), v.maxLength(10)))
const allowance = v.pipe(
  v.object({ ...legEntries, spender: text(128) }),
  v.check(value => isExact(value)),
)

const receipt = v.variant('status', [
  v.object({ status: v.picklist(['confirmed', 'failed', 'expired']), hash: text(128) }),
  v.object({
    status: v.literal('replaced'),
    hash: text(128),
    by: text(128),
    reason: v.picklist(['repriced', 'cancelled', 'other']),
    outcome: v.picklist(['confirmed', 'failed']),
  }),
])

const base = {
  id: text(64),
  from: v.custom<CaipAddress>(value => typeof value === 'string' && value !== '' && value.length <= 200),
  caipNetworkId: networkId,
  at: moment,
}
const asked = {
  ...base,
  nonce: v.exactOptional(text(128)),
  hash: v.exactOptional(text(128)),
  batchId: v.exactOptional(text(8_194)),
  status: v.picklist(askedStatuses),
  receipt: v.exactOptional(receipt),
}

const entry: v.GenericSchema<unknown, JournalEntry> = v.pipe(
  v.variant('kind', [
    v.object({ ...asked, kind: v.literal('transfer'), to: text(128), ...legEntries }),
    v.object({
      ...asked,
      kind: v.literal('calls'),
      digest,
      count: count(100),
      targets: v.pipe(v.array(text(128)), v.maxLength(10)),
      value: v.exactOptional(leg),
      list: v.exactOptional(v.object({ id: text(64), digest, at: count(99), count: count(100) })),
    }),
    v.object({
      ...asked,
      kind: v.literal('swap'),
      provider: text(64),
      quoteId: v.exactOptional(text(512)),
      out: leg,
      in: leg,
      exact: v.exactOptional(v.literal('out')),
      toNetworkId: v.exactOptional(networkId),
      arrival: v.exactOptional(
        v.object({
          state: v.picklist(arrivalStates),
          hash: v.exactOptional(text(128)),
          told: v.exactOptional(leg),
        }),
      ),
      recipient: v.exactOptional(text(128)),
      expiresAt: moment,
      allowance: v.exactOptional(allowance),
      legs: v.exactOptional(v.object({ out: v.exactOptional(leg), in: v.exactOptional(leg) })),
      digests,
    }),
    v.object({
      ...asked,
      kind: v.literal('approval'),
      ...legEntries,
      spender: text(128),
      for: v.exactOptional(text(64)),
      digests,
    }),
    v.object({
      ...asked,
      kind: v.literal('payment'),
      paymentId: v.exactOptional(text(128)),
      recipient: text(128),
      out: leg,
      in: v.exactOptional(leg),
      expiresAt: v.exactOptional(moment),
      allowance: v.exactOptional(allowance),
      reference: v.exactOptional(v.pipe(v.string(), v.regex(/^0x[0-9a-f]{64}$/))),
      digests,
      told: v.exactOptional(v.literal(true)),
    }),
    v.object({
      ...base,
      kind: v.literal('order'),
      via: v.picklist(['onramp', 'exchange']),
      provider: text(64),
      providerName: text(64),
      orderId: text(128),
      in: orderLeg,
      recipient: v.exactOptional(text(128)),
      paymentId: v.exactOptional(text(128)),
      price: v.exactOptional(
        v.object({
          currency: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
          amount: v.pipe(v.string(), v.maxLength(40), v.regex(/^\d+(?:\.\d+)?$/)),
        }),
      ),
      state: v.picklist(orderStates),
      expiresAt: moment,
      hash: v.exactOptional(text(128)),
      before: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{1,78}$/))),
      grew: v.exactOptional(v.pipe(v.string(), v.maxLength(120), v.regex(/^\d+(?:\.\d+)?$/))),
    }),
  ]),
  v.check(({ from, caipNetworkId }) => networkIdOf(from) === caipNetworkId),
  v.check(each => (each.kind !== 'transfer' && each.kind !== 'approval') || isExact(each)),
)

/** One stored entry; undefined for anything else. A receipt that makes no sense is left out, and the rest stays. */
export function parseEntry(item: unknown): JournalEntry | undefined {
  const parsed = v.safeParse(entry, item)
  if (parsed.success) return parsed.output
  if (typeof item !== 'object' || item === null || !('receipt' in item)) return undefined
  const { receipt: told, ...rest } = item
  return v.is(receipt, told) ? undefined : parseEntry(rest)
}
