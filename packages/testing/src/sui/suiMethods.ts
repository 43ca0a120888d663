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
import { type SuiTestAccount, signPersonalMessage, signSuiTransaction } from './suiAccounts.ts'
import type { ResolvedSuiOptions } from './suiOptions.ts'

/** One request to sign, as the log keeps it. */
export interface SuiOrder {
  readonly account: string
  readonly chain?: string
  /** Base64. */
  readonly message?: string
  /** JSON, as the site's own library writes it. */
  readonly transaction?: string
}

interface Input {
  readonly account?: { readonly address?: unknown }
  readonly chain?: unknown
  readonly message?: unknown
  readonly transaction?: { toJSON?(): Promise<unknown> }
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
  async function signTransaction({ account, chain, transaction }: Input = {}) {
    const json = await transaction?.toJSON?.()
    if (typeof json !== 'string') throw providerError(-32602, 'Expected a transaction.')
    const order = { account: String(account?.address), chain: String(chain), transaction: json }
    return play('sui:signTransaction', order)
  }
  return {
    'sui:signTransaction': { version: '2.0.0', signTransaction },
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
  const { account: address, chain, message = '', transaction = '' } = params as SuiOrder
  if (chain !== undefined && !options.chains.some(each => each === chain)) throw providerError(4901)
  const account = options.accounts.find(known => known.address === address)
  if (!account || !state.visible().includes(address)) throw providerError(4100)
  const { build } = options
  switch (method) {
    case 'sui:signPersonalMessage':
      return { prompts: true, perform: () => signNow(account, message, options) }
    case 'sui:signMessage':
      return { prompts: true, perform: () => signLegacy(account, message) }
    case 'sui:signTransaction':
      if (build === undefined) throw providerError(4200)
      return {
        prompts: true,
        async perform() {
          const bytes = await build(transaction)
          return { bytes: toBase64(bytes), signature: signSuiTransaction(account, bytes) }
        },
      }
    default:
      throw providerError(4200)
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
