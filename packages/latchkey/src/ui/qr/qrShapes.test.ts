import { describe, expect, test } from 'vitest'
import { qrShapes } from './qrShapes.ts'

const uri = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}&expiryTimestamp=1700000000`

describe('qrShapes', () => {
  test('leaves the middle free to the module, for a twentieth of the code', () => {
    const { size, middle, lines } = qrShapes(uri, true)
    expect((size - middle) % 2).toBe(0)
    expect((middle / size) ** 2).toBeLessThan(0.06)
    const [from, to] = [(size - middle) / 2, (size + middle) / 2]
    for (const { x, y, across, down } of read(lines)) {
      const isIn = (at: number) => at > from && at < to
      const [endX, endY] = [x + across, y + down]
      expect(isIn(x) && isIn(y)).toBe(false)
      expect(isIn(endX) && isIn(endY)).toBe(false)
    }
  })

  test('draws each dark module once along, and all of it inside the code', () => {
    const { size, lines, finders } = qrShapes(uri, false)
    const dark = new Set<string>()
    for (const { x, y, across } of read(lines).filter(({ down }) => down === 0)) {
      for (let at = x; at <= x + across; at++) {
        expect(dark.has(`${at} ${y}`)).toBe(false)
        dark.add(`${at} ${y}`)
      }
      expect(x).toBeGreaterThan(0)
      expect(x + across).toBeLessThan(size)
    }
    expect(finders).toEqual([
      [0, 0],
      [size - 7, 0],
      [0, size - 7],
    ])
    // Half of a code is dark, give or take.
    expect(dark.size / size ** 2).toBeGreaterThan(0.35)
    expect(dark.size / size ** 2).toBeLessThan(0.6)
  })
})

function read(lines: string) {
  return [...lines.matchAll(/M([\d.]+) ([\d.]+)([hv])(\d+)/g)].map(([, x, y, way, length]) => ({
    x: Number(x),
    y: Number(y),
    across: way === 'h' ? Number(length) : 0,
    down: way === 'v' ? Number(length) : 0,
  }))
}
