import { type Address, getBase58Decoder, type MaybeEncodedAccount } from '@solana/kit'
import { systemProgram } from '../parse/tokenPrograms.ts'
import type { ReadMessage } from './readTransaction.ts'

/**
 * Whether the blockhash is the value of a nonce account that the first instruction advances (SystemInstruction 4;
 * the value is at byte 40 of the account, after version, state and authority).
 */
export function isNonceOf(
  message: ReadMessage,
  getAccount: (address: Address) => MaybeEncodedAccount,
): boolean {
  const [first] = message.instructions
  if (!first || message.keys[first.program] !== systemProgram) return false
  if (
    first.data.length !== 4 ||
    new DataView(first.data.buffer, first.data.byteOffset).getUint32(0, true) !== 4
  )
    return false
  const key = message.keys[first.accounts[0] ?? -1]
  const account = key && getAccount(key)
  if (!account?.exists || account.programAddress !== systemProgram || account.data.length !== 80) return false
  return getBase58Decoder().decode(account.data.subarray(40, 72)) === message.blockhash
}
