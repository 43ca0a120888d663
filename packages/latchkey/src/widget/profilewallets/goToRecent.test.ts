import { expect, test } from 'vitest'
import type { RecentConnection } from '../../contract/connection.ts'
import type { Widget } from '../shell/widget.ts'
import { goToRecent } from './goToRecent.ts'

test.each([
  [{ name: 'email', username: 'ann@mail.example' }, ['EmailLogin', { email: 'ann@mail.example' }]],
  [{ name: 'github', username: 'ann@mail.example' }, ['ConnectingSocial', { provider: 'github' }]],
  [{ name: 'passkey' }, ['ConnectingSocial', { provider: 'passkey' }]],
  [{ name: 'farcaster' }, ['ConnectingFarcaster']],
  [{ name: 'pigeon' }, ['Connect', { add: true, namespace: 'eip155' }]],
  [undefined, ['Connect', { add: true, namespace: 'eip155' }]],
] as const)(
  'SPEC §4 "Stored connection status": who was logged in by %o goes the same way again',
  (auth, way) => {
    const ways: unknown[] = []
    const widget = {
      snapshot: () => ({ config: {} }),
      engine: { walletRows: () => [] },
      push: (...pushed: unknown[]) => void ways.push(pushed),
    } as unknown as Widget
    const recent = { status: 'disconnected', transport: 'embedded', walletId: 'embedded:x', auth }
    expect(goToRecent(widget, recent as unknown as RecentConnection, 'eip155')).toBe(true)
    expect(ways).toEqual([way])
  },
)
