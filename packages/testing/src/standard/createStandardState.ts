import type { Memory } from '../core/createMemory.ts'

/** What a simulated wallet of Wallet Standard shows of itself; a new object after each change. */
export interface StandardSnapshot {
  /** Every account the wallet owns. */
  readonly accounts: readonly string[]
  /** The accounts the site may see, the active one first. They stay while the wallet is locked. */
  readonly authorised: readonly string[]
  /** Index of the account that a site gets when it connects. */
  readonly selected: number
  readonly locked: boolean
  /** Whether the wallet works at all. */
  readonly online: boolean
}

/** The state of one wallet. Every change of what the site sees is an event. */
export interface StandardState {
  readonly snapshot: StandardSnapshot
  /** What the site sees now. */
  visible(): readonly string[]
  /** Lets the site see these accounts, by index; without any, those it sees already or the selected one. */
  authorise(indexes?: readonly number[]): void
  /** Selects an account; a connected site sees it first from now on. */
  select(index: number): void
  revoke(): void
  setLocked(locked: boolean): void
  setOnline(online: boolean): void
  /** Takes over what another page of this wallet has remembered. */
  recall(): void
}

/** Makes the state of a wallet from its options and its memory; `changed` is called after a change of what the site sees. */
export function createStandardState(ctx: {
  readonly options: {
    readonly accounts: readonly { readonly address: string }[]
    readonly connected?: boolean
    readonly locked?: boolean
  }
  readonly memory: Memory
  seen(): void
  changed(): void
}): StandardState {
  const { options, memory } = ctx
  const accounts = options.accounts.map(({ address }) => address)
  let state: StandardSnapshot = Object.freeze({
    accounts,
    authorised: options.connected === true ? accounts.slice(0, 1) : [],
    selected: 0,
    locked: options.locked === true,
    online: true,
    ...recalled(memory.read(), accounts),
  })

  const visible = (snapshot = state) => (snapshot.locked || !snapshot.online ? [] : snapshot.authorised)
  const addresses = (indexes: readonly number[]) => indexes.flatMap(index => accounts[index] ?? [])

  function change(patch: Partial<StandardSnapshot>, remember = true) {
    const before = visible()
    state = Object.freeze({ ...state, ...patch })
    const { authorised, selected } = state
    if (remember) memory.write({ v: 1, authorised, selected })
    if (before.join() !== visible().join()) ctx.seen()
    ctx.changed()
  }

  return {
    get snapshot() {
      return state
    },
    visible,
    authorise(indexes = []) {
      const chosen = [...new Set(indexes)].filter(index => accounts[index] !== undefined)
      const [first] = chosen
      if (first !== undefined) change({ selected: first, authorised: addresses(chosen) })
      else if (state.authorised.length === 0) change({ authorised: addresses([state.selected]) })
    },
    select(index) {
      const seen = state.authorised.map(address => accounts.indexOf(address))
      if (seen.length === 0) return change({ selected: index })
      const others = seen.length > 1 ? seen.filter(other => other !== index) : []
      change({ selected: index, authorised: addresses([index, ...others]) })
    },
    revoke: () => change({ authorised: [] }),
    setLocked: locked => change({ locked }, false),
    setOnline: online => change({ online }, false),
    recall: () => change(recalled(memory.read(), accounts), false),
  }
}

function recalled(value: unknown, accounts: readonly string[]): Partial<StandardSnapshot> {
  if (typeof value !== 'object' || value === null) return {}
  const { v, authorised, selected } = value as Readonly<Record<string, unknown>>
  if (v !== 1) return {}
  return {
    authorised: Array.isArray(authorised) ? authorised.filter(each => accounts.includes(each)) : [],
    ...(typeof selected === 'number' && accounts[selected] !== undefined ? { selected } : {}),
  }
}
