import { expect, it } from 'vitest'
import { createError } from '../../contract/errors/createError.ts'
import { outcomeOf } from './activateAccount.ts'

it.each([
  ['the visitor’s no', createError('SEND_REJECTED'), 'rejected'],
  ['a refusal', createError('SEND_FAILED', { context: { hashes: [] } }), 'unsent'],
  ['another request that waits', createError('SEND_BUSY'), 'unsent'],
  ['a part that did not load', createError('CHUNK_FAILED'), 'unsent'],
  ['an answer that did not come', createError('SEND_UNKNOWN', { context: { hashes: [] } }), 'unknown'],
  [
    'an operation that failed',
    createError('SEND_FAILED', { context: { hash: '0x1', hashes: ['0x1'] } }),
    'unknown',
  ],
  ['a wait that ended', createError('RPC_ABORTED', { context: { hashes: ['0x1'] } }), 'unknown'],
  ['an error of ours', new TypeError('no such thing'), 'unknown'],
] as const)('after %s nothing that is certain is said to be unknown (T73)', (_name, cause, outcome) => {
  expect(outcomeOf(cause)).toBe(outcome)
})
