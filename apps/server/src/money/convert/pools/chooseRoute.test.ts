import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chooseRoute, routeGas } from './chooseRoute.ts'
import { findPaths, mostHops, type Pool } from './findPaths.ts'
import { tradeIn, tradeOut } from './tradePath.ts'

const [a, b, c, d, e] = ['0xa', '0xb', '0xc', '0xd', '0xe'] as const
const unit = 10n ** 18n
const pool = (one: Pool['tokens'][0], other: Pool['tokens'][0], held: bigint, against = held): Pool => ({
  tokens: [one, other],
  reserves: [held, against],
})
const namesOf = (paths: ReturnType<typeof findPaths>) =>
  paths.map(path => [path[0]?.from, ...path.map(hop => hop.to)].join('-'))

it('finds all paths of three pools at the most, and meets no token twice', () => {
  const pools = [
    pool(a, b, 1n),
    pool(b, c, 1n),
    pool(a, c, 1n),
    pool(c, d, 1n),
    pool(d, e, 1n),
    pool(b, e, 1n),
  ]
  expect(namesOf(findPaths(pools, a, e, 30))).toEqual(['0xa-0xb-0xe', '0xa-0xc-0xb-0xe', '0xa-0xc-0xd-0xe'])
  expect(findPaths(pools, a, '0xf', 30)).toEqual([])
  const every = [a, b, c, d, e]
  const all = every.flatMap((one, index) => every.slice(index + 1).map(other => pool(one, other, 1n)))
  const paths = findPaths(all, a, e, 30)
  // One direct path, one through each of three tokens, and one through each ordered pair of them.
  expect(paths).toHaveLength(1 + 3 + 6)
  expect(Math.max(...paths.map(path => path.length))).toBe(mostHops)
})

it('orients each pool in the direction of the trade', () => {
  const [path] = findPaths([pool(a, b, 5n, 7n)], b, a, 30)
  expect(path).toEqual([{ from: b, to: a, reserveIn: 7n, reserveOut: 5n, feeBps: 30 }])
})

it('takes the path that pays most, where gas costs nothing', () => {
  const pools = [pool(a, c, 10n * unit), pool(a, b, 1_000n * unit), pool(b, c, 1_000n * unit)]
  const paths = findPaths(pools, a, c, 30)
  const route = chooseRoute(paths, { exact: 'in', amount: 5n * unit }, () => 0n)
  expect(route?.path).toHaveLength(2)
  const small = chooseRoute(paths, { exact: 'in', amount: 10n ** 6n }, () => 0n)
  expect(small?.path).toHaveLength(1)
})

it('counts the gas of a longer path, in the token that varies', () => {
  const pools = [pool(a, c, 100n * unit), pool(a, b, 1_000n * unit), pool(b, c, 1_000n * unit)]
  const paths = findPaths(pools, a, c, 30)
  const trade = { exact: 'in', amount: unit } as const
  expect(chooseRoute(paths, trade, () => 0n)?.path).toHaveLength(2)
  // A hundredth of a unit for the 50,000 units of gas of one more pool: more than the longer path gains.
  expect(chooseRoute(paths, trade, gas => (gas * unit) / 5_000_000n)?.path).toHaveLength(1)
  expect(chooseRoute(paths, { ...trade, exact: 'out' }, gas => (gas * unit) / 5_000_000n)?.path).toHaveLength(
    1,
  )
  expect(routeGas(2)).toBeGreaterThan(143_829n)
})

it('leaves out paths that cannot pay, and has no route when none can', () => {
  const pools = [pool(a, c, 10n), pool(a, b, 1_000n * unit), pool(b, c, 1_000n * unit)]
  const paths = findPaths(pools, a, c, 30)
  expect(chooseRoute(paths, { exact: 'out', amount: unit }, () => 0n)?.path).toHaveLength(2)
  expect(chooseRoute(paths, { exact: 'out', amount: 2_000n * unit }, () => 0n)).toBeUndefined()
})

it('no other path leaves more after gas', () => {
  const reserve = fc.bigInt(10n ** 6n, 1n << 100n)
  const any = fc.record({
    reserves: fc.tuple(reserve, reserve),
    tokens: fc.constantFrom([a, b], [a, c], [b, c], [b, d], [c, d], [a, d]),
  })
  const pools = fc.uniqueArray(any, { selector: ({ tokens }) => tokens.join(), minLength: 1 })
  fc.assert(
    fc.property(pools, fc.bigInt(1n, 1n << 90n), fc.bigInt(0n, 1n << 60n), (made, amount, price) => {
      const paths = findPaths(made as unknown as Pool[], a, d, 30)
      const cost = (hops: number) => routeGas(hops) * price
      for (const exact of ['in', 'out'] as const) {
        const route = chooseRoute(paths, { exact, amount }, gas => gas * price)
        const nets = paths.flatMap(path => {
          const amounts = exact === 'in' ? tradeIn(path, amount) : tradeOut(path, amount)
          if (amounts === undefined) return []
          return [
            exact === 'in'
              ? (amounts.at(-1) ?? 0n) - cost(path.length)
              : -(amounts[0] ?? 0n) - cost(path.length),
          ]
        })
        if (route === undefined) {
          expect(nets).toEqual([])
          continue
        }
        const { amounts, path } = route
        const net =
          exact === 'in'
            ? (amounts.at(-1) ?? 0n) - cost(path.length)
            : -(amounts[0] ?? 0n) - cost(path.length)
        expect(nets.every(other => other <= net)).toBe(true)
      }
    }),
  )
})
