import { afterEach, expect, it } from 'vitest'
import { createProviderClient } from './createProviderClient.ts'
import {
  type FakeVendor,
  hostileAnswers,
  startVendor,
  type VendorAnswer,
} from './providers/startVendor.fixture.ts'

const time = { clock: 0, now: 1_000_000 }
let vendor: FakeVendor | undefined
afterEach(() => vendor?.close())

async function open(answer: VendorAnswer) {
  vendor = await startVendor(() => answer)
  const ask = createProviderClient({
    url: vendor.url,
    headers: { 'x-key': 'canary' },
    timeout: 200,
    clock: () => time.clock,
    now: () => time.now,
    limit: 100_000,
  })
  return {
    vendor,
    ask: (signal = new AbortController().signal) =>
      ask({ path: '/quote', query: { a: 'b c', none: undefined }, signal }),
  }
}

it('sends the query and its key, and hands on status and body', async () => {
  const { vendor, ask } = await open({ json: { ok: 1 }, status: 404 })
  expect(await ask()).toMatchObject({ status: 404, body: { ok: 1 } })
  expect(vendor.requests[0]).toMatchObject({
    path: '/quote',
    query: { a: 'b c' },
    headers: { 'x-key': 'canary' },
  })
})

it.each(hostileAnswers.filter(([name]) => !/another shape|without a name/.test(name)))(
  'F26: %s is no answer, and no error holds the key',
  async (_, answer) => {
    const { ask } = await open(answer)
    const error = await ask().catch((fault: unknown) => fault)
    expect(error).toMatchObject({ name: 'ConvertFault', reason: 'unavailable' })
    expect(String((error as Error).stack)).not.toContain('canary')
  },
)

it.each([
  ['seconds', { 'retry-after': '30' }, 30_000],
  ['a date', { 'retry-after': new Date(1_000_000 + 20_000).toUTCString() }, 20_000],
  ['nothing', {}, 5_000],
  ['a time that is over', { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 5_000],
  ['a year', { 'retry-after': '31536000' }, 7_200_000],
])('after a 429 with %s the service is left alone', async (_, headers, pause) => {
  time.clock = 0
  const { vendor, ask } = await open({ json: {}, status: 429, headers })
  const limited = { reason: 'rate-limited' }
  await expect(ask()).rejects.toMatchObject(limited)
  time.clock = pause - 1
  await expect(ask()).rejects.toMatchObject(limited)
  expect(vendor.requests).toHaveLength(1)
  time.clock = pause
  await expect(ask()).rejects.toMatchObject(limited)
  expect(vendor.requests).toHaveLength(2)
})

it('stops when the caller does', async () => {
  const { ask } = await open(() => {})
  const stop = new AbortController()
  const answer = ask(stop.signal)
  stop.abort()
  await expect(answer).rejects.toMatchObject({ reason: 'unavailable' })
})
