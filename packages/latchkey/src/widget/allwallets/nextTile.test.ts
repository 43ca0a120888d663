import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextTile } from './nextTile.ts'

const grid = { count: 10, columns: 4, rtl: false }

describe('nextTile', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 3, 4],
    ['ArrowRight', 9, 9],
    ['ArrowLeft', 4, 3],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 5],
    ['ArrowDown', 5, 9],
    ['ArrowDown', 7, 9],
    ['ArrowDown', 8, 8],
    ['ArrowUp', 9, 5],
    ['ArrowUp', 2, -1],
    ['Home', 7, 0],
    ['End', 0, 9],
    ['PageDown', 1, 9],
    ['PageDown', 3, 9],
    ['PageUp', 9, 1],
    ['PageUp', 2, 2],
    ['Enter', 2, null],
    ['a', 2, null],
  ])('%s from %i leads to %s', (key, from, to) => {
    expect(nextTile(key, from, grid)).toBe(to)
  })

  it('follows the direction of the text', () => {
    expect(nextTile('ArrowRight', 5, { ...grid, rtl: true })).toBe(4)
    expect(nextTile('ArrowLeft', 5, { ...grid, rtl: true })).toBe(6)
  })

  it('stays in the grid, whatever its size', () => {
    const key = fc.constantFrom(
      'ArrowRight',
      'ArrowLeft',
      'ArrowUp',
      'ArrowDown',
      'PageUp',
      'PageDown',
      'Home',
      'End',
    )
    const place = fc
      .tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 8 }), fc.boolean())
      .chain(([count, columns, rtl]) =>
        fc.tuple(fc.constant({ count, columns, rtl }), fc.integer({ min: 0, max: count - 1 })),
      )
    fc.assert(
      fc.property(key, place, (pressed, [size, from]) => {
        const to = nextTile(pressed, from, size)
        expect(to === -1 ? pressed : to).toSatisfy(
          (value: unknown) => value === 'ArrowUp' || (Number(value) >= 0 && Number(value) < size.count),
        )
      }),
    )
  })
})
