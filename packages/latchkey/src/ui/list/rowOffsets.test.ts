import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rowAt, rowOffsets } from './rowOffsets.ts'

test('rows begin where the one before ends', () => {
  expect([...rowOffsets(3, index => [56, 32, 100][index] ?? 0)]).toEqual([0, 56, 88, 188])
  expect([...rowOffsets(0, () => 56)]).toEqual([0])
})

test.each([
  [-100, 0],
  [0, 0],
  [55.9, 0],
  [56, 1],
  [87, 1],
  [88, 2],
  [1e9, 2],
])('at %d stands row %d', (y, row) => {
  expect(rowAt(Float64Array.of(0, 56, 88, 188), y)).toBe(row)
})

test('an empty list has no row', () => {
  expect(
    rowAt(
      rowOffsets(0, () => 56),
      10,
    ),
  ).toBe(-1)
})

test('every height falls into the row that covers it', () => {
  const heights = fc.array(fc.double({ min: 1, max: 400, noNaN: true }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(heights, fc.double({ min: 0, max: 1, noNaN: true }), (rows, share) => {
      const offsets = rowOffsets(rows.length, index => rows[index] ?? 0)
      const y = share * (offsets.at(-1) ?? 0)
      const row = rowAt(offsets, y)
      expect(offsets[row]).toBeLessThanOrEqual(y)
      if (row < rows.length - 1) expect(offsets[row + 1]).toBeGreaterThan(y)
    }),
  )
})
