import type { Memory } from '../core/createMemory.ts'
import { cosmosAddressOf } from './cosmosAccounts.ts'
import type { ResolvedCosmosOptions, SimulatedCosmosChain } from './cosmosOptions.ts'

/** What a simulated Cosmos wallet shows of itself; a new object after each change. */
export interface CosmosSnapshot {
  /** Every account, by its address on the first of the chains. */
  readonly accounts: readonly string[]
  /** Index of the account that sites get. */
  readonly selected: number
  /** Ids of the chains that the site may ask about. */
  readonly enabled: readonly string[]
  /** The chains that the wallet knows. */
  readonly chains: readonly SimulatedCosmosChain[]
  readonly locked: boolean
  /** Whether the wallet works at all. */
  readonly online: boolean
}

/** The state of one wallet. */
export interface CosmosState {
  readonly snapshot: CosmosSnapshot
  enable(ids: readonly string[]): void
  /** Takes the permission back; for all chains without `ids`. */
  disable(ids?: readonly string[]): void
  add(chain: SimulatedCosmosChain): void
  /** Selects another account; the page hears of it. */
  select(index: number): void
  setLocked(locked: boolean): void
  setOnline(online: boolean): void
}

/** Makes the state of a wallet; `selected` is called after another account was selected, `changed` after any change. */
export function createCosmosState(ctx: {
  readonly options: ResolvedCosmosOptions
  readonly memory: Memory
  selected(): void
  changed(): void
}): CosmosState {
  const { options, memory } = ctx
  const [first] = options.chains
  const accounts = options.accounts.map(each => (first ? cosmosAddressOf(each, first) : ''))
  let state: CosmosSnapshot = Object.freeze({
    accounts,
    selected: 0,
    enabled: options.connected === true ? options.chains.map(({ id }) => id) : [],
    chains: options.chains,
    locked: options.locked === true,
    online: true,
    ...recalled(memory.read(), accounts.length),
  })

  function change(patch: Partial<CosmosSnapshot>): void {
    state = Object.freeze({ ...state, ...patch })
    memory.write({ v: 1, enabled: state.enabled, selected: state.selected })
    ctx.changed()
  }

  return {
    get snapshot() {
      return state
    },
    enable: ids => change({ enabled: [...new Set([...state.enabled, ...ids])] }),
    disable: ids => change({ enabled: ids ? state.enabled.filter(each => !ids.includes(each)) : [] }),
    add: chain => change({ chains: [...state.chains, chain] }),
    select(index) {
      if (accounts[index] === undefined) throw new RangeError(`The wallet has no account ${index}.`)
      const isOther = index !== state.selected
      change({ selected: index })
      if (isOther) ctx.selected()
    },
    setLocked: locked => change({ locked }),
    setOnline: online => change({ online }),
  }
}

function recalled(value: unknown, count: number): Partial<CosmosSnapshot> {
  if (typeof value !== 'object' || value === null) return {}
  const { v, enabled, selected } = value as Readonly<Record<string, unknown>>
  if (v !== 1) return {}
  return {
    enabled: Array.isArray(enabled) ? enabled.filter(each => typeof each === 'string') : [],
    ...(typeof selected === 'number' && selected >= 0 && selected < count ? { selected } : {}),
  }
}
