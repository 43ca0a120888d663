import { expect, test } from 'vitest'
import { isLatchkeyError, LatchkeyError } from './error.ts'
import { createError } from './errors/createError.ts'

test('carries code, kind, context and cause', () => {
  const cause = new Error('socket')
  const error = createError('HTTP_STATUS', { context: { status: 503 }, cause })
  expect(error).toBeInstanceOf(LatchkeyError)
  expect(error).toBeInstanceOf(Error)
  expect({ ...error, message: error.message, cause: error.cause }).toEqual({
    name: 'LatchkeyError',
    code: 'HTTP_STATUS',
    kind: 'offline',
    message: 'HTTP status code: 503',
    context: { status: 503 },
    cause,
  })
})

test('an error without context or cause has an empty context and no cause', () => {
  const error = createError('MODAL_CLOSED')
  expect(error.context).toEqual({})
  expect('cause' in error).toBe(false)
})

test('two copies of the package agree on what is theirs', async () => {
  // A query makes the module loader read the file again, as a second bundle would.
  const copy = (await import('./error.ts?copy' as string)) as typeof import('./error.ts')
  expect(copy.LatchkeyError).not.toBe(LatchkeyError)
  const foreign = new copy.LatchkeyError({ code: 'POPUP_CLOSED', kind: 'rejected', message: 'Popup closed' })
  expect(foreign).not.toBeInstanceOf(LatchkeyError)
  expect(isLatchkeyError(foreign)).toBe(true)
  expect(isLatchkeyError(foreign, 'POPUP_CLOSED')).toBe(true)
  expect(isLatchkeyError(foreign, 'MODAL_CLOSED')).toBe(false)
  expect(copy.isLatchkeyError(createError('UNKNOWN'))).toBe(true)
})

test.each([
  undefined,
  null,
  'LatchkeyError',
  4001,
  new Error('x'),
  { name: 'LatchkeyError' },
  { code: 'UNKNOWN' },
  { name: 'LatchkeyError', code: 1 },
])('a stranger is none of ours (%#)', value => {
  expect(isLatchkeyError(value)).toBe(false)
})

test('places of a text are filled from the context only, in part if it is long', () => {
  expect(createError('INVALID_CAIP_NETWORK_ID', { context: { value: 'x'.repeat(1_000) } }).message).toBe(
    `Invalid CAIP-2 network id: ${'x'.repeat(160)}`,
  )
  expect(createError('HTTP_STATUS').message).toBe('HTTP status code: {status}')
  expect(createError('UNKNOWN', { message: '{constructor} {toString}', context: {} }).message).toBe(
    '{constructor} {toString}',
  )
  expect(createError('UNKNOWN', { message: '{a}', context: { a: '{b}', b: 'no' } }).message).toBe('{b}')
})
