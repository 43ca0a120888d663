import { describe, expect, test } from 'vitest'
import { createError } from '../../../contract/errors/createError.ts'
import { type SwitchingEvent, type SwitchingState, switchingTransition } from './switchingTransition.ts'

const asked: SwitchingEvent = { type: 'asked', attempt: 1 }
const refused = (error = createError('SWITCH_FAILED')): SwitchingEvent => ({
  type: 'refused',
  attempt: 1,
  error,
})
const elsewhere = createError('SWITCH_FAILED', { context: { asked: 'eip155:1', real: 'eip155:10' } })
const pending = createError('SWITCH_FAILED', { context: { reason: 'request-pending' } })

function after(...events: readonly SwitchingEvent[]): SwitchingState {
  return events.reduce<SwitchingState>(switchingTransition, { at: 'idle' })
}

function shown(state: SwitchingState): string {
  if (state.at === 'asking') return state.waiting === 'slow' ? 'asking slow' : 'asking'
  return state.at === 'failed' ? `failed ${state.failure}` : state.at
}

const table: readonly (readonly [rule: string, events: readonly SwitchingEvent[], expected: string])[] = [
  ['asked', [asked], 'asking'],
  ['after 10 s', [asked, { type: 'waited', attempt: 1 }], 'asking slow'],
  ['moved', [asked, { type: 'switched', attempt: 1 }], 'switched'],
  ['declined', [asked, refused(createError('SWITCH_REJECTED'))], 'rejected'],
  ['stands elsewhere', [asked, refused(elsewhere)], 'failed wrongChain'],
  ['cannot be asked', [asked, refused(createError('UNSUPPORTED_CHAIN'))], 'failed unable'],
  ['an earlier request waits', [asked, refused(pending)], 'failed pending'],
  ['anything else', [asked, refused()], 'failed other'],
  ['moved by hand after a failure', [asked, refused(), { type: 'arrived' }], 'switched'],
  ['moved by hand while asked', [asked, { type: 'arrived' }], 'switched'],
  ['a refusal after it arrived is dropped', [asked, { type: 'arrived' }, refused()], 'switched'],
  ['tried again', [asked, refused(), { type: 'asked', attempt: 2 }], 'asking'],
  ['an answer to an earlier try is dropped', [asked, { type: 'asked', attempt: 2 }, refused()], 'asking'],
  ['left', [asked, { type: 'left' }], 'idle'],
  ['arrived after leaving is dropped', [asked, { type: 'left' }, { type: 'arrived' }], 'idle'],
]

describe('switchingTransition', () => {
  test.each(table)('%s', (_rule, events, expected) => {
    expect(shown(after(...events))).toBe(expected)
  })
})
