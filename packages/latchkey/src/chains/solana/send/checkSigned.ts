import { createError } from '../../../contract/errors/createError.ts'
import { isSameBytes } from '../../foreign/isSameBytes.ts'
import { decodeTransaction, type SeenInstruction, type SeenTransaction } from './decodeTransaction.ts'
import { isAddition, programs } from './programs.ts'

/**
 * Compares what a wallet signed with what it was asked to sign. The price may be the wallet's own, and guards may be added; nothing else
 * differs, so that nothing else is broadcast (decision 070).
 * @throws LatchkeyError WALLET_BAD_ANSWER.
 */
export function checkSigned(asked: Uint8Array, answer: Uint8Array): SeenTransaction {
  const wanted = decodeTransaction(asked)
  const signed = decodeTransaction(answer)
  const differs = !wanted ? 'order' : !signed ? 'form' : differenceOf(wanted, signed)
  if (!signed || differs !== undefined)
    throw createError('WALLET_BAD_ANSWER', { context: { method: 'signTransaction', differs } })
  return signed
}

function differenceOf(wanted: SeenTransaction, signed: SeenTransaction): string | undefined {
  if (signed.payer !== wanted.payer) return 'payer'
  if (signed.blockhash !== wanted.blockhash) return 'blockhash'
  if (signed.hasTables) return 'tables'
  // Another signer could pay for something else with it.
  if (signed.signatures.length !== 1 || !signed.signatures[0]?.some(byte => byte !== 0)) return 'signatures'
  const ours = wanted.instructions.filter(({ program }) => program !== programs.computeBudget)
  const theirs = signed.instructions.filter(({ program }) => !isAddition(program))
  const isSame = ours.length === theirs.length && ours.every((each, at) => isEqual(each, theirs[at]))
  return isSame ? undefined : 'instructions'
}

function isEqual(one: SeenInstruction, other: SeenInstruction | undefined): boolean {
  return (
    other !== undefined &&
    one.program === other.program &&
    one.accounts.join() === other.accounts.join() &&
    isSameBytes(one.data, other.data)
  )
}
