import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { findChromium, findShell } from './chromium.ts'

const shell = '/usr/bin/chromium-headless-shell'

test.each([
  ['what is named for them goes first', { LATCHKEY_SHELL: '/s', LATCHKEY_CHROMIUM: '/c' }, '/s'],
  ['whoever names one Chromium means it for all', { LATCHKEY_SHELL: '', LATCHKEY_CHROMIUM: '/c' }, '/c'],
  ['else the shell, or what Chromium there is', { LATCHKEY_SHELL: '', LATCHKEY_CHROMIUM: '' }, undefined],
])('the Chromium of tests without a window: %s', (_title, variables, wanted) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  expect(findShell()).toBe(wanted ?? (existsSync(shell) ? shell : findChromium()))
})
