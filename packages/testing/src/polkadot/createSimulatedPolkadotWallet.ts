import { createWalletLife, type Placed, type WalletLife } from '../core/createWalletLife.ts'
import { walletIcon } from '../core/walletIcon.ts'
import { createStandardControl, type StandardControl } from '../standard/createStandardControl.ts'
import { createStandardState, type StandardState } from '../standard/createStandardState.ts'
import { polkadotErrors } from './polkadotErrors.ts'
import { type InjectedAccount, preparePolkadot, visibleAccounts } from './polkadotMethods.ts'
import { resolvePolkadotOptions, type SimulatedPolkadotOptions } from './polkadotOptions.ts'

/** What a site gets from `enable`. */
export interface SimulatedInjected {
  readonly accounts: {
    get(): Promise<readonly InjectedAccount[]>
    /** Calls the listener at once, and after each change. */
    subscribe(listener: (accounts: readonly InjectedAccount[]) => void): () => void
  }
  readonly signer: { signRaw?(order: object): Promise<{ id: number; signature: string }> }
}

/** A simulated Polkadot wallet: real keys, scripted behavior. */
export interface SimulatedPolkadotWallet extends Placed {
  readonly info: { readonly name: string; readonly icon: string; readonly id: string }
  /** The wallet as sites see it, in `window.injectedWeb3`. */
  readonly entry: { readonly version: string; enable(origin: string): Promise<SimulatedInjected> }
  /** The methods of its script are `enable`, `accounts.get` and `signRaw`; `emit('accounts', …)` sends accounts to the site. */
  readonly control: StandardControl
  /** Puts the wallet into the page. */
  announce(): void
}

/**
 * Makes a wallet of `injectedWeb3` with real sr25519, ed25519 and ECDSA keys.
 * @throws TypeError for an option that cannot be used.
 */
export function createSimulatedPolkadotWallet(given: SimulatedPolkadotOptions): SimulatedPolkadotWallet {
  const options = resolvePolkadotOptions(given)
  const { name, id } = options
  const page: object | undefined = options.target ?? (typeof window === 'object' ? window : undefined)
  const icon = options.icon ?? walletIcon(name)

  const life: WalletLife<StandardState> = createWalletLife({
    options,
    memoryName: `polkadot:${name}`,
    errors: polkadotErrors,
    prepare: (method, params) => preparePolkadot(ctx, method, params),
    slot: method => (method === 'enable' ? 'enable' : undefined),
    createState: parts =>
      createStandardState({
        ...parts,
        options,
        seen: () => parts.emit('accounts', visibleAccounts(ctx)),
      }),
  })
  const { state, listeners, play } = life
  const ctx = { options, state }

  const signRaw = async (order: object) => (await play('signRaw', order)) as { id: number; signature: string }
  const injected: SimulatedInjected = {
    accounts: {
      get: async () => (await play('accounts.get', [])) as readonly InjectedAccount[],
      subscribe(listener) {
        const hear = listener as (...values: unknown[]) => void
        listeners.on('accounts', hear)
        listener(visibleAccounts(ctx))
        return () => listeners.off('accounts', hear)
      },
    },
    signer: options.signsTexts === false ? {} : { signRaw },
  }
  const entry = {
    version: '1.0.0',
    async enable(origin: string) {
      const answer = await play('enable', { origin })
      // What a script made of the answer may be anything.
      return answer === undefined ? injected : (answer as SimulatedInjected)
    },
  }

  function announce() {
    if (!page || life.isStopped()) return
    const place = page as { injectedWeb3?: Record<string, unknown> }
    place.injectedWeb3 ??= {}
    place.injectedWeb3[id] = entry
  }

  return life.place(
    { info: Object.freeze({ name, icon, id }), entry, control: createStandardControl(life) },
    {
      announce,
      leave() {
        const { injectedWeb3 } = Object(page) as { injectedWeb3?: Record<string, unknown> }
        if (injectedWeb3?.[id] === entry) delete injectedWeb3[id]
      },
    },
  )
}
