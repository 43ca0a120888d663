/** T116: what others signed, changed at random. No vector's signature is good for any other text, chain, account or bytes. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CaipNetworkId } from '../contract/caip.ts'
import bitcoin from './conformance/bitcoinSignatures.json' with { type: 'json' }
import cosmos from './conformance/cosmosSignatures.json' with { type: 'json' }
import polkadot from './conformance/polkadotSignatures.json' with { type: 'json' }
import stacks from './conformance/stacksSignatures.json' with { type: 'json' }
import sui from './conformance/suiSignatures.json' with { type: 'json' }
import { verifySignIn } from './verifySignIn.ts'

interface Vector {
  readonly chainId: string
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** How a namespace writes bytes. */
interface Coder {
  decode(text: string): Uint8Array
  encode(bytes: Uint8Array): string
}

const hex: Coder = {
  decode: (text: string) => hexToBytes(text.replace(/^0x/, '')),
  encode: (bytes: Uint8Array) => bytesToHex(bytes),
}
const prefixed: Coder = { ...hex, encode: (bytes: Uint8Array) => `0x${bytesToHex(bytes)}` }
const namespaces: readonly (readonly [string, readonly Vector[], Coder])[] = [
  ['bitcoin', bitcoin.signatures.map(each => ({ ...each, chainId: bitcoin.chainId })), base64],
  ['cosmos', cosmos.signatures, base64],
  ['polkadot', polkadot.signatures, prefixed],
  ['stacks', stacks.signatures, hex],
  ['sui', sui.signatures, base64],
]
const all = namespaces.flatMap(([, vectors]) => vectors)
const chains = [...new Set(all.map(({ chainId }) => chainId as CaipNetworkId))]
const expected = {
  origins: ['https://shop.example'],
  nonce: 'n0nceN0nceN0nceN0nceN0nce',
  chains,
  now: Date.parse('2026-11-28T12:00:00.000Z'),
}
const isValid = async (message: string, signature: unknown): Promise<boolean> =>
  (await verifySignIn({ message, signature: signature as string, expected })).valid

describe.each(namespaces)('T116 signatures of %s', (name, vectors, { decode, encode }) => {
  const one = fc.constantFrom(...vectors)

  test('are good as they are', async () => {
    for (const { message, signature } of vectors) expect(await isValid(message, signature)).toBe(true)
  })

  test('with one bit changed are none', async () => {
    await fc.assert(
      fc.asyncProperty(one, fc.nat(), async ({ message, signature }, bit) => {
        const bytes = Uint8Array.from(decode(signature))
        const at = (bit >> 3) % bytes.length
        // The first byte of 65 of Bitcoin says for which kind of address, which is ignored.
        fc.pre(name !== 'bitcoin' || bytes.length !== 65 || at !== 0)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
        expect(await isValid(message, encode(bytes)), `bit ${bit & 7} of byte ${at}`).toBe(false)
      }),
      { numRuns: 150 },
    )
  })

  test('cut, lengthened, doubled or of no text are none', async () => {
    const junk = fc.constantFrom<unknown>(undefined, null, 0, {}, [], '', ' ', '0x', 'smp', 'a'.repeat(1e6))
    await fc.assert(
      fc.asyncProperty(one, fc.uint8Array({ maxLength: 4 }), junk, async (vector, more, other) => {
        const { message, signature } = vector
        const bytes = decode(signature)
        const longer = Uint8Array.from([...bytes, ...more])
        if (more.length > 0) expect(await isValid(message, encode(longer))).toBe(false)
        expect(await isValid(message, encode(bytes.slice(0, -1 - more.length)))).toBe(false)
        for (const wrong of [signature + signature, ` ${signature}`, `${signature}\n`, other])
          expect(await isValid(message, wrong)).toBe(false)
      }),
      { numRuns: 20 },
    )
  })

  test('of a text with one letter changed are none', async () => {
    await fc.assert(
      fc.asyncProperty(one, fc.nat(), fc.constantFrom(...'aZ09 \n'), async (vector, place, letter) => {
        const { message, signature } = vector
        const at = place % message.length
        fc.pre(message[at] !== letter)
        const changed = message.slice(0, at) + letter + message.slice(at + 1)
        expect(await isValid(changed, signature)).toBe(false)
      }),
      { numRuns: 100 },
    )
  })

  test('count for no text of another account, chain or namespace', async () => {
    for (const { message, signature } of vectors.slice(0, 4))
      for (const other of all)
        if (other.message !== message) expect(await isValid(other.message, signature)).toBe(false)
  })
})
