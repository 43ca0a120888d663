/** One line of the activity: a transaction as the account that looks at it sees it (SPEC-NOTES §4 "Activity"). Pure. */
import { addressOf, type CaipAddress } from '../../../contract/caip.ts'
import type { OperationType, Transaction } from '../../../contract/history.ts'
import type { OrderEntry, OrderState } from '../../../contract/journal.ts'
import { isSameId, type Spelling, spelledOnce } from '../../../contract/namespaceFacts.ts'
import { type ActivityLeg, mergeLegs } from './activityLegs.ts'
import type { IdFacts } from './idFacts.ts'

/**
 * What happened; `move` is an asset of the account that another account's transaction moved, `self` a transfer to itself. From the journal alone: `buy`
 * and `fund`, an order at an on-ramp and at an exchange, and `pay`, a payment to a merchant.
 */
export type ActivityKind = OperationType | 'move' | 'self' | 'buy' | 'fund' | 'pay'

export type ActivityStatus =
  | 'confirmed'
  | 'failed'
  /** The wallet has it and did not answer yet. */
  | 'asked'
  /** The wallet's answer did not come: it may have been sent. */
  | 'unknown'
  | 'pending'
  | 'replaced'
  /** Forgotten by every node. */
  | 'dropped'

/** Why an entry deserves distrust (T63, T67): spam by its flags, nothing at all, next to nothing, an unvouched token. */
export type ActivityMark = 'spam' | 'zero' | 'dust' | 'unvouched'

/** A transaction of ours in the place of another one: the same with a higher fee, or one that cancels it. */
export type ActivityReplacement = 'repriced' | 'cancelled' | 'other'

export interface ActivityEntry {
  /** The hash as its namespace compares it, else the id of the draft: the same from pending to confirmed. */
  readonly id: string
  readonly hash?: string
  /** Milliseconds since the epoch; absent where the chain does not say. */
  readonly at?: number
  readonly kind: ActivityKind
  readonly status: ActivityStatus
  /** Whether the account itself sent the transaction. */
  readonly own: boolean
  readonly legs: readonly ActivityLeg[]
  /** Who else had a part in it: receiver, sender, or the contract that was called. */
  readonly counterparty?: string
  /** How many others there are beside that one. */
  readonly others: number
  /** The sender of the transaction that moved the account's assets; absent where unknown. */
  readonly mover?: string
  readonly marks: readonly ActivityMark[]
  /** An address of the transaction that can be mistaken for a known one, and that one. */
  readonly alike?: { readonly address: string; readonly known: string }
  /** Why this one took the place of another, or another took its place. */
  readonly replacement?: ActivityReplacement
  readonly replacedBy?: string
  /** An allowance that was asked for from here; its leg says of what and how much. */
  readonly allowance?: {
    /** It sets the allowance to zero. */
    readonly revokes: boolean
    /** Who may take the token, by the name of its provider; absent while unknown. */
    readonly provider?: string
  }
  /** An order at an on-ramp or an exchange that was made from here. */
  readonly order?: {
    /** In the journal. */
    readonly id: string
    readonly via: OrderEntry['via']
    /** Who serves it; absent where its name cannot be shown. */
    readonly provider?: string
    readonly state: OrderState
  }
  /** Not shown unless asked for: spam and poison (SPEC §5, T63). */
  readonly hidden: boolean
}

/** What a transaction says by itself; whom it imitates is a matter of its neighbours (`composeActivity`). */
export interface TransactionReading {
  readonly entry: ActivityEntry
  readonly nonce?: number
  /** Addresses that a reader could mistake for others, without the account's own. */
  readonly parties: readonly string[]
  /** To whom the account itself sent something of worth. */
  readonly receivers: readonly string[]
}

const nobody = '0x0000000000000000000000000000000000000000'
/** Of fiat, and of whole units where the fiat value is unknown: tokens of few decimals are mostly worth about one. */
const dustValue = 0.01
const dustAmount = 0.00001
const fewDecimals = 6

/** Reads one transaction; a token that the account dealt in itself, by its key in `used`, is vouched for by that. */
export function readTransaction(
  { metadata, transfers }: Transaction,
  account: CaipAddress,
  facts: IdFacts,
  used: ReadonlySet<string> = new Set(),
): TransactionReading {
  const address = addressOf(account)
  const own = isSameId(metadata.sentFrom, address, facts.addresses)
  const legs = mergeLegs(transfers, facts.tokens).map(leg =>
    used.has(leg.asset.key) ? { ...leg, asset: { ...leg.asset, vouched: true } } : leg,
  )
  const kind = kindOf(metadata.operationType, legs, own)
  const at = Date.parse(metadata.minedAt)
  const others = (all: readonly (string | null)[]) => distinct(all, address, facts.addresses)
  const partners = others(
    transfers.flatMap(({ direction, sender, recipient }) =>
      direction === 'in' ? sender : direction === 'out' ? recipient : [],
    ),
  )
  const agents = others([own ? metadata.sentTo : metadata.sentFrom])
  const shown = isTransfer(kind) && partners.length > 0 ? partners : agents
  const [counterparty] = shown
  const [mover] = agents
  const isSpam = legs.length > 0 && legs.every(({ spam }) => spam)
  return {
    entry: {
      id: spelledOnce(metadata.hash, facts.transactions.spelling),
      hash: metadata.hash,
      ...(Number.isFinite(at) && { at }),
      kind,
      // A chain that never recorded it has mined it all the same.
      status: metadata.status ?? 'confirmed',
      own,
      legs,
      ...(counterparty !== undefined && { counterparty }),
      others: Math.max(0, shown.length - 1),
      ...(kind === 'move' && mover !== undefined && { mover }),
      marks: own ? (isSpam ? ['spam'] : []) : marksOf(legs),
      hidden: isSpam || (!own && legs.every(isWorthless)),
    },
    ...(own && metadata.nonce !== null && { nonce: metadata.nonce }),
    parties: others([...partners, ...agents]),
    receivers:
      own && kind === 'send' && metadata.status !== 'failed'
        ? others(transfers.map(({ direction, recipient }) => (direction === 'out' ? recipient : null)))
        : [],
  }
}

/** Whether another account's transaction moved something that the visitor would not miss. */
function isWorthless(leg: ActivityLeg): boolean {
  return leg.spam || isNothing(leg) || !leg.asset.vouched || (leg.direction === 'in' && isDust(leg))
}

/** Everything that speaks against another account's transaction: only marks that all its legs share. */
function marksOf(legs: readonly ActivityLeg[]): readonly ActivityMark[] {
  if (legs.length === 0) return ['zero']
  const rules: readonly (readonly [ActivityMark, (leg: ActivityLeg) => boolean])[] = [
    ['spam', ({ spam }) => spam],
    ['zero', isNothing],
    ['dust', leg => leg.direction === 'in' && !isNothing(leg) && isDust(leg)],
    ['unvouched', ({ asset }) => !asset.vouched],
  ]
  return rules.filter(([, holds]) => legs.every(holds)).map(([mark]) => mark)
}

function isNothing({ amount }: ActivityLeg): boolean {
  return amount !== undefined && !/[1-9]/.test(amount)
}

function isDust({ asset, amount, decimals, value }: ActivityLeg): boolean {
  if (asset.kind === 'collectible') return false
  if (value !== undefined) return value < dustValue
  if (amount === undefined) return false
  // For display alone: how small it is, not how much.
  return Number(amount) < (decimals !== undefined && decimals <= fewDecimals ? dustValue : dustAmount)
}

function kindOf(type: OperationType, legs: readonly ActivityLeg[], own: boolean): ActivityKind {
  if (type !== 'send') return type
  if (legs.length > 0 && legs.every(({ direction }) => direction === 'self')) return 'self'
  return own ? 'send' : 'move'
}

function isTransfer(kind: ActivityKind): boolean {
  return kind === 'send' || kind === 'receive' || kind === 'move'
}

/** Each address once, without the account's own and the zero address. */
function distinct(
  addresses: readonly (string | null)[],
  account: string,
  spelling: Spelling,
): readonly string[] {
  const seen = new Map<string, string>()
  for (const address of addresses) {
    if (address === null || address === nobody || isSameId(address, account, spelling)) continue
    const key = spelledOnce(address, spelling)
    if (!seen.has(key)) seen.set(key, address)
  }
  return [...seen.values()]
}
