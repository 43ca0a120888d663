import { describe, expect, it } from 'vitest'
import { encodeBase64 } from './base64.ts'
import { isHex32 } from './hex.ts'
import { parseEnvelope } from './parseEnvelope.ts'

const envelope = (length: number, type: number) => {
  const bytes = new Uint8Array(length)
  bytes[0] = type
  return encodeBase64(bytes)
}

describe('T87 an envelope', () => {
  it.each([
    ['type 0', 0, 1 + 12 + 16],
    ['type 1', 1, 1 + 32 + 12 + 16],
  ])('of %s has room for its nonce and its tag at least', (_which, type, least) => {
    expect(parseEnvelope(envelope(least, type))?.sealed).toHaveLength(16)
    expect(parseEnvelope(envelope(least - 1, type))).toBeUndefined()
  })

  it.each([2, 3, 255])('of type %i is refused, however long', type =>
    expect(parseEnvelope(envelope(200, type))).toBeUndefined(),
  )

  it('is as long as the relay carries, and no longer', () => {
    const longest = envelope((131_072 / 4) * 3, 0)
    expect(longest).toHaveLength(131_072)
    expect(parseEnvelope(longest)).toBeDefined()
    expect(parseEnvelope(envelope((131_072 / 4) * 3 + 1, 0))).toBeUndefined()
  })
})

it('T93 a key or topic has 64 lower-case hex characters', () => {
  expect(isHex32('0a'.repeat(32))).toBe(true)
  for (const wrong of ['0a'.repeat(31), '0a'.repeat(33), '0A'.repeat(32), 'g'.repeat(64), '', 7, undefined])
    expect(isHex32(wrong)).toBe(false)
})
