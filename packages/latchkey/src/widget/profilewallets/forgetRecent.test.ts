import { expect, test, vi } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { connection } from '../../engine/fixtures/connections.ts'
import { createFakeClock } from '../../engine/fixtures/createFakeClock.ts'
import { createRestoring } from '../../engine/flows/reconnect/fixtures/createRestoring.ts'
import { createFakePairing } from '../fixtures/createFakePairing.ts'
import { forgetRecent } from './forgetRecent.ts'

const topic = 'ab'.repeat(32)

/** A paired session whose relay does not answer in time. */
async function setUp() {
  const clock = createFakeClock()
  const sessions = createFakePairing({ clock, provider: () => ({}) })
  sessions.store({
    topic,
    peer: { name: 'Otter', description: '', icons: [] },
    namespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [], accounts: ['eip155:1:0xa'] } },
    expiresAt: 9e12,
    disableDeepLink: false,
  })
  const restoring = createRestoring({
    clock,
    connections: [{ ...connection(topic), transport: 'pairing' }],
    active: { eip155: { connectionId: topic, caip10: 'eip155:1:0xa' } },
    sessions,
  })
  return { ...restoring, clock, sessions }
}

test('forgetting a shelved session also ends it at its wallet', async () => {
  const { engine, clock, sessions, state } = await setUp()
  await clock.reach(limits.reconnectGrace)
  expect(state().shelved).toHaveLength(1)
  forgetRecent(engine.ctx, topic)
  expect(state().shelved).toEqual([])
  await vi.waitFor(() => expect(sessions.ended).toEqual([topic]))
  engine.destroy()
})

test('a connected session stays', async () => {
  const { engine, state } = await setUp()
  forgetRecent(engine.ctx, topic)
  expect(state().connections).toHaveLength(1)
  engine.destroy()
})
