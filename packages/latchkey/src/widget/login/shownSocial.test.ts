import { expect, test } from 'vitest'
import { shownSocial } from './shownSocial.ts'

const fault = { code: 'SOCIAL_FAILED', message: '', isDenied: false }

test.each([
  ['opened for one way', { at: 'idle' }, 'google', 'google'],
  ['opened for one, after another was tried', { at: 'idle', method: 'passkey' }, 'google', 'google'],
  ['opened for none', { at: 'idle' }, undefined, 'list'],
  ['opened for what nobody knows', { at: 'idle' }, 'myspace', 'list'],
  ['stopped in the frame, after the tab came back', { at: 'idle', method: 'x' }, undefined, 'x'],
  ['under way, after the tab came back', { at: 'beginning', method: 'x' }, undefined, 'x'],
  ['a passkey that nobody was asked for yet', { at: 'idle' }, 'passkey', 'passkey'],
  [
    'a passkey that the frame is about to ask for',
    { at: 'beginning', method: 'passkey' },
    'passkey',
    'frame',
  ],
  ['a passkey that failed', { at: 'failed', method: 'passkey', fault }, 'passkey', 'passkey'],
  [
    'a passkey that took too long',
    { at: 'expired', method: 'passkey', isReturn: false },
    'passkey',
    'passkey',
  ],
  ['asked by the frame', { at: 'asked', method: 'github' }, 'github', 'frame'],
  ['on the way in', { at: 'entering', method: 'github' }, undefined, 'frame'],
] as const)('SPEC §4 "Social login": %s', (_, state, provider, shown) => {
  const now = shownSocial(state, provider)
  expect(now.is === 'panel' ? now.method : now.is).toBe(shown)
})
