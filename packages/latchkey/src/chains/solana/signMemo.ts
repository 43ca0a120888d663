import { formatBase58, parseBase58 } from '../../contract/base58.ts'
import { addressOf, type CaipAddress, networkIdOf } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import {
  formatMemoMessage,
  formatMemoTransaction,
  memoSignatureType,
  readMemoSignature,
} from '../../contract/memoTransaction.ts'
import type { SolanaWallet } from './solanaWallet.ts'
import { toSolanaError } from './toSolanaError.ts'

/**
 * Signs a text as the memo of a transaction that no cluster executes and that is never sent; answers `memo-transaction:` and
 * the signature in base58.
 * @throws LatchkeyError SIGN_REJECTED, SIGN_FAILED (`context.reason`: `text-too-long`, `transaction-changed`), WALLET_BAD_ANSWER.
 */
export async function signMemo(
  { signTransaction }: Pick<SolanaWallet, 'signTransaction'>,
  { account, message }: { readonly account: CaipAddress; readonly message: string },
): Promise<string> {
  if (!signTransaction) throw createError('SIGN_FAILED', { context: { reason: 'unsupported' } })
  const address = addressOf(account)
  const memo = formatMemoMessage(parseBase58(address, 32) ?? new Uint8Array(), message)
  if (!memo)
    throw createError('SIGN_FAILED', {
      context: {
        reason: 'text-too-long',
        hint: 'A transaction holds a sign-in text of 1,061 ASCII characters at most. Shorten the statement and the resources',
      },
    })
  const transaction = formatMemoTransaction(memo)
  const signed = await signTransaction({ address, transaction, caipNetworkId: networkIdOf(account) }).catch(
    (cause: unknown) => {
      throw toSolanaError(cause, 'SIGN_FAILED')
    },
  )
  const signature = readMemoSignature(signed, memo)
  // A wallet that puts in a fee or a fresh blockhash has made a transaction that could be sent.
  if (!signature)
    throw createError('SIGN_FAILED', {
      context: {
        reason: 'transaction-changed',
        hint: 'The wallet signed another transaction than it was asked to',
      },
    })
  return memoSignatureType + formatBase58(signature)
}
