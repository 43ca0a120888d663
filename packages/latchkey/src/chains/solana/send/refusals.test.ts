/** What wallets and nodes throw: never "failed" where it may have been sent (T73, F19). */
import { describe, expect, test } from 'vitest'
import { createError } from '../../../contract/errors/createError.ts'
import { failureOf } from './failureOf.ts'
import { programs } from './programs.ts'
import { nodeRefusal, walletRefusal } from './refusals.ts'

const thrown = (message: string, code?: number) =>
  Object.assign(new Error(message), code !== undefined && { code })

describe('a wallet', () => {
  test.each([
    ['the visitor refused', thrown('User rejected the request.', 4001), 'SEND_REJECTED', 'SEND_REJECTED'],
    ['so, without a number', thrown('User rejected the request.'), 'SEND_REJECTED', 'SEND_REJECTED'],
    ['it shows a request already', thrown('Already pending', -32_002), 'SEND_BUSY', 'SEND_BUSY'],
    ['it is locked', thrown('Unauthorized', 4100), 'SEND_FAILED', 'SEND_FAILED'],
    [
      'a node refused',
      thrown('Transaction simulation failed: custom program error: 0x1'),
      'SEND_FAILED',
      'SEND_FAILED',
    ],
    ['the blockhash is over', thrown('Blockhash not found'), 'SEND_FAILED', 'SEND_FAILED'],
    [
      'the chain has it',
      thrown('This transaction has already been processed'),
      'SEND_FAILED',
      'SEND_UNKNOWN',
    ],
    ['it does not say', thrown('Unexpected error', -32_603), 'SEND_FAILED', 'SEND_UNKNOWN'],
    ['nothing', undefined, 'SEND_FAILED', 'SEND_UNKNOWN'],
    ['an answer that is none', createError('WALLET_BAD_ANSWER'), 'WALLET_BAD_ANSWER', 'SEND_UNKNOWN'],
    ['the relay has no such method', createError('UNSUPPORTED_CHAIN'), 'SEND_FAILED', 'SEND_FAILED'],
    ['the code that asks it did not load', createError('CHUNK_FAILED'), 'SEND_FAILED', 'SEND_FAILED'],
  ])('says that %s: one that signs has sent nothing, one that sends may have', (_, cause, signs, sends) => {
    expect(walletRefusal(cause, 'signs').code).toBe(signs)
    expect(walletRefusal(cause, 'sends').code).toBe(sends)
  })
})

describe('a node', () => {
  const refusalBy = (code: number | undefined, message: string, err?: unknown) =>
    nodeRefusal(
      createError('UNKNOWN', {
        cause: Object.assign(new Error(message), { code, ...(err !== undefined && { data: { err } }) }),
      }),
    )

  test.each([
    ['time-out', undefined, undefined],
    ['internal error', -32_603, undefined],
    ['node is behind', -32_005, undefined],
    ['already processed', -32_002, 'AlreadyProcessed'],
  ])('that may have it, or another may (%s), refuses nothing', (message, code, err) => {
    expect(refusalBy(code, message, err)).toBeUndefined()
  })

  test.each([
    ['blockhash not found', -32_002, 'BlockhashNotFound', 'expired'],
    ['no fee', -32_002, 'InsufficientFundsForFee', 'INSUFFICIENT_FUNDS'],
    ['too little', -32_002, { InstructionError: [2, { Custom: 1 }] }, 'INSUFFICIENT_FUNDS'],
    ['signature verification failure', -32_003, undefined, 'signature verification failure'],
    ['frozen', -32_002, { InstructionError: [2, { Custom: 17 }] }, 'custom program error: 0x11'],
  ])('that refused it for sure says why: %s', (message, code, err, reason) => {
    expect(refusalBy(code, message, err)).toMatchObject({ code: 'SEND_FAILED', context: { reason } })
  })
})

test.each([
  ['InsufficientFundsForFee', undefined, 'the account holds too little to pay the fee'],
  [{ InsufficientFundsForRent: { account_index: 1 } }, undefined, 'an account would hold less than it must'],
  [{ InstructionError: [0, { Custom: 1 }] }, programs.system, 'the account holds too little'],
  [{ InstructionError: [0, { Custom: 1 }] }, programs.token, 'the account holds too little of the token'],
  [{ InstructionError: [0, { Custom: 17 }] }, programs.token2022, 'the token account is frozen'],
  [{ InstructionError: [0, { Custom: 6000 }] }, programs.lighthouse, 'custom program error: 0x1770'],
  [{ InstructionError: [0, 'InvalidAccountData'] }, programs.token, 'InvalidAccountData'],
  [{ InstructionError: ['x'] }, programs.token, 'InstructionError'],
  [7, undefined, undefined],
  ['a\u202eb', undefined, 'ab'],
])('the runtime’s error %j of %s is a sentence, or its own name', (error, program, reason) => {
  expect(failureOf(error, () => program).reason).toBe(reason)
})
