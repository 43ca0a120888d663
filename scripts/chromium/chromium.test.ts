import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { findChromium, findShell } from './chromium.ts'
import { hasPinnedShell, pinnedShellPath } from './pinnedShell.ts'

const shells = [pinnedShellPath, '/usr/bin/chromium-headless-shell']

test.each([
  ['what is named for them goes first', { LATCHKEY_SHELL: '/s', LATCHKEY_CHROMIUM: '/c' }, '/s'],
  ['whoever names one Chromium means it for all', { LATCHKEY_SHELL: '', LATCHKEY_CHROMIUM: '/c' }, '/c'],
  [
    'else the pinned shell, the system’s, or what Chromium there is',
    { LATCHKEY_SHELL: '', LATCHKEY_CHROMIUM: '' },
    undefined,
  ],
])('the Chromium of tests without a window: %s', (_title, variables, wanted) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
  expect(findShell()).toBe(wanted ?? shells.find(existsSync) ?? findChromium())
})

test.each([
  ['linux', 'x64', true],
  ['linux', 'arm64', false],
  ['darwin', 'x64', false],
  ['win32', 'x64', false],
])('whether there is a pinned shell for %s on %s: %s', (platform, arch, wanted) => {
  expect(hasPinnedShell({ platform, arch })).toBe(wanted)
})
