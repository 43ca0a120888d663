import { expect, onTestFinished, test } from 'vitest'
import { createApi } from '../../base/api.ts'
import { systemClock } from '../../base/clock.ts'
import { resolveConfig } from '../../base/config.ts'
import { createMachine } from '../../base/machine.ts'
import { createMemoryStorage } from '../../base/pageStorage.ts'
import { createKeyStore } from '../../base/storage.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { type Reply, startLoopback } from '../../fixtures/startLoopback.ts'
import { createFlags } from './createFlags.ts'
import type { RemoteFeatures } from './remoteFeatures.ts'

const answer: Reply = { body: { features: [{ id: 'email_capture', isEnabled: true, config: null }] } }

async function setUp(
  reply: () => Reply,
  { gate, ...options }: { readonly basic?: boolean; readonly gate?: Promise<void> } = {},
) {
  const server = await startLoopback(reply)
  onTestFinished(() => server[Symbol.asyncDispose]())
  const config = resolveConfig({ projectId: 'p1', endpoints: { directory: server.url }, ...options })
  const api = createApi({ config, clock: systemClock })
  const clock = createFakeClock()
  const remote = createMachine<RemoteFeatures, RemoteFeatures>({}, (_, next) => next)
  const ctx = {
    config,
    storage: createKeyStore({ id: 'default', store: createMemoryStorage(), clock }),
    remote,
    api: async () => {
      await gate
      return api
    },
    alert: () => {},
    signal: new AbortController().signal,
    clock,
  }
  return { flags: createFlags(ctx), remote, clock, server }
}

test('what is decided waits for an answer, which holds at once', async () => {
  const { flags, remote } = await setUp(() => answer)
  await flags.settle()
  expect(remote.getState().emailCapture).toBe(true)
  expect(flags.settle()).toBeUndefined()
})

test('an answer that came ahead waits for the next view, or for a decision', async () => {
  const { flags, remote } = await setUp(() => answer)
  await flags.ask()
  expect(remote.getState().emailCapture).toBeUndefined()
  expect(flags.settle()).toBeUndefined()
  expect(remote.getState().emailCapture).toBe(true)
})

test('F23 a decision waits 1.5 s at most, one wait for all, and the late answer holds from the next view on', async () => {
  let open = () => {}
  const gate = new Promise<void>(resolve => {
    open = resolve
  })
  const { flags, remote, clock } = await setUp(() => answer, { gate })
  const first = flags.settle()
  expect(flags.settle()).toBe(first)
  clock.advance(1_499)
  let isDone = false
  void first?.then(() => {
    isDone = true
  })
  await Promise.resolve()
  expect(isDone).toBe(false)
  clock.advance(1)
  await first
  expect(remote.getState()).toEqual({})
  const late = flags.pending
  open()
  await late
  expect(flags.pending).toBeUndefined()
  expect(remote.getState()).toEqual({})
  flags.apply()
  expect(remote.getState().emailCapture).toBe(true)
})

test('F23 a refused request does not hold a decision up, and the next one asks again', async () => {
  let times = 0
  const { flags, remote } = await setUp(() => (times++ === 0 ? { status: 503 } : answer))
  await flags.settle()
  expect(remote.getState()).toEqual({})
  await flags.settle()
  expect(remote.getState().emailCapture).toBe(true)
})

test('basic mode asks nothing and waits for nothing', async () => {
  const { flags, server } = await setUp(() => answer, { basic: true })
  await flags.ask()
  expect([flags.settle(), server.heard]).toEqual([undefined, []])
})
