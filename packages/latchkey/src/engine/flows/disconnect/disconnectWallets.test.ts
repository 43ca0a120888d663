import { expect, test, vi } from 'vitest'
import type { Connection } from '../../../contract/connection.ts'
import { createFacts } from '../../base/facts.ts'
import { createLiveProviders } from '../../base/live.ts'
import { createMachine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import type { DisconnectOptions } from '../../engine.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { restoredConnections } from '../../nouns/connections/connectionsState.ts'
import { connectionsTransition } from '../../nouns/connections/connectionsTransition.ts'
import { disconnectWallets } from './disconnectWallets.ts'

const one = connection('one')
const paired: Connection = {
  ...connection('paired', { eip155: part(['0xb']), solana: part(['S'], 'solana:1') }),
  transport: 'pairing',
}

/** Both were stored, and neither wallet came in time. */
function setUp() {
  const stored = { connections: [one, paired], active: {}, activeNamespace: 'eip155', chosen: {} }
  const connections = createMachine(restoredConnections(stored), connectionsTransition)
  for (const { id } of [one, paired]) connections.dispatch({ type: 'shelved', connectionId: id })
  const end = vi.fn(async () => undefined)
  const ctx = {
    config: {},
    connections,
    facts: createFacts(),
    live: createLiveProviders(),
    sessions: async () => ({ pairing: { disconnect: end } }),
  } as unknown as EngineContext
  return { ctx, end, shelved: () => connections.getState().shelved.map(({ id }) => id) }
}

test.each<[string, DisconnectOptions, readonly string[], number]>([
  ['all', {}, [], 1],
  ['one', { connectionId: 'one' }, ['paired'], 0],
  ['those of a namespace', { namespace: 'solana' }, ['one'], 1],
])('what was laid aside ends with the rest: %s', async (_name, options, left, times) => {
  const { ctx, end, shelved } = setUp()
  await disconnectWallets(ctx, options)
  expect(shelved()).toEqual(left)
  // A session is ended once, and whole.
  expect(end.mock.calls).toEqual(Array.from({ length: times }, () => ['paired']))
})
