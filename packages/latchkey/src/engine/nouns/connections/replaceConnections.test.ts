import { expect, test, vi } from 'vitest'
import type { Connection, Transport } from '../../../contract/connection.ts'
import { createFacts } from '../../base/facts.ts'
import { createLiveProviders } from '../../base/live.ts'
import { createMachine } from '../../base/machine.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import type { EngineContext } from '../../context.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { restoredConnections } from './connectionsState.ts'
import { connectionsTransition } from './connectionsTransition.ts'
import { replaceConnections } from './replaceConnections.ts'

const fresh = connection('fresh')
const aside = (transport: Transport): Connection => ({ ...connection('aside'), transport })

/** `fresh` was admitted; the stored one was laid aside before, or is still being restored. */
function admit(stored: Connection, { multiWallet = false, isAside = true } = {}) {
  const snapshot = { connections: [stored], active: {}, activeNamespace: 'eip155', chosen: {} }
  const connections = createMachine(restoredConnections(snapshot), connectionsTransition)
  if (isAside) connections.dispatch({ type: 'shelved', connectionId: stored.id })
  const before = connections.getState().connections
  connections.dispatch({ type: 'connected', connection: fresh, namespace: 'eip155' })
  const end = vi.fn(async () => undefined)
  const request = vi.fn(async () => undefined)
  const ctx = {
    connections,
    facts: createFacts(),
    live: createLiveProviders(),
    storage: createKeyStore({ id: 'default', store: createMemoryStorage(), clock: createFakeClock() }),
    sessions: async () => ({ pairing: { disconnect: end } }),
    frame: async () => ({ request }),
  } as unknown as EngineContext
  replaceConnections(ctx, fresh, before, multiWallet)
  return { end, request, state: connections.getState }
}

test('a wallet that was laid aside goes with the ones that are replaced', () => {
  expect(admit(aside('injected')).state()).toMatchObject({ connections: [fresh], shelved: [] })
})

test.each([
  ['where several may be connected', aside('injected'), true],
  ['of another namespace', connection('aside', { solana: part(['S'], 'solana:1') }), false],
] as const)('one %s stays', (_name, stored, multiWallet) => {
  expect(admit(stored, { multiWallet }).state()).toMatchObject({ connections: [fresh], shelved: [stored] })
})

test.each([true, false])('the session of a paired one is ended; laid aside: %s', async isAside => {
  const { end, state } = admit(aside('pairing'), { isAside })
  expect(state()).toMatchObject({ connections: [fresh], shelved: [] })
  await vi.waitFor(() => expect(end).toHaveBeenCalledExactlyOnceWith('aside'))
})

test.each([true, false])(
  'so is the one that the same wallet had; several may be connected: %s',
  async multiWallet => {
    const { end, state } = admit({ ...aside('pairing'), walletId: fresh.walletId }, { multiWallet })
    expect(state()).toMatchObject({ connections: [fresh], shelved: [] })
    await vi.waitFor(() => expect(end).toHaveBeenCalledExactlyOnceWith('aside'))
  },
)

test('the same wallet in another namespace stays', () => {
  const other = connection('aside', { solana: part(['S'], 'solana:1') })
  const stored = { ...other, walletId: fresh.walletId }
  expect(admit(stored).state()).toMatchObject({ connections: [fresh], shelved: [stored] })
})

test('the login of one of our own is ended', async () => {
  const { request, state } = admit(aside('embedded'))
  expect(state().shelved).toEqual([])
  await vi.waitFor(() => expect(request).toHaveBeenCalledExactlyOnceWith('SIGN_OUT', {}))
})
