import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeMetadata } from './decodeMetadata.ts'
import { decodeMint } from './decodeMint.ts'
import { decodeTokenAccount } from './decodeTokenAccount.ts'
import { keyOf, metadataBytes, mintBytes, tokenAccountBytes } from './svmNode.fixture.ts'

const address = keyOf('mint')
const description = { name: 'Moss', symbol: 'MOSS', uri: 'https://moss.example/a.json' }
const collection = { key: keyOf('collection'), verified: true }

describe('decodeMint', () => {
  it('reads a mint of both programs', () => {
    const bare = mintBytes({ decimals: 9, supply: 2n ** 64n - 1n })
    expect(decodeMint(bare, address)).toEqual({ supply: 2n ** 64n - 1n, decimals: 9 })
    const described = mintBytes({ decimals: 6, supply: 7n, address, description })
    expect(decodeMint(described, address)).toEqual({ supply: 7n, decimals: 6, description })
  })

  it.each([
    ['is described for another mint', mintBytes({ decimals: 6, address: keyOf('other'), description })],
    ['points elsewhere', mintBytes({ decimals: 6, address, description, pointer: keyOf('other') })],
    ['has a text of 4 GB', overwrite(mintBytes({ decimals: 6, address, description }), 'Moss')],
  ])('takes no description from one that %s', (_why, bytes) => {
    expect(decodeMint(bytes, address)).toMatchObject({ decimals: 6 })
    expect(decodeMint(bytes, address)?.description).toBeUndefined()
  })

  it('takes a token account for no mint', () => {
    expect(
      decodeMint(tokenAccountBytes({ mint: address, owner: address, amount: 1n }), address),
    ).toBeUndefined()
    expect(decodeMint(Buffer.alloc(82), address)).toBeUndefined()
  })
})

describe('decodeMetadata', () => {
  it('reads texts without what fills them up, and a collection that knows of it', () => {
    expect(decodeMetadata(metadataBytes(address, { ...description, collection }), address)).toEqual({
      ...description,
      collection: collection.key,
    })
  })

  it('believes no mint that it belongs to a collection', () => {
    const claimed = { ...collection, verified: false }
    expect(decodeMetadata(metadataBytes(address, { ...description, collection: claimed }), address)).toEqual(
      description,
    )
  })

  it('reads no account of another mint, or another kind', () => {
    const bytes = metadataBytes(address, description)
    expect(decodeMetadata(bytes, keyOf('other'))).toBeUndefined()
    expect(decodeMetadata(bytes.with(0, 6), address)).toBeUndefined()
    expect(decodeMetadata(bytes.subarray(0, 120), address)).toBeUndefined()
  })
})

it('reads what a token account holds, frozen or not, and nothing of one that is not set up', () => {
  const account = { mint: address, owner: keyOf('owner'), amount: 2n ** 64n - 1n }
  for (const state of [1, 2])
    expect(decodeTokenAccount(tokenAccountBytes({ ...account, state }))).toEqual(account)
  for (const state of [0, 3])
    expect(decodeTokenAccount(tokenAccountBytes({ ...account, state }))).toBeUndefined()
})

it('reads any bytes without an end that is not theirs', () => {
  const parts = fc.oneof(
    fc.uint8Array({ maxLength: 700 }),
    fc.tuple(fc.uint8Array({ maxLength: 400 }), fc.nat()).map(([tail, at]) => {
      const bytes = mintBytes({ decimals: 6, address, description })
      bytes.set(tail.subarray(0, bytes.length - 166), 166 + (at % 8))
      return bytes
    }),
  )
  fc.assert(
    fc.property(parts, bytes => {
      const read = [decodeMint(bytes, address), decodeMetadata(bytes, address), decodeTokenAccount(bytes)]
      for (const one of read) expect(one === undefined || typeof one === 'object').toBe(true)
    }),
  )
})

/** Says that a text is longer than there are bytes. */
function overwrite(bytes: Buffer, word: string): Buffer {
  bytes.writeUInt32LE(0xffff_ffff, bytes.indexOf(word) - 4)
  return bytes
}
