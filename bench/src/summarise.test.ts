import { expect, test } from 'vitest'
import { summarise } from './summarise.ts'

const budgets: Readonly<Record<string, number>> = {
  buttonUsableRatio: 1.3,
  firstRowPreloadedRatio: 2.5,
  firstRowColdRatio: 8,
  addressRatio: 2.5,
}

interface Medians {
  readonly usable?: number
  readonly warm?: number
  readonly cold?: number
  readonly connected?: number
}

function rowsOf(latchkey: Medians, byHand: readonly number[] = [20, 21, 19]) {
  return summarise({
    runs: 3,
    slowdown: 4,
    budget: name => budgets[name] ?? 0,
    of: (page, what, start) => {
      if (page !== 'latchkey') return what === 'usable' ? [100, 100, 100] : byHand
      const value = what === 'firstRow' ? latchkey[start ?? 'warm'] : latchkey[what]
      return value === undefined ? [] : [value]
    },
  }).rows.map(({ verdict }) => verdict)
}

test('a value within its ratio to the page by hand passes, also at the limit', () => {
  expect(rowsOf({ usable: 130, warm: 50, cold: 160, connected: 50 })).toEqual(['ok', 'ok', 'ok', 'ok'])
})

test('a missed budget, or a missing measurement, fails', () => {
  expect(rowsOf({ usable: 131, warm: 51, cold: 161 })).toEqual(['OVER', 'OVER', 'OVER', 'OVER'])
})

test('a slower machine is given as much more time as its page by hand takes, a quicker one less', () => {
  const ours = { usable: 100, warm: 100, cold: 320, connected: 100 }
  expect(rowsOf(ours, [40, 40, 40])).toEqual(['ok', 'ok', 'ok', 'ok'])
  expect(rowsOf(ours, [30, 30, 30])).toEqual(['ok', 'OVER', 'OVER', 'OVER'])
})

test('where the page by hand itself varies, its rows say nothing, and the button goes by the bare page', () => {
  expect(rowsOf({ usable: 131, warm: 10, cold: 999, connected: 10 }, [20, 31, 20])).toEqual([
    'OVER',
    'too noisy to say',
    'too noisy to say',
    'too noisy to say',
  ])
})
