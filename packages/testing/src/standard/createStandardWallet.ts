import { systemClock } from '../core/clock.ts'
import type { Act } from '../core/createConductor.ts'
import { createWalletLife, type Placed, type WalletLife } from '../core/createWalletLife.ts'
import type { ResolvedPlace, SharedWalletOptions } from '../core/sharedOptions.ts'
import { walletIcon } from '../core/walletIcon.ts'
import { walletErrors } from '../evm/providerError.ts'
import { createRegistrar } from './createRegistrar.ts'
import { createStandardControl, type StandardControl } from './createStandardControl.ts'
import {
  createStandardObject,
  type SimulatedStandardWallet,
  type StandardObjectOptions,
} from './createStandardObject.ts'
import { createStandardState, type StandardState } from './createStandardState.ts'

/** A simulated wallet of Wallet Standard: real keys, real chains, scripted behavior. */
export interface SimulatedStandard extends Placed {
  readonly info: { readonly name: string; readonly icon: string }
  /** The wallet as sites see it (Wallet Standard). */
  readonly standard: SimulatedStandardWallet
  readonly control: StandardControl
  /** Registers the wallet (Wallet Standard), now and with each library that is ready later. */
  announce(): void
}

/** What the methods of an ecosystem work with. */
export interface StandardContext {
  readonly state: StandardState
  now(): number
}

/** The options that the ecosystems share, and what differs between them. */
export interface StandardWalletOptions<Account extends { readonly address: string }>
  extends StandardObjectOptions<Account>,
    Omit<SharedWalletOptions, 'storage'>,
    Pick<ResolvedPlace, 'storage'> {
  readonly namespace: string
  /** Whether the wallet connects without a prompt when it is asked silently, known page or not. */
  readonly ignoresSilent?: boolean
  /** By method, what only one prompt may be open for. */
  readonly slots: Readonly<Record<string, string>>
  /** Checks one request of the ecosystem's own and says how to carry it out. Throws the wallet's error. */
  prepare(ctx: StandardContext, method: string, params: unknown): Act
}

/** Makes a wallet of Wallet Standard. */
export function createStandardWallet<Account extends { readonly address: string }>(
  options: StandardWalletOptions<Account>,
): SimulatedStandard {
  const { name, clock = systemClock } = options
  const target = options.target ?? (typeof window === 'object' ? window : undefined)
  const icon = options.icon ?? walletIcon(name)

  const life: WalletLife<StandardState> = createWalletLife({
    options,
    memoryName: `${options.namespace}:${name}`,
    errors: walletErrors,
    pages: target,
    prepare: (method, params) =>
      prepareConnect(state, options.ignoresSilent === true, method) ??
      options.prepare({ state, now: () => clock.now() }, method, params),
    slot: method => options.slots[method],
    createState: parts =>
      createStandardState({
        ...parts,
        options,
        seen: () => parts.emit('change', { accounts: visible() }),
      }),
  })
  const { state, listeners, play } = life
  const { object, visible } = createStandardObject({ options, icon, state, listeners, play })
  const registrar = createRegistrar(target, object)

  return life.place(
    { info: Object.freeze({ name, icon }), standard: object, control: createStandardControl(life) },
    { announce: registrar.announce, leave: registrar.stop },
  )
}

/** The requests that all ecosystems have. */
function prepareConnect(state: StandardState, ignoresSilent: boolean, method: string): Act | undefined {
  switch (method) {
    case 'standard:connect':
      return {
        prompts: state.visible().length === 0,
        perform: ({ accounts }) => {
          state.authorise(accounts)
          return state.visible()
        },
      }
    case 'silentConnect':
      return {
        prompts: false,
        perform: () => {
          if (ignoresSilent) state.authorise()
          return state.visible()
        },
      }
    case 'standard:disconnect':
      return { prompts: false, perform: () => state.revoke() }
    default:
      return undefined
  }
}
