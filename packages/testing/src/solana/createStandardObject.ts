import type { Listener, Listeners } from '../core/createListeners.ts'
import { providerError } from '../evm/providerError.ts'
import { toBase64 } from './base64.ts'
import type { SolanaSignInInput } from './composeSignIn.ts'
import type { SolanaState } from './createSolanaState.ts'
import { publicKeyOf, type SolanaTestAccount } from './solanaAccounts.ts'
import type { SolanaOrder } from './solanaMethods.ts'
import type { ResolvedSolanaOptions } from './solanaOptions.ts'

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
  readonly name: string
  readonly icon: string
  readonly chains: readonly `${string}:${string}`[]
  readonly accounts: readonly SimulatedStandardAccount[]
  readonly features: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

interface Input {
  readonly account?: { readonly address?: unknown }
  readonly chain?: string
  readonly message?: Uint8Array
  readonly transaction?: Uint8Array
  readonly options?: unknown
}

const versions = ['legacy', 0] as const

/** Makes the object that a site gets to see. */
export function createStandardObject(ctx: {
  readonly options: ResolvedSolanaOptions
  readonly icon: string
  readonly state: SolanaState
  readonly listeners: Listeners
  play(method: string, params: unknown): unknown
}): { readonly object: SimulatedStandardWallet; visible(): readonly SimulatedStandardAccount[] } {
  const { options, icon, state, listeners, play } = ctx
  const chains = Object.freeze(options.chains.map(({ id }) => id))
  const late = options.lateFeatures
  const all = [...new Set([...options.features, ...late])]
  const objects = new Map(options.accounts.map(account => [account.address, toStandard(account)]))

  function toStandard(account: SolanaTestAccount): SimulatedStandardAccount {
    const { address } = account
    return Object.freeze({ address, publicKey: publicKeyOf(account), chains, features: Object.freeze(all) })
  }
  const toObjects = (addresses: readonly string[]) => addresses.flatMap(each => objects.get(each) ?? [])
  /** What a script made of an answer may be anything. */
  const answered = (answer: unknown) => (isTexts(answer) ? toObjects(answer) : answer)

  const orderOf = ({ account, chain, message, transaction, options: wishes }: Input): SolanaOrder => ({
    account: String(account?.address),
    ...(chain !== undefined && { chain }),
    ...(message !== undefined && { message: toBase64(bytesOf(message)) }),
    ...(transaction !== undefined && { transaction: toBase64(bytesOf(transaction)) }),
    ...(wishes !== undefined && { options: wishes }),
  })
  const sign =
    (method: string) =>
    (...inputs: readonly Input[]) =>
      attempt(() => play(method, inputs.map(orderOf)))

  const features = {
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
    'solana:signMessage': { version: '1.1.0', signMessage: sign('solana:signMessage') },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      signTransaction: sign('solana:signTransaction'),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: versions,
      signAndSendTransaction: sign('solana:signAndSendTransaction'),
    },
    'solana:signIn': {
      version: '1.0.0',
      async signIn(...inputs: readonly SolanaSignInInput[]) {
        const answer = await play('solana:signIn', inputs.length === 0 ? [{}] : inputs)
        return Array.isArray(answer) ? answer.map(withAccount) : answer
      },
    },
  }
  function withAccount(output: unknown): unknown {
    const { account } = Object(output) as { readonly account?: unknown }
    return typeof account === 'string' ? { ...Object(output), account: objects.get(account) } : output
  }

  return {
    visible: () => toObjects(state.visible()),
    object: Object.freeze({
      version: '1.0.0',
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
function attempt(run: () => unknown): unknown {
  try {
    return run()
  } catch (cause) {
    if (cause instanceof TypeError) return Promise.reject(providerError(-32602, cause.message))
    throw cause
  }
}

function bytesOf(value: unknown): Uint8Array {
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
