import type { RpcRequest } from '../../contract/adapter.ts'
import {
  addressOf,
  type CaipAddress,
  type CaipNetworkId,
  type ChainNamespace,
  isCaipNetworkId,
  networkIdOf,
} from '../../contract/caip.ts'
import { isSameAddress } from '../../contract/isSameAddress.ts'
import { ProviderError, providerCodes } from '../../contract/providerError.ts'
import type { Clock } from '../../engine/base/clock.ts'
import { pairedRulesOf } from '../namespaces/pairedRules.ts'
import type { SessionProperties } from '../namespaces/sessionProperties.ts'
import type { PairedNamespace, Pairing, PairingEvents } from '../pairing.ts'
import { createEvents } from '../session/createEvents.ts'

export interface PairedProviderOptions {
  readonly pairing: Pairing
  readonly topic: string
  readonly namespace: ChainNamespace
  readonly clock: Clock
  /** The chain it was on when the page was left; the first that the session grants unless given. */
  readonly chain?: CaipNetworkId | undefined
  /** The host's own way to a chain; undefined for one that it does not list. */
  rpc(chain: CaipNetworkId): RpcRequest | undefined
}

export interface ProviderEvents {
  accountsChanged: readonly string[]
  /** `0x…` in eip155, the CAIP-2 id elsewhere. */
  chainChanged: string
  disconnect: Error
  message: unknown
}

type Listener<Value = never> = (value: Value) => void

/** One namespace of a session as a provider: EIP-1193 for eip155, the same shape with its own methods elsewhere. */
export interface PairedProvider {
  /** What the session grants now; none when it is over. An ability that is not granted is absent. */
  readonly methods: readonly string[]
  /** The networks that the session grants now. */
  readonly chains: readonly CaipNetworkId[]
  /** The accounts that the session grants now, on all of its networks; known without a request. */
  readonly accounts: readonly CaipAddress[]
  /**
   * What the wallet said of its accounts with its approval, by its own name (`sui_getAccounts`, `stx_getAddresses`,
   * `bip122_getAccountAddresses`): unchecked JSON of bounded size, replaced by the events that say it anew.
   */
  readonly properties: SessionProperties
  /** What the session shares on a network, the active one first; the phone is not asked. */
  addresses(chain: CaipNetworkId): readonly string[]
  /**
   * On the chain it is on. Namespaces whose wallets have no chain of their own take one with each call.
   * @throws ProviderError with a numeric code: EIP-1193's, EIP-3326's, or the wallet's own.
   */
  request(
    call: { readonly method: string; readonly params?: unknown },
    chain?: CaipNetworkId,
  ): Promise<unknown>
  on<Type extends keyof ProviderEvents>(type: Type, listener: Listener<ProviderEvents[Type]>): PairedProvider
  removeListener(type: string, listener: Listener): PairedProvider
  /** Stops following the session; listeners are forgotten. */
  destroy(): void
}

/** What the parts of a provider share. */
export interface ProviderWorld extends PairedProviderOptions {
  chain: CaipNetworkId
  /** What the session grants now; undefined when it is over. */
  granted(): PairedNamespace | undefined
  /** The session's properties; none when it is over. */
  properties(): SessionProperties
  /** Addresses on a chain, the active one first. */
  addresses(chain: CaipNetworkId): readonly string[]
  moveTo(chain: CaipNetworkId): void
  /** On the chain it is on, or another one. */
  toWallet(method: string, params: unknown, chain?: CaipNetworkId): Promise<unknown>
}

/** Makes it; it follows its session until that is over. */
export function createPairedProvider(options: PairedProviderOptions): PairedProvider {
  const { pairing, topic, namespace } = options
  const rules = pairedRulesOf(namespace)
  const events = createEvents<ProviderEvents>()
  /** By type and listener; a listener counts once for each type. */
  const offs = new Map<string, Map<Listener, () => void>>()
  const session = () => pairing.sessions.find(each => each.topic === topic)
  const granted = () => session()?.namespaces[namespace]
  /** The wallet said which account is in front; the order of its grants otherwise. */
  let front: string | undefined

  const world: ProviderWorld = {
    ...options,
    granted,
    properties: () => session()?.properties ?? {},
    chain: firstChain(options, granted()),
    addresses(chain) {
      const accounts = granted()?.accounts ?? []
      const here = accounts.filter(account => networkIdOf(account) === chain)
      const own = here.length > 0 || !rules.sharesAddresses ? here : accounts
      const addresses = [...new Set(own.map(addressOf))]
      const first = addresses.find(address => front !== undefined && isSameAddress(address, front))
      return first === undefined ? addresses : [first, ...addresses.filter(each => each !== first)]
    },
    moveTo(chain) {
      if (chain === world.chain) return
      world.chain = chain
      events.emit('chainChanged', rules.chainName(chain))
      emitAccounts()
    },
    toWallet: (method, params, chain = world.chain) => pairing.request(topic, chain, { method, params }),
  }

  /** Where each chain has addresses of its own, those of all chains: the page may be on another one than this provider. */
  const shownNow = (): string => {
    const own = world.addresses(world.chain)
    if (rules.sharesAddresses) return own.join()
    return JSON.stringify([own, granted()?.accounts, world.properties()])
  }
  let shown = shownNow()
  function emitAccounts(): void {
    const now = shownNow()
    if (now === shown) return
    shown = now
    events.emit('accountsChanged', world.addresses(world.chain))
  }

  function hear({ chainId, name, data }: PairingEvents['sessionEvent']): void {
    if (!chainId.startsWith(`${namespace}:`)) return
    const about = Object.hasOwn(rules.events, name) ? rules.events[name] : undefined
    if (about === 'chain') {
      const chain = rules.readChain(data, chainId)
      if (chain) world.moveTo(chain)
    } else if (about === 'accounts') {
      const [first] = Array.isArray(data) ? data : []
      const account: unknown = typeof first === 'object' && first !== null ? first.address : first
      if (typeof account !== 'string') return
      const address = account.slice(account.lastIndexOf(':') + 1)
      // Only who was granted may come to the front; another one needs an update of the session.
      if (world.addresses(world.chain).some(each => isSameAddress(each, address))) front = address
      emitAccounts()
    } else if (name === 'message') events.emit('message', data)
  }

  const stops = [
    pairing.on('sessionChanged', ({ session }) => {
      if (session.topic === topic) emitAccounts()
    }),
    pairing.on('sessionEvent', event => {
      if (event.topic === topic) hear(event)
    }),
    pairing.on('sessionEnded', ended => {
      if (ended.topic !== topic) return
      for (const stop of stops) stop()
      const said = ended.message || 'The session with the wallet is over'
      events.emit('disconnect', new ProviderError(providerCodes.disconnected, said))
    }),
  ]

  const provider: PairedProvider = {
    get methods() {
      return granted()?.methods ?? []
    },
    get chains() {
      return granted()?.chains ?? []
    },
    get accounts() {
      return granted()?.accounts ?? []
    },
    get properties() {
      return world.properties()
    },
    addresses: world.addresses,
    async request(call, chain) {
      const { method, params } = Object(call) as Partial<typeof call>
      if (typeof method !== 'string')
        throw new ProviderError(providerCodes.invalidParams, 'Expected a method.')
      if (!granted()) {
        throw new ProviderError(providerCodes.disconnected, 'The session with the wallet is over')
      }
      if (chain !== undefined && !isCaipNetworkId(chain, namespace)) {
        throw new ProviderError(providerCodes.invalidParams, `Expected a network of ${namespace}.`)
      }
      return rules.request(world, method, params, chain)
    },
    on(type, listener) {
      const of = offs.get(type) ?? new Map<Listener, () => void>()
      offs.set(type, of)
      of.get(listener as Listener)?.()
      of.set(listener as Listener, events.on(type, listener))
      return provider
    },
    removeListener(type, listener) {
      offs.get(type)?.get(listener)?.()
      offs.get(type)?.delete(listener)
      return provider
    },
    destroy() {
      for (const stop of [...stops, ...[...offs.values()].flatMap(of => [...of.values()])]) stop()
      offs.clear()
    },
  }
  return provider
}

function firstChain({ chain, namespace }: PairedProviderOptions, granted: PairedNamespace | undefined) {
  const first = granted?.accounts[0]
  const isKnown = chain !== undefined && granted?.chains.includes(chain)
  return isKnown ? chain : first ? networkIdOf(first) : (`${namespace}:0` as CaipNetworkId)
}
