import { describe, expect, test } from 'vitest'
import type { SignInSubject } from './signIn.ts'
import {
  type PreparedSignIn,
  type SignInEvent,
  type SignInState,
  signInTransition,
} from './signInTransition.ts'

const subject: SignInSubject = {
  connectionId: 'one',
  namespace: 'eip155',
  caipNetworkId: 'eip155:1',
  address: '0xa',
  caip10: 'eip155:1:0xa',
}
const other: SignInSubject = { ...subject, caipNetworkId: 'eip155:10', caip10: 'eip155:10:0xa' }
const prepared: PreparedSignIn = {
  data: {
    accountAddress: '0xa',
    chainId: 'eip155:1',
    domain: 'a',
    uri: 'https://a',
    version: '1',
    nonce: 'n',
  },
  text: 'text',
  staleAt: 0,
}
const run = (...events: readonly SignInEvent[]) =>
  events.reduce<SignInState>(signInTransition, { at: 'idle' })
const ready: readonly SignInEvent[] = [
  { type: 'looked', subject },
  { type: 'preparing', subject },
  { type: 'prepared', subject, prepared },
]
const asked: readonly SignInEvent[] = [...ready, { type: 'asked', attempt: 1 }]

describe('SPEC §4 sign-in flow', () => {
  test('a session that is found is the end of it', () => {
    expect(run({ type: 'looked', subject }, { type: 'found', subject })).toEqual({ at: 'signedIn', subject })
  })

  test('checked, prepared, asked, signed, found', () => {
    expect(run(...ready)).toEqual({ at: 'ready', subject, prepared })
    expect(run(...asked)).toMatchObject({ at: 'asking', attempt: 1, waiting: 'brief' })
    expect(run(...asked, { type: 'waited', attempt: 1, waiting: 'slow' })).toMatchObject({ waiting: 'slow' })
    const signed = run(...asked, { type: 'signed', attempt: 1 })
    expect(signed).toMatchObject({ at: 'verifying' })
    expect(signInTransition(signed, { type: 'found', subject })).toEqual({ at: 'signedIn', subject })
  })

  test.each(['asking', 'verifying'] as const)('a failure while %s leads back to the message', at => {
    const before: readonly SignInEvent[] =
      at === 'asking' ? asked : [...asked, { type: 'signed', attempt: 1 }]
    expect(run(...before, { type: 'refused', attempt: 1, failure: 'rejected' })).toEqual({
      at: 'ready',
      subject,
      prepared,
      failure: 'rejected',
    })
  })

  test.each<SignInEvent>([
    { type: 'refused', attempt: 0, failure: 'other' },
    { type: 'signed', attempt: 0 },
    { type: 'waited', attempt: 0, waiting: 'silent' },
    { type: 'prepared', subject: other, prepared },
    { type: 'unprepared', subject: other, failure: 'offline' },
    { type: 'preparing', subject: other },
    { type: 'emailWanted', subject: other },
    { type: 'asked', attempt: 2 },
  ])('F48 what comes too late changes nothing: %o', event => {
    const before = run(...asked)
    expect(signInTransition(before, event)).toBe(before)
  })

  test('T35 another account or network starts anew, whatever was under way', () => {
    expect(signInTransition(run(...asked), { type: 'looked', subject: other })).toEqual({
      at: 'checking',
      subject: other,
    })
    expect(signInTransition(run(...asked), { type: 'gone' })).toEqual({ at: 'idle' })
  })

  test('a sign-in that was put off takes no answer, and can be begun anew', () => {
    const off = run(...asked, { type: 'dismissed' })
    expect(off).toEqual({ at: 'dismissed', subject })
    expect(signInTransition(off, { type: 'refused', attempt: 1, failure: 'other' })).toBe(off)
    expect(signInTransition(off, { type: 'prepared', subject, prepared })).toBe(off)
    expect(signInTransition(off, { type: 'preparing', subject })).toEqual({ at: 'preparing', subject })
  })

  test('signed in cannot be put off', () => {
    const done = run({ type: 'looked', subject }, { type: 'found', subject })
    expect(signInTransition(done, { type: 'dismissed' })).toBe(done)
  })
})
