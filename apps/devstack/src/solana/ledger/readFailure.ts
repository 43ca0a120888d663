import type { FailedTransactionMetadata } from 'litesvm'
import { type RunDescription, readRun } from './readRun.ts'
import { readError, type TransactionError } from './transactionError.ts'

/** A failed run. The VM states a fee also where it took none: it takes one where it ran the programs, and says what failed. */
export function readFailure(failed: FailedTransactionMetadata): {
  err: TransactionError
  description: RunDescription
} {
  const err = readError(failed)
  const description = readRun(failed.meta())
  return {
    err,
    description:
      typeof err === 'string' && !feesAlone.includes(err) ? { ...description, fee: 0n } : description,
  }
}

/** Errors before the first program for which a fee is taken (SIMD-0082). */
const feesAlone: readonly string[] = [
  'ProgramAccountNotFound',
  'InvalidProgramForExecution',
  'MaxLoadedAccountsDataSizeExceeded',
]
