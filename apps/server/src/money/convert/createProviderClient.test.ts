import { afterEach, describe, expect, it } from 'vitest'
import { ConvertFault } from './convertProvider.ts'
import { createProviderClient } from './createProviderClient.ts'
import { type FakeVendor, startVendor, type VendorAnswer } from './providers/startVendor.fixture.ts'

const now = Date.UTC(2026, 10, 29)
const open: FakeVendor[] = []
afterEach(async () => {
  for (const vendor of open.splice(0)) await vendor.close()
})

async function client(answer: () => VendorAnswer) {
  const vendor = await startVendor(answer)
  open.push(vendor)
  const time = { at: 0 }
  const ask = createProviderClient({
    url: vendor.url,
    headers: { 'x-key': 'canary' },
    timeout: 60_000,
    clock: () => time.at,
    now: () => now + time.at,
    limit: 1_000,
  })
  const { signal } = new AbortController()
  const reason = async () => {
    try {
      return (await ask({ path: '/quote', signal })).status
    } catch (error) {
      expect(error).toBeInstanceOf(ConvertFault)
      expect(String(error)).not.toContain('canary')
      return (error as ConvertFault).reason
    }
  }
  return { vendor, ask, time, reason, signal }
}

describe('createProviderClient', () => {
  it('encodes the query, leaves undefined out, and sends its headers', async () => {
    const { vendor, ask, signal } = await client(() => ({ json: { ok: true } }))
    const answer = await ask({ path: '/quote', query: { a: 'x y&z', b: undefined }, signal })
    expect([answer.status, answer.body]).toEqual([200, { ok: true }])
    expect(vendor.requests[0]).toMatchObject({ path: '/quote', query: { a: 'x y&z' } })
    expect(vendor.requests[0]?.query).not.toHaveProperty('b')
    expect(vendor.requests[0]?.headers['x-key']).toBe('canary')
  })

  it.each([
    ['a time in seconds', { 'retry-after': '30' }, 30_000],
    ['a date', { 'retry-after': new Date(now + 60_000).toUTCString() }, 60_000],
    ['the end of a period', { 'ratelimit-reset': '45' }, 45_000],
    ['no time', {}, 5_000],
    ['a date that has passed', { 'retry-after': new Date(now - 60_000).toUTCString() }, 5_000],
    ['words', { 'retry-after': 'soon' }, 5_000],
    ['a year', { 'retry-after': '31536000' }, 7_200_000],
  ])('leaves a service alone after a 429 with %s', async (_, headers, pause) => {
    let isOver = true
    const { vendor, time, reason } = await client(() =>
      isOver ? { json: {}, status: 429, headers } : { json: {} },
    )
    expect(await reason()).toBe('rate-limited')
    isOver = false
    time.at = pause - 1
    expect(await reason()).toBe('rate-limited')
    expect(vendor.requests).toHaveLength(1)
    time.at = pause
    expect(await reason()).toBe(200)
  })

  it.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['application/problem+json', 200],
    ['text/html', 'unavailable'],
    ['application/json-patch', 'unavailable'],
    ['', 'unavailable'],
  ])('reads %s as JSON or not', async (type, outcome) => {
    const { reason } = await client(
      () => response => void response.writeHead(200, { 'content-type': type }).end('{}'),
    )
    expect(await reason()).toBe(outcome)
  })

  it('follows no redirect, whose host would get the key', async () => {
    const other = await startVendor(() => ({ json: {} }))
    open.push(other)
    const { reason } = await client(
      () => response => void response.writeHead(307, { location: `${other.url}/quote` }).end(),
    )
    expect(await reason()).toBe('unavailable')
    expect(other.requests).toEqual([])
  })

  it('ends with the caller’s signal', async () => {
    const { ask } = await client(() => () => {})
    await expect(ask({ path: '/quote', signal: AbortSignal.abort() })).rejects.toMatchObject({
      reason: 'unavailable',
    })
  })
})
