import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeBase64, encodeBase64Url } from './base64.ts'
import { decodeBase64 } from './decodeBase64.ts'
import { parseEnvelope } from './parseEnvelope.ts'

/** Any code units at all, lone surrogates as well. */
const anyText = fc.array(fc.nat(0xffff), { maxLength: 60 }).map(codes => String.fromCharCode(...codes))

const bytes = fc.uint8Array({ maxLength: 300 })

describe('base64', () => {
  it('is the common form, and comes back', () => {
    fc.assert(
      fc.property(bytes, value => {
        const text = encodeBase64(value)
        expect(text).toBe(Buffer.from(value).toString('base64'))
        expect(encodeBase64Url(value)).toBe(Buffer.from(value).toString('base64url'))
        expect(decodeBase64(text)).toEqual(Uint8Array.from(value))
      }),
    )
  })

  it('writes more than an argument list holds', () => {
    const value = new Uint8Array(300_000).fill(7)
    expect(encodeBase64(value)).toBe(Buffer.from(value).toString('base64'))
  })

  it.each([
    ['a length that is no multiple of 4', 'AAA'],
    ['no padding', 'AAAAAA'],
    ['padding alone', '===='],
    ['padding in the middle', 'AA==AAAA'],
    ['base64url', '-_-_'],
    ['white space', 'AA A'],
    ['a line end', 'AAAA\n\n\n\n'],
    ['letters of other scripts', 'ＡＡＡＡ'],
  ])('refuses %s', (_name, text) => {
    expect(decodeBase64(text)).toBeUndefined()
  })

  it('T89: one text for each content, so that a replay cannot look new', () => {
    expect(decodeBase64('AA==')).toEqual(Uint8Array.of(0))
    for (const text of ['AB==', 'AP==', 'AAB=']) expect(decodeBase64(text)).toBeUndefined()
  })

  it('takes any text without throwing; what it reads is written the same way', () => {
    const hostile = fc.oneof(
      anyText,
      fc.string({ unit: fc.constantFrom(...'ABab01+/=-_ ') }),
      bytes.map(value => encodeBase64(value).slice(1)),
    )
    fc.assert(
      fc.property(hostile, text => {
        const value = decodeBase64(text)
        if (value) expect(encodeBase64(value)).toBe(text)
      }),
      { numRuns: 500 },
    )
  })
})

describe('parseEnvelope', () => {
  it('takes any bytes without throwing, and only types 0 and 1 that are long enough', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), value => {
        const envelope = parseEnvelope(encodeBase64(value))
        const [type = -1] = value
        const isLong = value.length >= (type === 1 ? 61 : 29)
        expect(envelope !== undefined).toBe((type === 0 || type === 1) && isLong)
        if (!envelope) return
        expect(envelope.iv).toHaveLength(12)
        expect(envelope.sealed.length).toBeGreaterThanOrEqual(16)
        expect(envelope.senderPublicKey !== undefined).toBe(type === 1)
      }),
      { numRuns: 500 },
    )
    fc.assert(fc.property(anyText, text => void parseEnvelope(text)))
  })

  it('refuses what no relay would carry, before it is decoded', () => {
    expect(parseEnvelope('A'.repeat(131_072))).toBeDefined()
    expect(parseEnvelope('A'.repeat(131_076))).toBeUndefined()
  })
})
