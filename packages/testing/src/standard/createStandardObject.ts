import type { Listener, Listeners } from '../core/createListeners.ts'
import { providerError } from '../evm/providerError.ts'
import type { StandardState } from './createStandardState.ts'

/** An account as Wallet Standard has it. */
export interface SimulatedStandardAccount {
  readonly address: string
  readonly publicKey: Uint8Array
  readonly chains: readonly `${string}:${string}`[]
  readonly features: readonly `${string}:${string}`[]
}

/** A wallet object of Wallet Standard. */
export interface SimulatedStandardWallet {
  readonly version: '1.0.0'
  /** A name that stays when the wallet is called otherwise; few wallets have one. */
  readonly id?: string
  readonly name: string
  readonly icon: string
  readonly chains: readonly `${string}:${string}`[]
  readonly accounts: readonly SimulatedStandardAccount[]
  readonly features: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** The features of one ecosystem, by name. */
export type StandardFeatures = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What the features of an ecosystem are made with. */
export interface StandardFeatureContext {
  play(method: string, params: unknown): unknown
  /** The account's own object, which sites know it by. */
  accountOf(address: string): SimulatedStandardAccount | undefined
}

/** What makes the wallets of one ecosystem. */
export interface StandardObjectOptions<Account extends { readonly address: string }> {
  readonly id?: string
  readonly name: string
  readonly accounts: readonly Account[]
  readonly chains: readonly `${string}:${string}`[]
  readonly features: readonly `${string}:${string}`[]
  readonly lateFeatures: readonly `${string}:${string}`[]
  publicKeyOf(account: Account): Uint8Array
  signing(ctx: StandardFeatureContext): StandardFeatures
}

/** Makes the object that a site gets to see. */
export function createStandardObject<Account extends { readonly address: string }>(ctx: {
  readonly options: StandardObjectOptions<Account>
  readonly icon: string
  readonly state: StandardState
  readonly listeners: Listeners
  play(method: string, params: unknown): unknown
}): { readonly object: SimulatedStandardWallet; visible(): readonly SimulatedStandardAccount[] } {
  const { options, icon, state, listeners, play } = ctx
  const chains = Object.freeze(options.chains)
  const late = options.lateFeatures
  const all = [...new Set([...options.features, ...late])]
  const objects = new Map(options.accounts.map(account => [account.address, toStandard(account)]))

  function toStandard(account: Account): SimulatedStandardAccount {
    const { address } = account
    const publicKey = options.publicKeyOf(account)
    return Object.freeze({ address, publicKey, chains, features: Object.freeze(all) })
  }
  const toObjects = (addresses: readonly string[]) => addresses.flatMap(each => objects.get(each) ?? [])
  /** What a script made of an answer may be anything. */
  const answered = (answer: unknown) => (isTexts(answer) ? toObjects(answer) : answer)

  const features: StandardFeatures = {
    'standard:connect': {
      version: '1.0.0',
      async connect(input?: { readonly silent?: boolean }) {
        const answer = await play(input?.silent === true ? 'silentConnect' : 'standard:connect', [])
        return { accounts: answered(answer) }
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: () => play('standard:disconnect', []),
    },
    'standard:events': {
      version: '1.0.0',
      on(event: string, listener: Listener) {
        listeners.on(event, listener)
        return () => listeners.off(event, listener)
      },
    },
    ...options.signing({ play, accountOf: address => objects.get(address) }),
  }

  return {
    visible: () => toObjects(state.visible()),
    object: Object.freeze({
      version: '1.0.0',
      ...(options.id !== undefined && { id: options.id }),
      name: options.name,
      icon,
      chains,
      get accounts() {
        return toObjects(state.visible())
      },
      get features() {
        const isConnected = state.visible().length > 0
        const listed = all.filter(name => isConnected || !late.includes(name))
        return Object.fromEntries(
          Object.entries(features).filter(
            ([name]) => name.startsWith('standard:') || listed.some(each => each === name),
          ),
        )
      },
    }),
  }
}

/** A fault in what the site sends is a rejection, as the wallet's other errors are; a scripted throw goes through. */
export function rejectFaults(run: () => unknown): unknown {
  try {
    return run()
  } catch (cause) {
    if (cause instanceof TypeError) return Promise.reject(providerError(-32602, cause.message))
    throw cause
  }
}

/** The bytes that a site hands over. @throws TypeError for what are none. */
export function requireBytes(value: unknown): Uint8Array {
  if (!(value instanceof Uint8Array)) throw new TypeError('Expected bytes.')
  return value
}

function isTexts(value: unknown): value is readonly string[] {
  try {
    return Array.isArray(value) && value.every(each => typeof each === 'string')
  } catch {
    return false
  }
}
