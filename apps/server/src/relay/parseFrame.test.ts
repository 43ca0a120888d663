import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFrame } from './parseFrame.ts'
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
    expect(parse('{"jsonrpc":"2.0","method":"m","id":1e3}').items[0]).toMatchObject({ id: '1e3' })
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

  it('tells answers of a client from calls', () => {
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
