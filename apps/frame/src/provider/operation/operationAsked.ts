import type { Hex } from 'latchkey/evmcodec'
import type { UserOperation } from 'latchkey/services'
import type { OperationCall } from '../../smartaccount/encodeOperationCalls.ts'
import type { SafeAccount } from '../../smartaccount/safeAccountOf.ts'
import type { HostPaymaster, PaymasterAnswer } from './paymasters.ts'

/** The plain account as one that does operations (EIP-7702). */
export interface PlainAccount {
  readonly address: Hex
  /** The network's number: an authorization counts on it alone. */
  readonly chainId: number
  /** It is not delegated yet: its first operation does that as well. */
  readonly isNew: boolean
}

/** Calls of an account: all of them in one operation, or none (SPEC §6). */
export type OperationAsked = (
  | { readonly safe: SafeAccount; readonly plain?: undefined }
  | { readonly plain: PlainAccount; readonly safe?: undefined }
) & {
  readonly calls: readonly OperationCall[]
  /** What the page receives: the id of its batch, the hash of the transaction that has it, or that of the operation. */
  readonly answers: 'id' | 'transaction' | 'operation'
  /** The paymaster that the page named. */
  readonly host?: HostPaymaster
  /** Whether the project says that it pays on this network. */
  readonly isSponsored: boolean
}

/** An operation as it was estimated and shown: all but its nonce, what makes its account, and its signature. */
export interface PreparedOperation {
  readonly operation: UserOperation
  /** Gas of all of it. */
  readonly gas: bigint
  /** Wei that a unit of it takes at most. */
  readonly perGas: bigint
  /** Who pays for it; absent: the account itself. */
  readonly sponsor?: PaymasterAnswer & { readonly host?: HostPaymaster }
  /** Someone was to pay, and does not. */
  readonly isUnsponsored?: boolean
}

/** The fields that an account's first operation has alone. */
export type Factory = Pick<UserOperation, 'factory' | 'factoryData' | 'eip7702Auth'>

/**
 * What a bundler estimates with: a signature by its form, counting for ever. A key can be recovered from it, so that the
 * account looks it up as it does with the real one.
 */
export const stubSignature: Hex = `0x${'00'.repeat(12)}79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798${'11'.repeat(32)}1c`
