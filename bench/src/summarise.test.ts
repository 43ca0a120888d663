import { expect, test } from 'vitest'
import { summarise } from './summarise.ts'

const budgets: Readonly<Record<string, number>> = {
  buttonUsableRatio: 1.3,
  firstRowPreloadedMs: 50,
  firstRowColdMs: 150,
  addressMs: 50,
  byHandRowMs: 20,
  byHandAddressMs: 20,
}

interface Medians {
  readonly usable?: number
  readonly warm?: number
  readonly cold?: number
  readonly connected?: number
}

function report(latchkey: Medians, byHand: Medians = { warm: 20, cold: 20, connected: 20 }) {
  return summarise({
    runs: 7,
    slowdown: 4,
    budget: name => budgets[name] ?? 0,
    of: (page, what, start) => {
      if (page !== 'latchkey' && what === 'usable') return 100
      const medians = page === 'latchkey' ? latchkey : byHand
      return what === 'firstRow' ? medians[start ?? 'warm'] : medians[what]
    },
  })
}

test('what is within its budget passes, at the very edge too', () => {
  expect(report({ usable: 130, warm: 50, cold: 150, connected: 50 }).failed).toBe(0)
})

test('what is over, or was not measured, fails', () => {
  const { rows, text } = report({ usable: 131, warm: 51, cold: 20 })
  expect(rows.map(row => row.ok)).toEqual([false, false, true, false])
  expect(text).toContain('1 passed, 3 failed')
})

test('a slower machine is given as much more time as the page by hand took, and a faster one no less', () => {
  const slow = { warm: 30, cold: 100, connected: 40 }
  expect(report({ usable: 130, warm: 75, cold: 225, connected: 100 }, slow).failed).toBe(0)
  const { rows } = report({ usable: 130, warm: 76, cold: 226, connected: 101 }, slow)
  expect(rows.map(row => row.ok)).toEqual([true, false, false, false])
  expect(
    report({ usable: 130, warm: 50, cold: 150, connected: 50 }, { warm: 10, connected: 10 }).failed,
  ).toBe(0)
})
