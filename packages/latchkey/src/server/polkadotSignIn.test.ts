/** Sign-in with accounts of Polkadot, beside the ecosystem's own library: its signatures are verified here, and ours by it. */
import { polkadotTestAccounts } from '@latchkey/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { encodeAddress, signatureVerify } from '@polkadot/util-crypto'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CaipNetworkId } from '../contract/caip.ts'
import { formatSignInMessage, type SignInMessage } from '../contract/signInMessage.ts'
import { describeTampering } from './conformance/describeTampering.ts'
import file from './conformance/polkadotSignatures.json' with { type: 'json' }
import { verifySignIn } from './verifySignIn.ts'

const [dot, ksm] = [
  'polkadot:68d56f15f85d3136970ec16946040bc1',
  'polkadot:48239ef607d7928874027a43a6768920',
] as const
const foreign = 'polkadot:45454545454545454545454545454545'
const now = Date.parse('2026-11-28T12:00:00.000Z')
const nonce = 'n0nceN0nceN0nceN0nceN0nce'
const chains = [...new Set(file.signatures.map(each => each.chainId as CaipNetworkId)), foreign] as const
const expected = { origins: ['https://shop.example'], nonce, chains, now }
const seed = new Uint8Array(32).fill(7)
const pair = secretFromSeed(seed)
const message: SignInMessage = {
  domain: 'shop.example',
  accountAddress: encodeAddress(getPublicKey(pair), 0),
  uri: 'https://shop.example/login',
  version: '1',
  chainId: dot,
  nonce,
  issuedAt: '2026-11-28T12:00:00.000Z',
}
const yes = `${message.accountAddress} ${dot} key`
const text = formatSignInMessage(message)
const toBytes = (said: string) => utf8ToBytes(`<Bytes>${said}</Bytes>`)
const toHex = (...parts: readonly Uint8Array[]) => `0x${bytesToHex(concatBytes(...parts))}`

async function verify(said: string, signature: string): Promise<string> {
  const verdict = await verifySignIn({ message: said, signature, expected })
  return verdict.valid ? `${verdict.address} ${verdict.chainId} ${verdict.signedBy}` : verdict.refusal
}

describe('texts that a key ring behind an injector signed', () => {
  test.each(file.signatures)(
    '$type $address on $chainId',
    async ({ chainId, address, message: said, signature, type }) => {
      expect(await verify(said, signature)).toBe(`${address} ${chainId} key`)
      expect(await verify(said, signature.toUpperCase().replace('0X', '0x'))).toBe(
        `${address} ${chainId} key`,
      )
      const bytes = hexToBytes(signature.slice(2))
      const front = Uint8Array.of(['ed25519', 'sr25519', 'ecdsa'].indexOf(type))
      expect(await verify(said, toHex(front, bytes)), 'with its type in front').toBe(
        `${address} ${chainId} key`,
      )
      expect(
        await verify(said, toHex(Uint8Array.of(front[0] === 0 ? 1 : 0), bytes)),
        'with another type',
      ).toBe('signature')
      expect(signatureVerify(`<Bytes>${said}</Bytes>`, signature, address)).toMatchObject({
        isValid: true,
        crypto: type,
      })
      // r, s and what follows, each with one bit changed.
      for (const at of [10, 40, bytes.length - 1]) {
        const changed = Uint8Array.from(bytes)
        changed[at] = (changed[at] ?? 0) ^ 1
        expect(await verify(said, toHex(changed)), `byte ${at}`).toBe('signature')
      }
      const others = file.signatures.filter(other => other.message !== said)
      for (const other of others) expect(await verify(said, other.signature)).toBe('signature')
      const stranger = file.signatures.find(other => other.chainId === chainId && other.address !== address)
      expect(await verify(said.replace(address, stranger?.address ?? ''), signature)).toBe('signature')
      // The same key as another chain writes it.
      const elsewhere = file.signatures.find(other => other.type === type && other.chainId !== chainId)
      expect(await verify(said.replace(address, elsewhere?.address ?? ''), signature)).toBe('address')
      const chain = `Chain ID: ${elsewhere?.chainId.slice('polkadot:'.length)}`
      expect(await verify(said.replace(/Chain ID: .*/, chain), signature)).toBe('address')
    },
  )
})

describeTampering({
  message,
  outcome: yes,
  sign: said => toHex(sign(pair, toBytes(said))),
  verify,
  changes: [
    ['the account', { accountAddress: encodeAddress(new Uint8Array(32).fill(8), 0) }, 'signature'],
    ['the chain', { chainId: ksm }, 'address'],
    ['the chain, to one without a known prefix', { chainId: foreign }, 'signature'],
    ['the checksum of the address', { accountAddress: message.accountAddress.replace(/.$/, '1') }, 'address'],
  ],
})

test.each([
  ['sr25519', message.accountAddress, (bytes: Uint8Array) => sign(pair, bytes)],
  ['ed25519', encodeAddress(ed25519.getPublicKey(seed), 0), (bytes: Uint8Array) => ed25519.sign(bytes, seed)],
  [
    'ecdsa',
    encodeAddress(blake2b(secp256k1.getPublicKey(seed, true), { dkLen: 32 }), 0),
    (bytes: Uint8Array) => {
      const hash = blake2b(bytes, { dkLen: 32 })
      const [id = 0, ...rest] = secp256k1.sign(hash, seed, { prehash: false, format: 'recovered' })
      return Uint8Array.from([...rest, id])
    },
  ],
])('a text without <Bytes> around it is refused: %s', async (type, accountAddress, signs) => {
  const said = formatSignInMessage({ ...message, accountAddress })
  expect(await verify(said, toHex(signs(utf8ToBytes(said))))).toBe('signature')
  expect(await verify(said, toHex(signs(toBytes(`<Bytes>${said}</Bytes>`))))).toBe('signature')
  const good = toHex(signs(toBytes(said)))
  expect(await verify(said, good)).toBe(`${accountAddress} ${dot} key`)
  expect(signatureVerify(`<Bytes>${said}</Bytes>`, good, accountAddress)).toMatchObject({
    isValid: true,
    crypto: type,
  })
})

test('an ECDSA signature has one form: s in the lower half', async () => {
  const accountAddress = encodeAddress(blake2b(secp256k1.getPublicKey(seed, true), { dkLen: 32 }), 0)
  const said = formatSignInMessage({ ...message, accountAddress })
  const hash = blake2b(toBytes(said), { dkLen: 32 })
  const made = secp256k1.Signature.fromBytes(secp256k1.sign(hash, seed, { prehash: false }))
  const high = new secp256k1.Signature(made.r, secp256k1.Point.Fn.ORDER - made.s)
  for (const id of [0, 1, 2, 3, 27, 28, 255])
    expect(await verify(said, toHex(high.toBytes(), Uint8Array.of(id)))).toBe('signature')
})

test('an address without a known prefix may have any, with a right checksum', async () => {
  for (const prefix of [2, 42, 63, 64, 1_284, 16_383]) {
    const accountAddress = encodeAddress(getPublicKey(pair), prefix)
    const said = formatSignInMessage({ ...message, accountAddress, chainId: foreign })
    expect(await verify(said, toHex(sign(pair, toBytes(said))))).toBe(`${accountAddress} ${foreign} key`)
  }
})

test('signatures that make no sense are refused', async () => {
  const odd = [
    '',
    '0x',
    '0x00',
    `0x${'0'.repeat(129)}`,
    `0x${'00'.repeat(63)}`,
    `0x${'00'.repeat(67)}`,
    'x'.repeat(130),
  ]
  for (const each of odd) expect(await verify(text, each)).toBe('signature')
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 64, maxLength: 66 }), async bytes => {
      expect(await verify(text, toHex(bytes))).toBe('signature')
    }),
    { numRuns: 50 },
  )
})

test('the simulated wallet has the accounts that the ecosystem computes', () => {
  const [sr25519] = polkadotTestAccounts
  expect(sr25519?.address).toBe(encodeAddress(getPublicKey(secretFromSeed(new Uint8Array(32).fill(1))), 42))
})
