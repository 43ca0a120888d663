import type { Memory } from '../core/createMemory.ts'
import { type BitcoinKey, type BitcoinNetworkName, bitcoinKey, bitcoinNetworks } from './bitcoinKeys.ts'
import type { ResolvedBitcoinOptions } from './bitcoinOptions.ts'

/** What a simulated Bitcoin wallet shows of itself; a new object after each change. */
export interface BitcoinSnapshot {
  /** The payment address of every account, on the network that the wallet is on. */
  readonly accounts: readonly string[]
  /** The address for ordinals of every account; none where the wallet has one address an account. */
  readonly ordinals: readonly string[]
  /** Index of the account in use, which is the one that a connected site sees. */
  readonly selected: number
  /** Whether the site is connected. It stays so while the wallet is locked. */
  readonly connected: boolean
  readonly network: BitcoinNetworkName
  readonly locked: boolean
  /** Whether the wallet works at all. */
  readonly online: boolean
}

/** What happened to what the site sees. */
export type BitcoinChange = 'account' | 'network' | 'revoked' | 'locked' | 'unlocked'

/** The state of one wallet. */
export interface BitcoinState {
  readonly snapshot: BitcoinSnapshot
  /** Whether the site sees anything now. */
  isVisible(): boolean
  /** The keys of the account in use, the payment one first. */
  keys(): readonly BitcoinKey[]
  /** Lets the site see the account in use, or another one. */
  connect(index?: number): void
  select(index: number): void
  move(network: BitcoinNetworkName): void
  revoke(): void
  setLocked(locked: boolean): void
  setOnline(online: boolean): void
  /** Takes over what another page of this wallet has remembered. */
  recall(): void
}

/** Makes the state of a wallet from its options and its memory; `changed` is called after each change, `seen` after those that a site sees. */
export function createBitcoinState(ctx: {
  readonly options: ResolvedBitcoinOptions
  readonly memory: Memory
  seen(change: BitcoinChange): void
  changed(): void
}): BitcoinState {
  const { options, memory } = ctx
  const hasTwo = options.shape !== 'unisat'
  const indexes = Array.from({ length: options.accounts }, (_, at) => at)
  const derived = new Map<string, BitcoinKey>()
  const derive = (index: number, type: BitcoinKey['type'], network: BitcoinNetworkName): BitcoinKey => {
    const id = `${index} ${type} ${network}`
    const key = derived.get(id) ?? bitcoinKey(index, type, network)
    derived.set(id, key)
    return key
  }
  const withAddresses = (rest: Omit<BitcoinSnapshot, 'accounts' | 'ordinals'>): BitcoinSnapshot =>
    Object.freeze({
      ...rest,
      accounts: indexes.map(at => derive(at, options.addressType, rest.network).address),
      ordinals: hasTwo ? indexes.map(at => derive(at, 'p2tr', rest.network).address) : [],
    })
  let state = withAddresses({
    selected: 0,
    connected: options.connected === true,
    network: options.network,
    locked: options.locked === true,
    online: true,
    ...recalled(memory.read(), options.accounts),
  })
  const isVisible = () => state.connected && !state.locked && state.online

  function change(patch: Partial<BitcoinSnapshot>, what?: BitcoinChange, remember = true) {
    const wasVisible = isVisible()
    state = withAddresses({ ...state, ...patch })
    const { selected, connected, network } = state
    if (remember) memory.write({ v: 1, selected, connected, network })
    if (what && (wasVisible || isVisible())) ctx.seen(what)
    ctx.changed()
  }

  return {
    get snapshot() {
      return state
    },
    isVisible,
    keys() {
      const { selected, network } = state
      const payment = derive(selected, options.addressType, network)
      return hasTwo ? [payment, derive(selected, 'p2tr', network)] : [payment]
    },
    connect: index => change({ connected: true, ...(index !== undefined && { selected: index }) }),
    select(index) {
      if (index !== state.selected) change({ selected: index }, 'account')
    },
    move(network) {
      if (network !== state.network) change({ network }, 'network')
    },
    revoke: () => change({ connected: false }, 'revoked'),
    setLocked: locked => change({ locked }, locked ? 'locked' : 'unlocked', false),
    setOnline: online => change({ online }, undefined, false),
    recall: () => change(recalled(memory.read(), options.accounts), undefined, false),
  }
}

function recalled(value: unknown, accounts: number): Partial<BitcoinSnapshot> {
  const { v, selected, connected, network } = Object(value) as Readonly<Record<string, unknown>>
  if (v !== 1) return {}
  const isIndex =
    typeof selected === 'number' && Number.isInteger(selected) && selected >= 0 && selected < accounts
  const isNetwork = typeof network === 'string' && Object.hasOwn(bitcoinNetworks, network)
  return {
    connected: connected === true,
    ...(isIndex && { selected }),
    ...(isNetwork && { network: network as BitcoinNetworkName }),
  }
}
