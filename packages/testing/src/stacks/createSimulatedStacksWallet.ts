import type { Listener } from '../core/createListeners.ts'
import { createWalletLife, type Placed, type WalletLife } from '../core/createWalletLife.ts'
import { extendControl } from '../core/extendControl.ts'
import { walletIcon } from '../core/walletIcon.ts'
import { providerError } from '../evm/providerError.ts'
import { createStandardControl, type StandardControl } from '../standard/createStandardControl.ts'
import { createStandardState, type StandardState } from '../standard/createStandardState.ts'
import { placeAt } from './placeAt.ts'
import { prepareStacks, rowOf, type StacksContext, seenAccounts } from './stacksMethods.ts'
import { resolveStacksOptions, type SimulatedStacksOptions } from './stacksOptions.ts'

/** The object that sites see: SIP-030's, or Xverse's. */
export interface SimulatedStacksProvider {
  readonly isLeather?: true
  request(method: string, params?: unknown): Promise<unknown>
  /** Listens as SIP-030 has it; the returned function ends that. */
  listen?(event: string, listener: Listener): () => void
  /** Listens as Xverse has it; the returned function ends that. */
  addListener?(event: string, listener: Listener): () => void
}

/** What a test can do with such a wallet. */
export interface StacksControl extends StandardControl {
  /** The visitor moves the wallet to another network. */
  switchNetwork(network: 'mainnet' | 'testnet'): void
}

/** A simulated wallet of Stacks: real keys, scripted behavior. */
export interface SimulatedStacksWallet extends Placed {
  readonly info: { readonly name: string; readonly icon: string }
  readonly provider: SimulatedStacksProvider
  readonly control: StacksControl
  /** Puts the wallet in its place on `window`, and into the registries. */
  announce(): void
}

/** Xverse's calls of before `request`, by which clients tell it from other wallets. */
const olderCalls = Object.fromEntries(
  ['signMultipleTransactions', 'createRepeatInscriptions'].map(name => [
    name,
    () => Promise.reject(providerError(-32_601)),
  ]),
)

/** The visitor's no in SIP-030. */
const refused = -32_000

/**
 * Makes a wallet of Stacks as Leather or Xverse shows itself to pages, with real keys that sign texts. It sends nothing.
 * @throws TypeError for an option that cannot be used.
 */
export function createSimulatedStacksWallet(given: SimulatedStacksOptions): SimulatedStacksWallet {
  const options = resolveStacksOptions(given)
  const { name, shape, path } = options
  const icon = options.icon ?? walletIcon(name)
  const target = options.target ?? (typeof window === 'object' ? window : {})
  const isXverse = shape === 'xverse'
  let count = 0

  const life: WalletLife<StandardState> = createWalletLife({
    // It comes into the page at `announce` alone.
    options: { ...options, announce: 'manual' },
    memoryName: `stacks:${name}`,
    errors: {
      rejected: (message = 'User rejected the request') => providerError(refused, message),
      busy: () => providerError(refused, 'Another request is open.'),
      offline: () => providerError(-32_603, 'The wallet does not work.'),
      coded: providerError,
    },
    prepare: (method, params) => prepareStacks(ctx, method, params),
    slot: method => (/getAddresses$|wallet_connect/.test(method) ? 'accounts' : undefined),
    createState: parts =>
      createStandardState({
        ...parts,
        options,
        seen() {
          const rows = seenAccounts(ctx).map(each => rowOf(ctx, each))
          if (rows.length === 0 && isXverse) parts.emit('disconnect', { type: 'disconnect' })
          else if (isXverse) parts.emit('accountChange', { type: 'accountChange', addresses: rows })
          else parts.emit('stx_accountChange', rows)
        },
      }),
  })
  const { state, listeners, play, emit } = life
  const ctx: StacksContext = { options, state, network: options.network }

  const listen = (event: string, listener: Listener) => {
    listeners.on(event, listener)
    return () => listeners.off(event, listener)
  }

  const provider: SimulatedStacksProvider = Object.freeze({
    ...(isXverse ? { addListener: listen, ...olderCalls } : { isLeather: true as const, listen }),
    async request(method: string, params?: unknown) {
      const id = String(++count)
      try {
        return { jsonrpc: '2.0', id, result: await play(method, params ?? null) }
      } catch (cause) {
        const { code, message } = Object(cause) as { code?: unknown; message?: unknown }
        if (typeof code !== 'number') throw cause
        const envelope = { jsonrpc: '2.0', id, error: { code, message } }
        if (isXverse) return envelope
        // Leather rejects with the envelope.
        throw envelope
      }
    },
  })

  const control = extendControl(createStandardControl(life), {
    switchNetwork(network: 'mainnet' | 'testnet') {
      ctx.network = network
      if (isXverse) emit('networkChange', { type: 'networkChange', stacks: { name: network } })
      else emit('stx_networkChange', { active: network, networks: [] })
    },
  })

  let unplace: (() => void) | undefined
  return life.place(
    { info: Object.freeze({ name, icon }), provider, control },
    {
      announce() {
        unplace ??= placeAt(target, path, provider, { name, icon })
      },
      leave: () => unplace?.(),
    },
  )
}
