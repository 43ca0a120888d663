import { formatBase58 } from '../../contract/base58.ts'
import { addressOf, type CaipAddress } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import { readFailure } from '../foreign/toWalletError.ts'
import type { SolanaWallet } from './solanaWallet.ts'
import { refusedTextCode, toSolanaError } from './toSolanaError.ts'

/**
 * Signs a text; answers the signature in base58, as it is verified.
 * @throws LatchkeyError SIGN_REJECTED, SIGN_FAILED (`context.reason`: `text-refused`), WALLET_BAD_ANSWER.
 */
export async function signSolanaMessage(
  { signMessage }: Pick<SolanaWallet, 'signMessage'>,
  { account, message }: { readonly account: CaipAddress; readonly message: string },
): Promise<string> {
  if (!signMessage) throw createError('SIGN_FAILED', { context: { reason: 'unsupported' } })
  try {
    return formatBase58(await signMessage(addressOf(account), new TextEncoder().encode(message)))
  } catch (cause) {
    const { code } = readFailure(cause)
    if (code !== refusedTextCode) throw toSolanaError(cause, 'SIGN_FAILED')
    throw createError('SIGN_FAILED', { cause, context: { walletCode: code, reason: 'text-refused' } })
  }
}
