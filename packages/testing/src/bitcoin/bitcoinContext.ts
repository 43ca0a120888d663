import type { Act } from '../core/createConductor.ts'
import { type ProviderRpcError, providerError } from '../evm/providerError.ts'
import type { BitcoinKey } from './bitcoinKeys.ts'
import type { ResolvedBitcoinOptions } from './bitcoinOptions.ts'
import type { BitcoinState } from './createBitcoinState.ts'
import { signBip137, signBip322 } from './signBitcoinMessage.ts'

/** What a method of a simulated Bitcoin wallet works with. */
export interface BitcoinContext {
  readonly options: ResolvedBitcoinOptions
  readonly state: BitcoinState
}

/** Checks a request and says how to carry it out. Throws the wallet's error. */
export type BitcoinMethod = (ctx: BitcoinContext, params: Readonly<Record<string, unknown>>) => Act

/** sats-connect's and SIP-030's numbers. */
export const registryCodes = {
  rejected: -32000,
  denied: -32002,
  noMethod: -32601,
  badParams: -32602,
  broken: -32603,
}

/** What a wallet of the registries refuses with. */
export const registryErrors = {
  rejected: (message?: string) => providerError(registryCodes.rejected, message ?? 'User rejected request'),
  busy: (method: string) => providerError(registryCodes.broken, `${method} is waiting already.`),
  offline: () => providerError(registryCodes.broken, 'The wallet does not answer.'),
  coded: (code: number, message?: string, data?: unknown): ProviderRpcError =>
    providerError(code, message, data),
}

export function prompting(perform: Act['perform']): Act {
  return { prompts: true, perform }
}

export function silently(perform: Act['perform']): Act {
  return { prompts: false, perform }
}

/** Which account the visitor chose with the approval: its index or an address. */
export function chosenAccount(
  { state }: BitcoinContext,
  accounts: readonly (number | string)[] | undefined,
): number | undefined {
  const [first] = accounts ?? []
  if (first === undefined) return undefined
  const index = typeof first === 'number' ? first : state.snapshot.accounts.indexOf(first)
  return index >= 0 ? index : undefined
}

/** The signature over a text by one of the wallet's keys: BIP-322, or ECDSA (BIP-137). */
export function signText(
  { options }: BitcoinContext,
  key: BitcoinKey,
  { message, protocol }: { readonly message: string; readonly protocol: 'BIP322' | 'ECDSA' },
): string {
  if (protocol === 'ECDSA') return signBip137(key, message)
  return `${options.signaturePrefix ? 'smp' : ''}${signBip322(key, message)}`
}
