import { fromBase64, toBase64 } from '../core/base64.ts'
import type { Act } from '../core/createConductor.ts'
import { providerError } from '../evm/providerError.ts'
import {
  rejectFaults,
  requireBytes,
  type StandardFeatureContext,
  type StandardFeatures,
} from '../standard/createStandardObject.ts'
import type { StandardContext } from '../standard/createStandardWallet.ts'
import { type SuiTestAccount, signPersonalMessage } from './suiAccounts.ts'
import type { ResolvedSuiOptions } from './suiOptions.ts'

/** One request to sign, as the log keeps it. */
export interface SuiOrder {
  readonly account: string
  readonly chain?: string
  /** Base64. */
  readonly message: string
}

interface Input {
  readonly account?: { readonly address?: unknown }
  readonly chain?: unknown
  readonly message?: unknown
}

/** What a Sui wallet signs, as features of Wallet Standard. */
export function suiFeatureObjects({ play }: StandardFeatureContext): StandardFeatures {
  const sign = (method: string) => (input?: Input) =>
    rejectFaults(() =>
      play(method, {
        account: String(input?.account?.address),
        ...(input?.chain !== undefined && { chain: String(input.chain) }),
        message: toBase64(requireBytes(input?.message)),
      }),
    )
  return {
    'sui:signPersonalMessage': { version: '1.1.0', signPersonalMessage: sign('sui:signPersonalMessage') },
    'sui:signMessage': { version: '1.0.0', signMessage: sign('sui:signMessage') },
  }
}

/** Checks one request and says how to carry it out. Throws the wallet's error. */
export function prepareSui(
  { state, options }: StandardContext & { readonly options: ResolvedSuiOptions },
  method: string,
  params: unknown,
): Act {
  if (method !== 'sui:signPersonalMessage' && method !== 'sui:signMessage') throw providerError(4200)
  const { account: address, chain, message } = params as SuiOrder
  if (chain !== undefined && !options.chains.some(each => each === chain)) throw providerError(4901)
  const account = options.accounts.find(known => known.address === address)
  if (!account || !state.visible().includes(address)) throw providerError(4100)
  return {
    prompts: true,
    perform: () =>
      method === 'sui:signMessage' ? signLegacy(account, message) : signNow(account, message, options),
  }
}

function signNow(
  account: SuiTestAccount,
  message: string,
  { signsInstead }: ResolvedSuiOptions,
): { readonly bytes: string; readonly signature: string } {
  const signed = signsInstead ? toBase64(new TextEncoder().encode(signsInstead.message)) : message
  const signature = signPersonalMessage(account, fromBase64(signed))
  return { bytes: signsInstead?.hidesIt === true ? message : signed, signature }
}

function signLegacy(account: SuiTestAccount, message: string) {
  return { messageBytes: message, signature: signPersonalMessage(account, fromBase64(message)) }
}
