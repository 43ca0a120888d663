import { expect, test } from 'vitest'
import { summarise } from './summarise.ts'

const budgets: Readonly<Record<string, number>> = {
  buttonUsableRatio: 1.3,
  firstRowPreloadedMs: 50,
  firstRowColdMs: 150,
  addressMs: 50,
}

function report(latchkey: { usable?: number; warm?: number; cold?: number; connected?: number }) {
  return summarise({
    runs: 7,
    slowdown: 4,
    budget: name => budgets[name] ?? 0,
    of: (page, what, start) => {
      if (page !== 'latchkey') return what === 'usable' ? 100 : 20
      return what === 'firstRow' ? latchkey[start ?? 'warm'] : latchkey[what]
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
