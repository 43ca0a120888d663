/** Ways to pay, by what is known of account, networks and services; pure. */
import type { Spelling } from '../../../contract/namespaceFacts.ts'
import type { Network } from '../../../contract/network.ts'
import type { AcceptedPayment } from '../../../contract/payments.ts'
import type { TransferQuote } from '../../../contract/send.ts'
import { lacksFee } from '../../nouns/amounts/lacksFee.ts'
import { findNetwork } from '../../nouns/networks/findNetwork.ts'
import type { Token } from '../../nouns/tokens/tokens.ts'
import { amountOf, assetOfAccepted, keyOfAccepted, networkIdOfAccepted } from './acceptedAmount.ts'
import type { PayWay, ShownPayment } from './payFlow.ts'

/** A token whose price moves meanwhile is not offered for a swap that takes all of it. */
const room = 1.02
/** As many tokens as a list of ways shows. */
const mostSwaps = 12

export interface WayParts {
  readonly shown: ShownPayment
  /** The host's. */
  readonly networks: readonly Network[]
  /** The active account's; absent while nothing is connected. */
  readonly here?: {
    readonly network: Network
    /** How the namespace compares tokens. */
    readonly spelling: Spelling
    readonly tokens: readonly Token[]
    /** Whether it can swap here. */
    readonly swaps: boolean
    /** Whether its wallet sends. */
    readonly sends: boolean
    /** The wallet, where it takes the choice of what to pay with. */
    readonly chooser?: { readonly name: string; readonly icon?: string }
  }
  /** What a transfer of an accepted asset costs, by the asset; null where it cannot be known. Absent while it is asked for. */
  readonly costs: ReadonlyMap<string, TransferQuote | null>
  /** Whether a connected wallet can be put on a network. */
  readonly reaches: (network: Network) => boolean
  /** An exchange sends this. */
  readonly exchange: (accepted: AcceptedPayment) => boolean
  /** A provider sells this to the visitor's own account. */
  readonly card: (accepted: AcceptedPayment) => boolean
  /** Whether there is a code for it. */
  readonly code: (accepted: AcceptedPayment) => boolean
}

/** An accepted asset of the account's network that it holds enough of. */
export interface HeldAccepted {
  readonly accepted: AcceptedPayment
  readonly token: Token
}

/** Accepted assets that the account holds enough of, before the fee. */
export function heldAccepted({ shown, here }: Pick<WayParts, 'shown' | 'here'>): readonly HeldAccepted[] {
  if (!here?.sends) return []
  return shown.accepts.flatMap(accepted => {
    if (networkIdOfAccepted(accepted) !== here.network.caipNetworkId) return []
    const token = here.tokens.find(({ key }) => key === keyOfAccepted(accepted, here.spelling))
    const isEnough =
      token && token.amount.decimals === accepted.decimals && token.amount.value >= amountOf(accepted).value
    return isEnough ? [{ accepted, token }] : []
  })
}

/** All ways, the visitor's own tokens first; `waits`: what some cost is still asked for. */
export function waysOf(parts: WayParts): { readonly ways: readonly PayWay[]; readonly waits: boolean } {
  const held = heldAccepted(parts)
  const tokens = held.flatMap(each => tokenWay(parts, each) ?? [])
  const ways = [
    ...tokens,
    ...swapWays(parts),
    ...walletWays(parts),
    ...networkWays(parts),
    ...otherWays(parts),
  ]
  return { ways, waits: held.some(({ accepted }) => !parts.costs.has(accepted.asset)) }
}

function tokenWay({ here, costs }: WayParts, { accepted, token }: HeldAccepted): PayWay | undefined {
  const cost = costs.get(accepted.asset)
  if (!here || cost === undefined) return undefined
  const asset = assetOfAccepted(accepted, here.network)
  const native = here.tokens.find(({ key }) => key === 'native')?.amount
  const isShort = cost?.fee && lacksFee({ asset, amount: amountOf(accepted) }, cost.fee, native, cost.costs)
  if (isShort || cost?.refusal) return undefined
  return { kind: 'token', key: `token ${accepted.asset}`, accepted, asset, ...looksOf(token) }
}

/** Tokens of the same network that are worth enough, as far as that is known: the quote says it exactly. */
function swapWays({ shown, here }: WayParts): readonly PayWay[] {
  if (!here?.swaps) return []
  const accepted = shown.accepts.filter(each => networkIdOfAccepted(each) === here.network.caipNetworkId)
  const [first] = accepted
  if (!first) return []
  const keys = new Set(accepted.map(each => keyOfAccepted(each, here.spelling)))
  const price = here.tokens.find(({ key }) => key === keyOfAccepted(first, here.spelling))?.price
  const wanted = price === undefined ? undefined : price * toNumber(first)
  return here.tokens
    .filter(({ key, amount }) => !keys.has(key) && amount.value > 0n)
    .filter(token => wanted === undefined || (worthOf(token) ?? wanted * room) >= wanted * room)
    .slice(0, mostSwaps)
    .map(token => {
      const { address, symbol, amount } = token
      const asset = { ...(address !== undefined && { address }), symbol, decimals: amount.decimals }
      return { kind: 'swap', key: `swap ${token.key}`, accepted: first, asset, ...looksOf(token) }
    })
}

/** What the payment accepts on the account's network: the wallet takes one of them. */
export function acceptedHere({ accepts }: Pick<ShownPayment, 'accepts'>, { caipNetworkId }: Network) {
  return accepts.filter(each => networkIdOfAccepted(each) === caipNetworkId)
}

function walletWays({ shown, here }: WayParts): readonly PayWay[] {
  if (!here?.chooser) return []
  const [accepted] = acceptedHere(shown, here.network)
  return accepted ? [{ kind: 'wallet', key: 'wallet', accepted, ...here.chooser }] : []
}

/** The same wallet on other networks that the payment accepts. */
function networkWays({ shown, here, networks, reaches }: WayParts): readonly PayWay[] {
  if (!here) return []
  const seen = new Set<string>([here.network.caipNetworkId])
  return shown.accepts.flatMap(accepted => {
    const network = findNetwork(networks, networkIdOfAccepted(accepted))
    if (!network || seen.has(network.caipNetworkId) || !reaches(network)) return []
    const { caipNetworkId } = network
    seen.add(caipNetworkId)
    return [{ kind: 'network', key: `network ${caipNetworkId}`, caipNetworkId, accepted } as const]
  })
}

/** Exchange, card and code: of the account's own network first. */
function otherWays({ shown, here, exchange, card, code }: WayParts): readonly PayWay[] {
  const isHere = (each: AcceptedPayment) => networkIdOfAccepted(each) === here?.network.caipNetworkId
  const sorted = [...shown.accepts.filter(isHere), ...shown.accepts.filter(each => !isHere(each))]
  const kinds = [
    ['exchange', exchange],
    ['card', card],
    ['qr', code],
  ] as const
  return kinds.flatMap(([kind, isOffered]) => {
    const accepted = sorted.find(isOffered)
    return accepted ? [{ kind, key: kind, accepted }] : []
  })
}

function looksOf({ amount, iconUrl, price }: Token) {
  return { held: amount, ...(iconUrl !== undefined && { iconUrl }), ...(price !== undefined && { price }) }
}

/** For a comparison alone; undefined while its price is unknown. */
function worthOf({ amount, price }: Token): number | undefined {
  return price === undefined ? undefined : (Number(amount.value) / 10 ** amount.decimals) * price
}

/** For a comparison alone. */
function toNumber(accepted: AcceptedPayment): number {
  return Number(amountOf(accepted).value) / 10 ** accepted.decimals
}
