import { expect, it } from 'vitest'
import { summariseConvert } from './summariseConvert.ts'

const load = (perSecond: number, p99: number) => ({ requests: 1, refused: 0, perSecond, p50: 1, p99 })
const measured = (perSecond: number, p99: number) => ({
  most: load(perSecond, 99),
  half: load(perSecond / 2, p99),
})
const budget = (name: string) => ({ quotesPercent: 10, quotesP99Ratio: 10 })[name] ?? Number.NaN

it('judges quotes beside the medians of what is bare', () => {
  const bare = [measured(10_000, 3), measured(10_400, 5), measured(10_200, 4)]
  const judge = (quotes: ReturnType<typeof measured>) =>
    summariseConvert({ bare, quotes, at500: load(500, 7) }, budget).rows.map(({ name, verdict }) => [
      name,
      verdict,
    ])
  expect(judge(measured(1_100, 39))).toEqual([
    ['quotesPercent', 'ok'],
    ['quotesP99Ratio', 'ok'],
  ])
  expect(judge(measured(900, 41))).toEqual([
    ['quotesPercent', 'UNDER'],
    ['quotesP99Ratio', 'OVER'],
  ])
})
