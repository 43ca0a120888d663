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
] as const)('SPEC §4 "Stored connection status": a login by %o goes the same way again', (auth, way) => {
  const ways: unknown[] = []
  const widget = {
    snapshot: () => ({ config: {} }),
    engine: { walletRows: () => [] },
    push: (...pushed: unknown[]) => void ways.push(pushed),
  } as unknown as Widget
  const recent = { status: 'disconnected', transport: 'embedded', walletId: 'embedded:x', auth }
  expect(goToRecent(widget, recent as unknown as RecentConnection, 'eip155')).toBe(true)
  expect(ways).toEqual([way])
})

test.each(['injected', 'pairing'])(
  'T21 none is asked when several claim the identity of one that was %s',
  transport => {
    const ways: unknown[] = []
    const claims = ['a', 'b'].map(key => ({ key, walletId: 'rdns:com.example.fox', ambiguous: true }))
    const widget = {
      snapshot: () => ({ config: { endpoints: { relay: 'wss://relay.example' } } }),
      engine: { walletRows: () => claims },
      push: (...pushed: unknown[]) => void ways.push(pushed),
    } as unknown as Widget
    const recent = { status: 'disconnected', transport, walletId: 'rdns:com.example.fox' }
    expect(goToRecent(widget, recent as unknown as RecentConnection, 'eip155')).toBe(true)
    const view = transport === 'pairing' ? 'ConnectingWalletConnect' : 'AllWallets'
    expect(ways).toEqual([[view, { namespace: 'eip155' }]])
  },
)
