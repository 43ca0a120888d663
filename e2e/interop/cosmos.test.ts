/** Keplr's own library beside ours: what one of the two takes, the other takes, and what one refuses, the other refuses. */
import { readFileSync } from 'node:fs'
import { cosmosAddressOf, cosmosTestAccounts, createSimulatedCosmosWallet } from '@latchkey/testing'
import { verifySignIn } from 'latchkey/server'
import { describe, expect, test } from 'vitest'
import { loadKeplr } from './loadKeplr.ts'

interface Vector {
  readonly chainId: `cosmos:${string}`
  readonly address: string
  /** Base64, as the signature. */
  readonly publicKey: string
  readonly message: string
  readonly signature: string
}

const isSoundByKeplr = loadKeplr()
const url = new URL('../../packages/latchkey/src/server/conformance/cosmosSignatures.json', import.meta.url)
const { signatures } = JSON.parse(readFileSync(url, 'utf8')) as { readonly signatures: readonly Vector[] }

function isTheirs({ chainId, address, message, publicKey, signature }: Vector): boolean {
  const keys = chainId === 'cosmos:injective-1' ? 'ethsecp256k1' : 'secp256k1'
  return isSoundByKeplr({ signer: address, text: message, publicKey, signature, keys })
}

async function isOurs({ chainId, message, signature }: Vector): Promise<boolean> {
  const expected = {
    origins: ['https://shop.example'],
    nonce: 'n0nceN0nceN0nceN0nceN0nce',
    chains: [chainId],
    now: Date.parse('2026-11-28T12:00:00.000Z'),
  }
  return (await verifySignIn({ message, signature, expected })).valid
}

const flipped = (text: string, at: number): string => {
  const bytes = Buffer.from(text, 'base64')
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes.toString('base64')
}

describe('signatures of @cosmjs/amino and viem', () => {
  test.each(signatures)('$address on $chainId: $signature', async vector => {
    expect([isTheirs(vector), await isOurs(vector)]).toEqual([true, true])
    const other = signatures.find(each => each.chainId === vector.chainId && each.address !== vector.address)
    const changes: readonly Partial<Vector>[] = [
      { signature: flipped(vector.signature, 10) },
      { signature: flipped(vector.signature, 40) },
      { message: vector.message.replace('/login', '/admin') },
      { signature: other?.signature ?? '' },
    ]
    for (const change of changes) {
      const changed = { ...vector, ...change }
      expect([isTheirs(changed), await isOurs(changed)], JSON.stringify(change)).toEqual([false, false])
    }
    // The address stands in the text and in the document.
    const address = other?.address ?? ''
    const moved = { ...vector, address, message: vector.message.replace(vector.address, address) }
    expect([isTheirs(moved), await isOurs(moved)]).toEqual([false, false])
  })
})

describe('signatures of the simulated wallet', () => {
  test.each([
    ['cosmoshub-4', 'cosmos', 'secp256k1'],
    ['injective-1', 'inj', 'ethsecp256k1'],
  ] as const)('on %s', async (id, prefix, keys) => {
    const wallet = createSimulatedCosmosWallet({ name: 'Keplr', target: new EventTarget(), memory: false })
    const [account] = cosmosTestAccounts
    if (!account) throw new Error('The wallet has no account')
    const address = cosmosAddressOf(account, { prefix, keys })
    const [vector] = signatures.filter(each => each.chainId === `cosmos:${id}`)
    if (!vector) throw new Error(`No text for ${id}`)
    const message = vector.message.replace(vector.address, address)
    const sign = wallet.keplr.signArbitrary as (...params: readonly string[]) => Promise<{
      pub_key: { value: string }
      signature: string
    }>
    const { pub_key, signature } = await sign(id, address, message)
    const signed: Vector = { chainId: `cosmos:${id}`, address, publicKey: pub_key.value, message, signature }
    expect([isTheirs(signed), await isOurs(signed)]).toEqual([true, true])
  })
})
