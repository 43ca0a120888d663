import {
  addSignersToTransactionMessage,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import type { DevSolanaAccount } from '../devSolanaAccounts.ts'
import type { Ledger } from './createLedger.ts'
import { readTransaction } from './readTransaction.ts'
import { explainError } from './transactionError.ts'

/** Signs for an account. */
export function signerOf(account: DevSolanaAccount): Promise<KeyPairSigner> {
  return createKeyPairSignerFromPrivateKeyBytes(account.privateKey)
}

/**
 * Signs a transaction of these instructions and puts it into the open block. The first signer pays.
 * @returns its signature.
 * @throws Error when the VM refuses it.
 */
export async function sendAs(
  ledger: Ledger,
  signers: readonly [KeyPairSigner, ...KeyPairSigner[]],
  instructions: readonly Instruction[],
  lifetime: { blockhash: Blockhash; lastValidBlockHeight: bigint } = ledger.lifetime('processed'),
): Promise<string> {
  const [payer] = signers
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    each => setTransactionMessageFeePayerSigner(payer, each),
    each => setTransactionMessageLifetimeUsingBlockhash(lifetime, each),
    each => appendTransactionMessageInstructions(instructions, each),
    each => addSignersToTransactionMessage([...signers], each),
  )
  const signed = await signTransactionMessageWithSigners(message)
  const read = readTransaction(new Uint8Array(getTransactionEncoder().encode(signed)))
  const { err, logs } = ledger.send(read)
  if (err !== null) throw new Error(`${explainError(err)} ${logs.at(-1) ?? ''}`.trim())
  return read.signature
}
