import { describe, expect, test, vi } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { createFacts } from '../../base/facts.ts'
import { createLiveProviders } from '../../base/live.ts'
import { createMachine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import { connection } from '../../fixtures/connections.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { restoredConnections } from '../../nouns/connections/connectionsState.ts'
import { connectionsTransition } from '../../nouns/connections/connectionsTransition.ts'
import { createRestoring } from '../reconnect/fixtures/createRestoring.ts'
import { switchNetwork } from './switchNetwork.ts'

const one = connection('one')
const active = { eip155: { connectionId: 'one', caip10: 'eip155:1:0xa' } } as const
const to = { caipNetworkId: 'eip155:10' } as const

/** A page whose stored connection is being restored: its wallet is there, and has been asked who is. */
async function setUp() {
  const clock = createFakeClock()
  const restoring = createRestoring({ clock, connections: [one], active })
  const { announce, engine, isAsked } = restoring
  announce(one)
  await vi.waitUntil(() => isAsked(one))
  let end = ''
  const over = new AbortController()
  const done = engine.switchNetwork({ ...to, signal: over.signal }).then(
    () => {
      end = 'done'
    },
    ({ code }) => {
      end = code
    },
  )
  // The verb's own chunk has come.
  await new Promise(resolve => setTimeout(resolve, 50))
  return { ...restoring, clock, done, over, ended: () => end }
}

const networkOf = ({ state }: Pick<Awaited<ReturnType<typeof setUp>>, 'state'>) =>
  state().connections[0]?.namespaces.eip155?.caipNetworkId

describe('while the connection is being restored', () => {
  test('its wallet is asked as soon as it is confirmed', async () => {
    const shop = await setUp()
    expect([shop.ended(), shop.told, shop.switched]).toEqual(['', [], []])
    shop.answer(one)
    await shop.done
    expect([shop.ended(), shop.switched, networkOf(shop)]).toEqual(['done', ['eip155:10'], 'eip155:10'])
    expect(shop.told.at(-1)).toEqual({
      type: 'networkChanged',
      namespace: 'eip155',
      caipNetworkId: 'eip155:10',
      supported: true,
    })
    shop.engine.destroy()
  })

  test('one that is given up is an error: it may come back, and would be where it was', async () => {
    const shop = await setUp()
    await shop.clock.reach(limits.reconnectGrace)
    await shop.done
    expect([shop.ended(), shop.switched, shop.told]).toEqual(['SWITCH_FAILED', [], []])
    expect(shop.state().chosen).toEqual({ eip155: 'eip155:1' })
    shop.engine.destroy()
  })

  test('one that is ended is an error too', async () => {
    const shop = await setUp()
    await shop.engine.disconnect()
    await shop.done
    expect([shop.ended(), shop.switched]).toEqual(['SWITCH_FAILED', []])
    shop.engine.destroy()
  })

  test('aborts when the visitor leaves, and changes nothing', async () => {
    const shop = await setUp()
    shop.over.abort()
    await shop.done
    shop.answer(one)
    await new Promise(resolve => setTimeout(resolve, 20))
    expect([shop.ended(), shop.switched, networkOf(shop)]).toEqual(['MODAL_CLOSED', [], 'eip155:1'])
    shop.engine.destroy()
  })

  test('sends no request once the engine has ended', async () => {
    const shop = await setUp()
    shop.engine.destroy()
    await shop.done
    expect([shop.ended(), shop.switched]).toEqual(['MODAL_CLOSED', []])
  })

  test('one that is neither confirmed nor given up, as without the chunk for it, is an error in the end', async () => {
    const clock = createFakeClock()
    const facts = createFacts()
    const told = vi.fn()
    facts.on('networkChanged', told)
    const stored = { connections: [one], active, activeNamespace: 'eip155', chosen: {} }
    const ctx = {
      config: { networks: [{ ...to, chainNamespace: 'eip155' }] },
      clock,
      facts,
      connections: createMachine(restoredConnections(stored), connectionsTransition),
      live: createLiveProviders(),
      signal: new AbortController().signal,
    } as unknown as EngineContext
    const asked = expect(switchNetwork(ctx, to)).rejects.toMatchObject({ code: 'SWITCH_FAILED' })
    await clock.reach(limits.frameLoad)
    await asked
    expect(told).not.toHaveBeenCalled()
  })
})

test('with nothing connected the choice is remembered, and reported when it changes', async () => {
  const { engine, state, told } = createRestoring({ clock: createFakeClock(), connections: [], active: {} })
  await engine.switchNetwork({ caipNetworkId: 'eip155:1' })
  expect([state().chosen, told]).toEqual([{ eip155: 'eip155:1' }, []])
  await engine.switchNetwork(to)
  await engine.switchNetwork(to)
  expect(state().chosen).toEqual({ eip155: 'eip155:10' })
  expect(told).toEqual([
    { type: 'networkChanged', namespace: 'eip155', caipNetworkId: 'eip155:10', supported: true },
  ])
  engine.destroy()
})
