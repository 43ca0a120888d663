import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFrame, readFrameId } from './parseFrame.ts'
import { RelayError } from './relayError.ts'

const parse = (text: string) => parseFrame(text, 10)

describe('parseFrame', () => {
  it('keeps a number as it was written, whatever its length', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), id => {
        const [item] = parse(`{"jsonrpc":"2.0","method":"m","id":${id},"params":{"id":${id}}}`).items
        expect(item).toMatchObject({ kind: 'call', id: `${id}` })
      }),
    )
    expect(parse('{"jsonrpc":"2.0","method":"m","id":1e30}').items[0]).toMatchObject({ id: '1e30' })
    expect(parse('[{"jsonrpc":"2.0","method":"m","id":1778341964282845123}]').items[0]).toMatchObject({
      id: '1778341964282845123',
    })
  })

  it('keeps a text as it is meant', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), id => {
        const [item] = parse(JSON.stringify({ jsonrpc: '2.0', method: 'm', id })).items
        const written = JSON.stringify(id)
        expect(item).toMatchObject(written.length > 64 ? { kind: 'fault' } : { kind: 'call', id: written })
      }),
    )
  })

  it('finds the id without reading the frame, as clients write it', () => {
    const idOf = (text: string) => readFrameId(Buffer.from(text))
    fc.assert(
      fc.property(
        fc.oneof(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), fc.stringMatching(/^\w{1,40}$/)),
        id => {
          const text = typeof id === 'string' ? JSON.stringify(id) : `${id}`
          expect(idOf(`{"id":${text},"jsonrpc":"2.0","method":"m","params":{"id":7}}`)).toBe(text)
        },
      ),
    )
    for (const text of [
      '',
      '[]',
      '{"id":',
      '{"id":"é","a":1}',
      '{"jsonrpc":"2.0","id":7}',
      '{"id":01,"a":1}',
    ])
      expect(idOf(text)).toBe('0')
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), bytes => readFrameId(Buffer.from(bytes)) !== ''))
  })

  it('distinguishes answers of a client from calls', () => {
    expect(parse('{"jsonrpc":"2.0","id":1790000000000001,"result":true}').items).toEqual([
      { kind: 'answer', id: 1_790_000_000_000_001, isTaken: true },
    ])
    expect(parse('{"jsonrpc":"2.0","id":"7","error":{"code":1,"message":""}}').items).toEqual([
      { kind: 'answer', id: 7, isTaken: false },
    ])
    expect(parse('{"jsonrpc":"2.0","id":7,"result":false}').items[0]).toMatchObject({ isTaken: false })
  })

  it('T106 T107: throws nothing but its own errors, whatever comes', () => {
    const quietly = (text: string) => {
      try {
        parse(text)
      } catch (error) {
        expect(error).toBeInstanceOf(RelayError)
      }
    }
    fc.assert(fc.property(fc.string(), quietly))
    fc.assert(fc.property(fc.json(), quietly))
    quietly('['.repeat(500_000))
    quietly(`${'{"id":'.repeat(100_000)}1${'}'.repeat(100_000)}`)
    quietly('{"jsonrpc":"2.0","id":1,"method":"__proto__","params":{"__proto__":{"topic":1}}}')
  })
})
