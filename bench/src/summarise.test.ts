import { expect, test } from 'vitest'
import type { Approach } from './measureApproach.ts'
import { summarise } from './summarise.ts'

const budgets: Readonly<Record<string, number>> = {
  buttonUsableRatio: 1.1,
  firstRowPreloadedRatio: 2.5,
  firstRowColdRatio: 8,
  addressRatio: 2.5,
  restClickRatio: 3,
  hoverClickRatio: 25,
  impatientRatio: 30,
  solanaFirstRowPreloadedRatio: 2.5,
  solanaFirstRowColdRatio: 8,
  solanaAddressRatio: 2.5,
}

interface Medians {
  readonly usable?: number
  readonly warm?: number
  readonly cold?: number
  readonly connected?: number
}

/** Milliseconds from the click to the row, by how the visitor came to the button. */
type Clicks = Partial<Record<Approach, number>>

function reportOf(latchkey: Medians, byHand: readonly number[] = [20, 21, 19], clicks: Clicks = {}) {
  return summarise({
    runs: 3,
    slowdown: 4,
    budget: name => budgets[name] ?? 0,
    of: (page, what, start) => {
      if (page !== 'latchkey' && page !== 'solana') return what === 'usable' ? [100, 100, 100] : byHand
      const value = what === 'firstRow' ? latchkey[start ?? 'warm'] : latchkey[what]
      return value === undefined ? [] : [value]
    },
    approachedBy: (page, approach) =>
      page === 'latchkey' ? [clicks[approach] ?? 0] : page === 'intent' ? [400] : byHand,
  }).rows
}

function rowsOf(...given: Parameters<typeof reportOf>) {
  return reportOf(...given)
    .slice(0, 4)
    .map(({ verdict }) => verdict)
}

const clicksOf = (clicks: Clicks, byHand?: readonly number[]) =>
  reportOf({}, byHand, clicks)
    .slice(4, 7)
    .map(({ name, verdict }) => `${name} ${verdict}`)

test('a value within its ratio to the page by hand passes, also at the limit', () => {
  expect(rowsOf({ usable: 110, warm: 50, cold: 160, connected: 50 })).toEqual(['ok', 'ok', 'ok', 'ok'])
})

test('a page with solana is held to the ratios of its own page by hand', () => {
  const rows = reportOf({ warm: 50, cold: 161, connected: 51 }).slice(7)
  expect(rows.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
    'solanaFirstRowPreloadedRatio ok',
    'solanaFirstRowColdRatio OVER',
    'solanaAddressRatio OVER',
  ])
})

test('a missed budget, or a missing measurement, fails', () => {
  expect(rowsOf({ usable: 111, warm: 51, cold: 161 })).toEqual(['OVER', 'OVER', 'OVER', 'OVER'])
})

test('a slower machine is given as much more time as its page by hand takes, a quicker one less', () => {
  const ours = { usable: 100, warm: 100, cold: 320, connected: 100 }
  expect(rowsOf(ours, [40, 40, 40])).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(rowsOf(ours, [30, 30, 30])).toEqual(['ok', 'OVER', 'OVER', 'OVER'])
})

test('where the page by hand itself varies, its rows say nothing, and the button goes by the bare page', () => {
  expect(rowsOf({ usable: 111, warm: 10, cold: 999, connected: 10 }, [20, 31, 20])).toEqual([
    'OVER',
    'too noisy to say',
    'too noisy to say',
    'too noisy to say',
  ])
})

test('a click over a slow network is judged by how the visitor came to the button', () => {
  expect(clicksOf({ rest: 60, hover: 500, impatient: 600 })).toEqual([
    'restClickRatio ok',
    'hoverClickRatio ok',
    'impatientRatio ok',
  ])
  expect(clicksOf({ rest: 61, hover: 501, impatient: 601 })).toEqual([
    'restClickRatio OVER',
    'hoverClickRatio OVER',
    'impatientRatio OVER',
  ])
  expect(clicksOf({ rest: 10 }, [20, 31, 20])[0]).toBe('restClickRatio too noisy to say')
})

test('a click over a slow network is shown beside the page that loads with the hover', () => {
  expect(reportOf({}, undefined, { rest: 60 })[4]?.note).toBe(
    "slow 4G: 60 ms beside 20 ms; with preload 'intent' 400 ms",
  )
})
