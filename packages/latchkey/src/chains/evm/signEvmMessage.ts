import { addressOf, type CaipAddress } from '../../contract/caip.ts'
import { isSignature } from '../../contract/hash.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { toWalletError } from '../foreign/toWalletError.ts'
import type { EvmWallet } from './bindProvider.ts'
import { textToHex } from './codec/hex.ts'

/** Signatures of smart accounts carry deployment data (ERC-6492), but not megabytes of it. */
export const longestSignature = 131_072

/**
 * Signs a text by `personal_sign` (EIP-191); answers the signature as 0x data.
 * @throws LatchkeyError SIGN_REJECTED, SIGN_FAILED, WALLET_BAD_ANSWER.
 */
export async function signEvmMessage(
  wallet: EvmWallet,
  { account, message }: { readonly account: CaipAddress; readonly message: string },
): Promise<string> {
  const method = 'personal_sign'
  const answer = await wallet.request(method, [textToHex(message), addressOf(account)]).catch(cause => {
    throw toWalletError(cause, 'SIGN_FAILED')
  })
  if (!isSignature(answer) || answer.length > longestSignature) throw badAnswer(method, answer)
  return answer
}
