import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCursor, parseCursor } from './pageCursor.ts'

const whole = /^\d{1,15}$/
const numbers = fc.nat({ max: 999_999_999_999_999 })

describe('pageCursor', () => {
  it('returns the position of its list, in letters that a URL takes', () => {
    fc.assert(
      fc.property(numbers, numbers, (block, position) => {
        const cursor = formatCursor('a', [block, position])
        expect(cursor).toMatch(/^[A-Za-z0-9_-]{1,512}$/)
        expect(parseCursor('a', cursor, [whole, whole])).toEqual([String(block), String(position)])
        expect(parseCursor('b', cursor, [whole, whole])).toBeUndefined()
      }),
    )
  })

  it('F21: refuses every other word, however similar', () => {
    const cursor = formatCursor('a', [12, 3])
    fc.assert(
      fc.property(fc.nat({ max: cursor.length - 1 }), fc.constantFrom(...'AZaz09_-'), (at, letter) => {
        const forged = cursor.slice(0, at) + letter + cursor.slice(at + 1)
        if (forged !== cursor) expect(parseCursor('a', forged, [whole, whole])).toBeUndefined()
      }),
    )
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), word => {
        expect(parseCursor('a', word, [whole, whole])).toBeUndefined()
      }),
    )
    expect(parseCursor('a', formatCursor('a', ['-1', 'x']), [whole, whole])).toBeUndefined()
    expect(parseCursor('a', formatCursor('a', [1]), [whole, whole])).toBeUndefined()
    expect(parseCursor('a', `${cursor}A`, [whole, whole])).toBeUndefined()
  })
})
