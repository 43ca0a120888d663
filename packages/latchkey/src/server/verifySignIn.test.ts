import { testAccounts } from '@latchkey/testing'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { formatBase58 } from '../contract/base58.ts'
import { knownNamespaces } from '../contract/namespaces.ts'
import { formatSignInMessage, type SignInMessage } from '../contract/signInMessage.ts'
import { signInNamespaceOf } from './namespaces/signInNamespaces.ts'
import { recoverSigner } from './recoverSigner.ts'
import { type SignInClaim, verifySignIn } from './verifySignIn.ts'

const [first, second] = testAccounts.map(({ privateKey }) => privateKeyToAccount(privateKey))
if (!first || !second) throw new Error('two test accounts are needed')
const now = Date.parse('2026-11-20T12:00:00.000Z')
const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
const nonce = 'n0nceN0nceN0nceN0nceN0nce'
const message: SignInMessage = {
  domain: 'shop.example',
  accountAddress: first.address,
  uri: 'https://shop.example/login?next=%2F',
  version: '1',
  chainId: 'eip155:1',
  nonce,
  statement: 'Sign in to the shop.',
  issuedAt: at(0),
}
const expected = { origins: ['https://shop.example'], nonce, chains: ['eip155:1', 'eip155:10'], now } as const

async function verify(
  changed: Partial<SignInMessage> = {},
  claim: Partial<SignInClaim> = {},
  signer = first,
): Promise<string> {
  const text = claim.message ?? formatSignInMessage({ ...message, ...changed })
  const signature = claim.signature ?? (await signer?.signMessage({ message: text })) ?? ''
  const verdict = await verifySignIn({ message: text, signature, expected, ...claim })
  return verdict.valid ? `${verdict.address} ${verdict.chainId} ${verdict.signedBy}` : verdict.refusal
}
const yes = `${first.address} eip155:1 key`

test('a key of the address signs it in, on the chain of the text', async () => {
  expect(await verify()).toBe(yes)
  expect(await verify({ chainId: 'eip155:10' })).toBe(`${first.address} eip155:10 key`)
  expect(await verify({ scheme: 'https' })).toBe(yes)
})

describe('T24 each field by the server’s own knowledge', () => {
  test.each([
    ['another nonce', { nonce: 'aaaaaaaaaaaaaaaaaaaaaaaaaa' }, 'nonce'],
    ['a nonce in another case', { nonce: nonce.toLowerCase() }, 'nonce'],
    ['another domain', { domain: 'evil.example' }, 'domain'],
    ['a domain with another port', { domain: 'shop.example:8443' }, 'domain'],
    ['a domain below', { domain: 'a.shop.example' }, 'domain'],
    ['a domain after the shop’s name as user information', { domain: 'shop.example@evil.example' }, 'domain'],
    ['the shop’s domain after user information', { domain: 'evil.example@shop.example' }, 'domain'],
    ['a domain in capitals', { domain: 'SHOP.example' }, 'domain'],
    ['another URI', { uri: 'https://evil.example/login' }, 'uri'],
    ['a URI with another scheme', { uri: 'http://shop.example/login' }, 'uri'],
    ['a URI with another port', { uri: 'https://shop.example:444/login' }, 'uri'],
    ['a URI with the shop’s name as user information', { uri: 'https://shop.example@evil.example/' }, 'uri'],
    ['the shop’s URI with user information', { uri: 'https://me@shop.example/' }, 'uri'],
    ['a URI of no origin', { uri: 'did:key:z6Mk' }, 'uri'],
    ['another scheme before the domain', { scheme: 'http' }, 'uri'],
    ['another chain', { chainId: 'eip155:137' as const }, 'chain'],
    ['a chain with a zero before it', { chainId: 'eip155:01' as const }, 'chain'],
    ['another namespace', { chainId: 'tron:1' as const }, 'chain'],
  ])('%s', async (_name, changed, refusal) => {
    expect(await verify(changed)).toBe(refusal)
  })

  test.each([
    ['statement', { statement: 'Sign in to the shop!' }],
    ['path of the URI', { uri: 'https://shop.example/login?next=%2Fadmin' }],
    ['chain', { chainId: 'eip155:10' as const }],
    ['account', { accountAddress: second.address }],
    ['time', { issuedAt: at(-1) }],
    ['request id', { requestId: 'x' }],
    ['expiry', { expirationTime: at(600) }],
    ['resources', { resources: ['https://shop.example/'] }],
  ])('a signature is good for its own %s only', async (_name, changed) => {
    const signature = await first.signMessage({ message: formatSignInMessage(message) })
    expect(await verify(changed, { signature })).toBe('signature')
  })

  test('domain and URI have to be of the same page', async () => {
    const origins = ['https://shop.example', 'http://localhost:3000']
    const both = { expected: { ...expected, origins } }
    expect(await verify({ domain: 'localhost:3000', uri: 'http://localhost:3000/' }, both)).toBe(yes)
    expect(await verify({ uri: 'http://localhost:3000/' }, both)).toBe('uri')
    const odd = { expected: { ...expected, origins: ['', 'shop.example', 'https://', 'null'] } }
    expect(await verify({}, odd)).toBe('domain')
  })
})

describe('T26 times, with clocks that differ by a minute', () => {
  test.each([
    [{ issuedAt: at(60) }, yes],
    [{ issuedAt: at(61) }, 'issued-in-future'],
    [{ issuedAt: at(-600) }, yes],
    [{ issuedAt: at(-601) }, 'too-old'],
    [{ expirationTime: at(-59) }, yes],
    [{ expirationTime: at(-60) }, 'expired'],
    [{ expirationTime: at(1) }, yes],
    [{ notBefore: at(60) }, yes],
    [{ notBefore: at(61) }, 'not-yet-valid'],
    [{ notBefore: at(-600) }, yes],
    [{ issuedAt: '2026-11-20T13:00:00+01:00' }, yes],
    [{ issuedAt: '2026-11-20T13:00:00-01:00' }, 'issued-in-future'],
    [{ issuedAt: at(-30), notBefore: at(-30), expirationTime: at(30) }, yes],
    [{ expirationTime: at(30), notBefore: at(300) }, 'not-yet-valid'],
  ])('%j', async (changed, result) => {
    expect(await verify(changed)).toBe(result)
  })
})

describe('T27 the case of an address', () => {
  const hex = first.address.slice(2)
  const wrong = hex.replace(/[a-f]/i, letter =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  test.each([
    ['lower', `0x${hex.toLowerCase()}`, yes],
    ['upper', `0x${hex.toUpperCase()}`, yes],
    ['EIP-55', `0x${hex}`, yes],
    ['mixed, with a wrong checksum', `0x${wrong}`, 'address'],
    ['lower, of another account', second.address.toLowerCase(), 'signature'],
    ['upper, of another account', `0x${second.address.slice(2).toUpperCase()}`, 'signature'],
    ['EIP-55, of another account', second.address, 'signature'],
  ])('%s', async (_name, accountAddress, result) => {
    expect(await verify({ accountAddress })).toBe(result)
  })
})

describe('signatures of keys', () => {
  const text = formatSignInMessage(message)
  test('v as 0 or 1, and EIP-2098', async () => {
    const signature = await first.signMessage({ message: text })
    const v = Number.parseInt(signature.slice(-2), 16) - 27
    expect(await verify({}, { signature: `${signature.slice(0, -2)}0${v}` })).toBe(yes)
    const short = hexToBytes(signature.slice(2, -2))
    short[32] = (short[32] ?? 0) | (v << 7)
    expect(await verify({}, { signature: `0x${bytesToHex(short)}` })).toBe(yes)
  })

  test('accepts nothing else, and throws nothing', async () => {
    const signature = await first.signMessage({ message: text })
    const order = secp256k1.Point.CURVE().n.toString(16)
    for (const each of [
      '',
      '0x',
      '0x1',
      'hello',
      signature.slice(2),
      `${signature}00`,
      signature.slice(0, -2),
      `${signature.slice(0, -2)}1d`,
      `${signature.slice(0, -2)}02`,
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
      `0x${order}${order}1b`,
      `0x${'00'.repeat(32)}${signature.slice(66)}`,
      `0x${'11'.repeat(20_000)}`,
      `0xg${signature.slice(3)}`,
      ` ${signature}`,
    ])
      expect(await verify({}, { signature: each }), each.slice(0, 20)).toBe('signature')
    for (const each of [null, 7, {}, ['0x']])
      expect(await verify({}, { signature: each as never, message: text })).toBe('signature')
    for (const each of [null, 7, {}, 'x'.repeat(20_000)])
      expect(await verify({}, { message: each as never, signature })).toBe('malformed')
  })

  test('are read as another library reads them', () => {
    for (let round = 0; round < 40; round++) {
      const key = secp256k1.utils.randomSecretKey()
      const hash = Uint8Array.from({ length: 32 }, (_, at) => (round * 7 + at * 13) % 256)
      const signed = secp256k1.sign(hash, key, { prehash: false, format: 'recovered' })
      const wire = new Uint8Array([...signed.subarray(1), (signed[0] ?? 0) + 27])
      expect(recoverSigner(hash, wire)).toBe(
        privateKeyToAccount(`0x${bytesToHex(key)}`).address.toLowerCase(),
      )
    }
  })
})

describe('solana', () => {
  const secret = new Uint8Array(32).fill(7)
  const accountAddress = formatBase58(ed25519.getPublicKey(secret))
  const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const
  const own = { ...message, accountAddress, chainId }
  const text = formatSignInMessage(own)
  const bytes = ed25519.sign(new TextEncoder().encode(text), secret)
  const claim = { expected: { ...expected, chains: [chainId] }, message: text }

  test('a signature in base58 or base64', async () => {
    const result = `${accountAddress} ${chainId} key`
    expect(await verify({}, { ...claim, signature: formatBase58(bytes) })).toBe(result)
    expect(await verify({}, { ...claim, signature: btoa(String.fromCharCode(...bytes)) })).toBe(result)
  })

  test('refuses another message, another key, or a damaged signature', async () => {
    const other = formatBase58(ed25519.getPublicKey(new Uint8Array(32).fill(8)))
    const signature = formatBase58(bytes)
    expect(await verify({}, { ...claim, message: text.replace('in to', 'up to'), signature })).toBe(
      'signature',
    )
    expect(await verify({}, { ...claim, message: text.replace(accountAddress, other), signature })).toBe(
      'signature',
    )
    expect(
      await verify(
        {},
        { ...claim, message: text.replace(accountAddress, accountAddress.slice(4)), signature },
      ),
    ).toBe('address')
    for (const each of [
      '',
      '1'.repeat(64),
      '0'.repeat(88),
      'A'.repeat(2_000),
      `0x${'11'.repeat(64)}`,
      signature.slice(1),
    ])
      expect(await verify({}, { ...claim, signature: each }), each.slice(0, 10)).toBe('signature')
    // A key of small order vouches for anything where the check is lax.
    const weak = formatBase58(new Uint8Array(32).with(0, 1))
    const zero = formatBase58(new Uint8Array(64).with(0, 1))
    expect(await verify({}, { ...claim, message: text.replace(accountAddress, weak), signature: zero })).toBe(
      'signature',
    )
  })
})

test.each(['orbit', ...knownNamespaces.filter(each => !signInNamespaceOf(each))])(
  '%s is unsupported, never a pretended yes',
  async namespace => {
    const chainId = `${namespace}:main` as const
    const accountAddress = 'Own1xyz'
    const claim = { expected: { ...expected, chains: [chainId] } }
    expect(await verify({ chainId, accountAddress }, claim)).toBe('unsupported')
  },
)
