import { expect, it } from 'vitest'
import { type SettingsEvent, type SettingsState, settingsTransition } from './settingsTransition.ts'

const asked = { at: 'asked' } as const
const done = { at: 'done' } as const
const left = { at: 'left' } as const
const fault = { code: 'IFRAME_TIMEOUT', message: 'gone' } as const
const failed = { at: 'failed', fault } as const
const fail = { type: 'failed', fault } as const

it.each<readonly [SettingsState, SettingsEvent, SettingsState]>([
  [left, { type: 'begun' }, asked],
  [failed, { type: 'begun' }, asked],
  [asked, { type: 'done' }, done],
  [left, { type: 'done' }, left],
  [done, { type: 'begun' }, asked],
  [done, { type: 'left' }, left],
  [done, fail, done],
  [asked, fail, failed],
  // A visitor who left sees no failure.
  [left, fail, left],
  [failed, fail, failed],
  [asked, { type: 'left' }, left],
  [failed, { type: 'left' }, left],
])('settings at %j go by %j to %j', (state, event, next) => {
  expect(settingsTransition(state, event)).toEqual(next)
})
