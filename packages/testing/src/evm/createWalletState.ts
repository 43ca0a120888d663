import type { Address } from 'viem'
import type { Memory } from '../core/createMemory.ts'
import { isAddress, isChainId, toQuantity } from './params.ts'
import { providerError } from './providerError.ts'
import type { SimulatedAccount } from './testAccounts.ts'
import type { ResolvedWalletOptions, SimulatedChain } from './walletOptions.ts'

/** What a simulated wallet shows of itself; a new object after each change. */
export interface WalletSnapshot {
  /** Every account the wallet owns. */
  readonly accounts: readonly Address[]
  /** The accounts the site may see, the active one first. They stay while the wallet is locked. */
  readonly authorised: readonly Address[]
  /** Index of the account that a site gets when it connects. */
  readonly selected: number
  readonly chainId: number
  readonly chains: readonly SimulatedChain[]
  readonly locked: boolean
  /** Whether the wallet is connected to its chains at all (EIP-1193 `connect` and `disconnect`). */
  readonly online: boolean
}

/** The state of one wallet. Every change emits the events that EIP-1193 asks for. */
export interface WalletState {
  readonly snapshot: WalletSnapshot
  /** What `eth_accounts` answers now. */
  visible(): readonly Address[]
  /** The account behind an authorised address. Throws 4100 for any other. */
  account(address: Address): SimulatedAccount
  /** A known chain that is not cut off. Throws 4901. */
  chain(id: number): SimulatedChain
  knows(chainId: number): boolean
  /** Lets the site see these accounts, by index; without any, those it sees already or the selected one. */
  authorise(indexes?: readonly number[]): void
  /** Selects an account; a connected site sees it first from now on. */
  select(index: number): void
  revoke(): void
  moveTo(chainId: number): void
  addChain(chain: SimulatedChain): void
  setLocked(locked: boolean): void
  setOnline(online: boolean, chainId?: number): void
  /** Takes over what another page of this wallet has remembered. */
  recall(): void
}

/** Makes the state of a wallet from its options and its memory. */
export function createWalletState(ctx: {
  readonly options: ResolvedWalletOptions
  readonly memory: Memory
  emit(event: string, value: unknown): void
  changed(): void
}): WalletState {
  const { options, memory, emit, changed } = ctx
  const cutOff = new Set<number>()
  const accounts = options.accounts.map(({ address }) => address)
  const [firstAddress] = accounts
  let state: WalletSnapshot = Object.freeze({
    accounts,
    authorised: options.connected === true && firstAddress !== undefined ? [firstAddress] : [],
    selected: 0,
    chainId: options.chainId,
    chains: withChain(options.chains, options.chainId),
    locked: options.locked === true,
    online: true,
    ...recalled(memory.read(), options),
  })

  function written(address: Address): Address {
    return options.addressCase === 'lower' ? (address.toLowerCase() as Address) : address
  }

  function visible(snapshot: WalletSnapshot = state): readonly Address[] {
    return snapshot.locked ? [] : snapshot.authorised.map(written)
  }

  function addresses(indexes: readonly number[]): readonly Address[] {
    return indexes.flatMap(index => accounts[index] ?? [])
  }

  function change(patch: Partial<WalletSnapshot>, remember = true) {
    const before = state
    state = Object.freeze({ ...before, ...patch })
    if (remember) {
      const { authorised, selected, chainId, chains } = state
      const added = chains.filter(chain => !options.chains.some(known => known.id === chain.id))
      memory.write({ v: 1, authorised, selected, chainId, start: options.chainId, added })
    }
    if (before.chainId !== state.chainId) emit('chainChanged', toQuantity(state.chainId))
    if (visible(before).join() !== visible().join()) emit('accountsChanged', visible())
    changed()
  }

  return {
    get snapshot() {
      return state
    },
    visible: () => [...visible()],
    account(address) {
      const wanted = address.toLowerCase()
      const authorised = state.authorised.some(known => known.toLowerCase() === wanted)
      const account = options.accounts.find(known => known.address.toLowerCase() === wanted)
      if (!authorised || account === undefined) throw providerError(4100)
      return account
    },
    chain(id) {
      const chain = state.chains.find(known => known.id === id)
      if (chain === undefined || cutOff.has(id)) throw providerError(4901)
      return chain
    },
    knows: chainId => state.chains.some(chain => chain.id === chainId),
    authorise(indexes = []) {
      const chosen = [...new Set(indexes)].filter(index => accounts[index] !== undefined)
      const [first] = chosen
      if (first !== undefined) change({ selected: first, authorised: addresses(chosen) })
      else if (state.authorised.length === 0) change({ authorised: addresses([state.selected]) })
    },
    select(index) {
      const seen = state.authorised.map(address => accounts.indexOf(address))
      if (seen.length === 0) change({ selected: index })
      else {
        const others = seen.length > 1 ? seen.filter(other => other !== index) : []
        change({ selected: index, authorised: addresses([index, ...others]) })
      }
    },
    revoke: () => change({ authorised: [] }),
    moveTo: chainId => change({ chainId, chains: withChain(state.chains, chainId) }),
    addChain: chain => change({ chains: [...state.chains.filter(known => known.id !== chain.id), chain] }),
    setLocked: locked => change({ locked }, false),
    setOnline(online, chainId) {
      if (chainId !== undefined) {
        if (online) cutOff.delete(chainId)
        else cutOff.add(chainId)
        return changed()
      }
      if (online) cutOff.clear()
      if (online === state.online) return
      change({ online }, false)
      if (online) emit('connect', { chainId: toQuantity(state.chainId) })
      else emit('disconnect', providerError(4900))
    },
    recall: () => change(recalled(memory.read(), options), false),
  }
}

/** A wallet may be on a chain that no option describes; such a chain has no node. */
function withChain(chains: readonly SimulatedChain[], id: number): readonly SimulatedChain[] {
  return chains.some(chain => chain.id === id) ? chains : [...chains, { id }]
}

function recalled(
  value: unknown,
  { accounts, chains, chainId: start }: ResolvedWalletOptions,
): Partial<WalletSnapshot> {
  if (typeof value !== 'object' || value === null) return {}
  const { v, authorised, selected, added, ...last } = value as Readonly<Record<string, unknown>>
  if (v !== 1) return {}
  const known = Array.isArray(authorised) ? authorised.filter(isAddress) : []
  const more = Array.isArray(added) ? added.flatMap(recalledChain) : []
  const all = [...chains, ...more.filter(chain => !chains.some(({ id }) => id === chain.id))]
  // A wallet whose options name another chain than at its last start begins there.
  const chainId = last.start === undefined || last.start === start ? last.chainId : undefined
  const current = isChainId(chainId) ? chainId : undefined
  return {
    authorised: known.filter(address => accounts.some(account => account.address === address)),
    chains: withChain(all, current ?? start),
    ...(current === undefined ? {} : { chainId: current }),
    ...(typeof selected === 'number' && accounts[selected] !== undefined ? { selected } : {}),
  }
}

function recalledChain(value: unknown): readonly SimulatedChain[] {
  if (typeof value !== 'object' || value === null) return []
  const { id, rpcUrl, name, nativeCurrency } = value as Readonly<Record<string, unknown>>
  if (!isChainId(id)) return []
  return [
    {
      id,
      ...(typeof rpcUrl === 'string' ? { rpcUrl } : {}),
      ...(typeof name === 'string' ? { name } : {}),
      ...(isCurrency(nativeCurrency) ? { nativeCurrency } : {}),
    },
  ]
}

function isCurrency(value: unknown): value is NonNullable<SimulatedChain['nativeCurrency']> {
  if (typeof value !== 'object' || value === null) return false
  const { name, symbol, decimals } = value as Readonly<Record<string, unknown>>
  return typeof name === 'string' && typeof symbol === 'string' && typeof decimals === 'number'
}
