/** Sign-in with accounts of Cosmos chains: vectors of @cosmjs/amino and of Keplr's library, and the rules of ADR-36. */
import {
  createMultisigThresholdPubkey,
  encodeSecp256k1Pubkey,
  pubkeyToAddress,
  serializeSignDoc,
} from '@cosmjs/amino'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { base64, bech32 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adr36Document } from '../contract/adr36Document.ts'
import type { CaipNetworkId } from '../contract/caip.ts'
import { formatSignInMessage, type SignInMessage } from '../contract/signInMessage.ts'
import file from './conformance/cosmosSignatures.json' with { type: 'json' }
import { describeTampering } from './conformance/describeTampering.ts'
import { cosmosAddressOf } from './cosmos/cosmosAddress.ts'
import { createSignIn } from './createSignIn.ts'
import { formatOf } from './formatOf.ts'
import { type SignInClaim, verifySignIn } from './verifySignIn.ts'

const [hub, osmosis, injective, elm] = [
  'cosmos:cosmoshub-4',
  'cosmos:osmosis-1',
  'cosmos:injective-1',
  'cosmos:elm-1',
] as const
const now = Date.parse('2026-11-28T12:00:00.000Z')
const nonce = 'n0nceN0nceN0nceN0nceN0nce'
const expected = {
  origins: ['https://shop.example'],
  nonce,
  chains: [hub, osmosis, injective, elm, 'cosmos:provider'] as const,
  now,
}

async function verify(text: string, signature: string, claim: Partial<SignInClaim> = {}): Promise<string> {
  const verdict = await verifySignIn({ message: text, signature, expected, ...claim })
  return verdict.valid ? `${verdict.address} ${verdict.chainId} ${verdict.signedBy}` : verdict.refusal
}

const secret = new Uint8Array(32).fill(7)
const hashes = { secp256k1: sha256, ethsecp256k1: keccak_256 }
type Keys = keyof typeof hashes

function addressOf(prefix: string, keys: Keys = 'secp256k1', by = secret): string {
  const [short, long] = [secp256k1.getPublicKey(by, true), secp256k1.getPublicKey(by, false)]
  return cosmosAddressOf({ short, long }, { prefix, keys })
}
function sign(text: string, signer: string, hash: Keys = 'secp256k1', by = secret): string {
  const bytes = new TextEncoder().encode(JSON.stringify(adr36Document(signer, text)))
  return base64.encode(secp256k1.sign(hashes[hash](bytes), by, { prehash: false }))
}
const accountAddress = addressOf('cosmos')
const message: SignInMessage = {
  domain: 'shop.example',
  accountAddress,
  uri: 'https://shop.example/login',
  version: '1',
  chainId: hub,
  nonce,
  issuedAt: '2026-11-28T12:00:00.000Z',
}
const textOf = (change: Partial<SignInMessage> = {}) => formatSignInMessage({ ...message, ...change })

describe('texts that others signed', () => {
  test.each(file.signatures)('$address on $chainId: $signature', async vector => {
    const { chainId, address, message: text, signature } = vector
    expect(await verify(text, signature)).toBe(`${address} ${chainId} key`)
    // r and s, each with one bit changed.
    for (const at of [10, 40]) {
      const bytes = base64.decode(signature)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      expect(await verify(text, base64.encode(bytes)), `byte ${at}`).toBe('signature')
    }
    const others = file.signatures.filter(each => each.message !== text && each.address === address)
    for (const other of others) expect(await verify(text, other.signature)).toBe('signature')
    const stranger = file.signatures.find(
      each => each.chainId === chainId && each.address !== address,
    )?.address
    expect(await verify(text.replace(address, stranger ?? ''), signature)).toBe('signature')
    const chain = chainId === osmosis ? 'cosmoshub-4' : 'osmosis-1'
    expect(await verify(text.replace(/Chain ID: .*/, `Chain ID: ${chain}`), signature)).toBe('address')
  })

  test('the document is written as @cosmjs/amino writes it, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const document = adr36Document(accountAddress, text)
        const theirs = serializeSignDoc({ ...document, fee: { amount: [], gas: '0' } })
        expect(JSON.stringify(document)).toBe(new TextDecoder().decode(theirs))
      }),
    )
  })
})

describeTampering({
  message,
  outcome: `${accountAddress} ${hub} key`,
  sign: text => sign(text, accountAddress),
  verify,
  changes: [
    [
      'the account',
      { accountAddress: addressOf('cosmos', 'secp256k1', new Uint8Array(32).fill(8)) },
      'signature',
    ],
    ['the network, to one with the same prefix', { chainId: 'cosmos:provider' }, 'signature'],
    ['the network, to one with another prefix', { chainId: osmosis }, 'address'],
    ['the network and the prefix', { chainId: osmosis, accountAddress: addressOf('osmo') }, 'signature'],
  ],
})

describe('the rule is the chain’s and no choice of the claim', () => {
  test.each<[string, CaipNetworkId, string, Keys, string]>([
    ['the Hub’s address and hash', hub, addressOf('cosmos'), 'secp256k1', 'key'],
    ['the Hub’s address, hashed as Ethereum does', hub, addressOf('cosmos'), 'ethsecp256k1', 'signature'],
    ['Ethereum’s address on the Hub', hub, addressOf('cosmos', 'ethsecp256k1'), 'secp256k1', 'signature'],
    ['both of Ethereum on the Hub', hub, addressOf('cosmos', 'ethsecp256k1'), 'ethsecp256k1', 'signature'],
    ['Injective’s address and hash', injective, addressOf('inj', 'ethsecp256k1'), 'ethsecp256k1', 'key'],
    [
      'Injective’s address, hashed as the Hub does',
      injective,
      addressOf('inj', 'ethsecp256k1'),
      'secp256k1',
      'signature',
    ],
    ['both of the Hub on Injective', injective, addressOf('inj'), 'secp256k1', 'signature'],
  ])('%s', async (_what, chainId, address, hash, outcome) => {
    const text = textOf({ chainId, accountAddress: address })
    const expectedOutcome = outcome === 'key' ? `${address} ${chainId} key` : outcome
    expect(await verify(text, sign(text, address, hash))).toBe(expectedOutcome)
  })

  test('a chain of the host’s own has the rule of `formats`, and none without them', async () => {
    const address = addressOf('elm', 'ethsecp256k1')
    const text = textOf({ chainId: elm, accountAddress: address })
    const signature = sign(text, address, 'ethsecp256k1')
    expect(await verify(text, signature)).toBe('unknown-network')
    expect(await verify(text, signature, { formats: { [elm]: { keys: 'ethsecp256k1' } } })).toBe(
      'unknown-network',
    )
    expect(await verify(text, signature, { formats: { [elm]: { prefix: 'elm' } } })).toBe('signature')
    const formats = { [elm]: { prefix: 'elm', keys: 'ethsecp256k1' } } as const
    expect(await verify(text, signature, { formats })).toBe(`${address} ${elm} key`)
  })
})

describe('an address', () => {
  const words = (length: number) => bech32.toWords(new Uint8Array(length).fill(5))
  test.each<[string, string, string]>([
    ['with a letter changed', accountAddress.replace(/.$/, each => (each === 'q' ? 'p' : 'q')), 'address'],
    ['in capitals', accountAddress.toUpperCase(), 'malformed'],
    ['of a validator', bech32.encode('cosmosvaloper', words(20)), 'address'],
    ['of a longer prefix', bech32.encode('cosmos1', words(20)), 'address'],
    ['of a contract, which has no key', bech32.encode('cosmos', words(32)), 'signature'],
    ['of no usual length', bech32.encode('cosmos', words(24)), 'malformed'],
  ])('%s is refused', async (_what, address, refusal) => {
    const text = textOf({ accountAddress: address })
    expect(await verify(text, sign(text, address))).toBe(refusal)
  })

  test('of several keys has no signature of one', async () => {
    const key = encodeSecp256k1Pubkey(secp256k1.getPublicKey(secret))
    const address = pubkeyToAddress(createMultisigThresholdPubkey([key], 1), 'cosmos')
    const text = textOf({ accountAddress: address })
    expect(await verify(text, sign(text, address))).toBe('signature')
  })
})

describe('a signature', () => {
  const text = textOf()
  const good = base64.decode(sign(text, accountAddress))
  const high = secp256k1.Signature.fromBytes(good)
  const flipped = new secp256k1.Signature(high.r, secp256k1.Point.Fn.ORDER - high.s).toBytes()
  test.each([
    ['empty', ''],
    ['a byte less', base64.encode(good.subarray(1))],
    ['a byte more', base64.encode(concatBytes(good, Uint8Array.of(0)))],
    ['of zeros', base64.encode(new Uint8Array(64))],
    ['in the upper half, which chains refuse', base64.encode(flipped)],
    ['without its padding', base64.encode(good).slice(0, 86)],
    ['with spare bits', base64.encode(good).replace(/.==$/, '/==')],
    ['in hex', Array.from(good, byte => byte.toString(16).padStart(2, '0')).join('')],
    ['of the text itself', base64.encode(secp256k1.sign(new TextEncoder().encode(text), secret))],
    ['very long', 'a'.repeat(100_000)],
  ])('%s is refused', async (_what, signature) => {
    expect(await verify(text, signature)).toBe('signature')
  })

  test('that is no text is refused', async () => {
    expect(await verify(text, { length: 88 } as never)).toBe('signature')
  })

  test('of any key is its own address’s, and no other’s', async () => {
    const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter(secp256k1.utils.isValidSecretKey)
    await fc.assert(
      fc.asyncProperty(keys, keys, async (one, other) => {
        const address = addressOf('cosmos', 'secp256k1', one)
        const own = textOf({ accountAddress: address })
        expect(await verify(own, sign(own, address, 'secp256k1', one))).toBe(`${address} ${hub} key`)
        const isSame = addressOf('cosmos', 'secp256k1', other) === address
        if (!isSame) expect(await verify(own, sign(own, address, 'secp256k1', other))).toBe('signature')
      }),
      { numRuns: 25 },
    )
  })
})

test.each<[string, object]>([
  ['cosmos:cosmoshub-4', { prefix: 'cosmos', denom: 'uatom' }],
  ['cosmos:injective-1', { prefix: 'inj', denom: 'inj', keys: 'ethsecp256k1', coinType: 60 }],
  ['polkadot:68d56f15f85d3136970ec16946040bc1', { prefix: 0 }],
  ['bip122:000000000019d6689c085ae165831e93', { prefix: 'bc' }],
  ['cosmos:elm-1', {}],
  ['eip155:1', {}],
])('the format of %s', (chain, format) => {
  expect(formatOf(chain as 'cosmos:elm-1')).toEqual(format)
})

test("the host's word on a format wins", () => {
  expect(formatOf('cosmos:cosmoshub-4', { 'cosmos:cosmoshub-4': { prefix: 'elm' } })).toEqual({
    prefix: 'elm',
  })
})

test('a chain whose addresses are not known is refused when the sign-in is made', () => {
  const options = {
    secret: 'a-secret-of-more-than-thirty-two-characters',
    origins: ['https://shop.example'],
    chains: { 'cosmos:cosmoshub-4': [], 'cosmos:elm-1': [] },
  } as const
  expect(() => createSignIn(options)).toThrow('cosmos:elm-1 is not listed with its "prefix"')
  expect(createSignIn({ ...options, formats: { 'cosmos:elm-1': { prefix: 'elm' } } }).basePath).toBe('/auth')
})
