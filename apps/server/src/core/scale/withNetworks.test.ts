import { expect, it } from 'vitest'
import { createRateLimiter } from '../http/createRateLimiter.ts'
import { widerNetwork } from '../http/widerNetwork.ts'
import type { RateLimiter, RateRule } from './shared.ts'
import { withNetworks } from './withNetworks.ts'

const rule: RateRule = { name: 'calls', perSecond: 1, burst: 10, whenDown: 'open' }
const start = (isShared = false) => {
  const limiter = withNetworks(each => {
    const take = createRateLimiter({ ...each, clock: () => 0 })
    return isShared ? async (key, cost) => take(key, cost) : take
  })
  return limiter(rule)
}
const spend = async (take: RateLimiter, keys: readonly string[], cost: number) => {
  let passed = 0
  for (const key of keys) if ((await take(key, cost)) === 0) passed += cost
  return passed
}

it.each([false, true])(
  'S11l: the /64s of one /48 have as much as sixteen clients together (shared: %s)',
  async shared => {
    const take = start(shared)
    const networks = Array.from({ length: 200 }, (_, n) => `shop 2001:db8:7:${n.toString(16)}::/64`)
    expect(await spend(take, networks, 10)).toBe(160)
    // Another project, another /48 and IPv4 are others.
    expect(await take('other 2001:db8:7:0::/64', 10)).toBe(0)
    expect(await take('shop 2001:db8:8:0::/64', 10)).toBe(0)
    expect(
      await spend(
        take,
        Array.from({ length: 200 }, (_, n) => `shop 198.51.100.${n}`),
        10,
      ),
    ).toBe(2_000)
  },
)

it('S11l: one /64 over its limit takes nothing from its neighbors', async () => {
  const take = start()
  expect(
    await spend(
      take,
      Array.from({ length: 1_000 }, () => '2001:db8:7:1::/64'),
      1,
    ),
  ).toBe(10)
  expect(await take('2001:db8:7:2::/64', 10)).toBe(0)
})

it.each([
  ['2001:db8:7:1::/64', '2001:db8:7::/48'],
  ['0:0:0:0::/64', '0:0:0::/48'],
  ['198.51.100.7', undefined],
  ['unknown', undefined],
])('%s is in %s', (client, network) => expect(widerNetwork(client)).toBe(network))
