/** Sign In With Solana, beside the ecosystem's own library: its texts are verified here, and ours by it. */
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import * as theirs from '@solana/wallet-standard-util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatBase58 } from '../contract/base58.ts'
import type { CaipNetworkId } from '../contract/caip.ts'
import { formatMemoMessage, memoSignatureType } from '../contract/memoTransaction.ts'
import { parseSignInMessage } from '../contract/parseSignInMessage.ts'
import { formatSignInMessage, type SignInMessage } from '../contract/signInMessage.ts'
import { type SignInClaim, verifySignIn } from './verifySignIn.ts'

const secret = new Uint8Array(32).fill(7)
const key = ed25519.getPublicKey(secret)
const accountAddress = formatBase58(key)
const [main, own, otherOwn] = [
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:9Zw6HVRkNu8Bw6F8PuTR8UykxjYhoBHu',
  'solana:privateCluster2',
] as const
const now = Date.parse('2026-11-28T12:00:00.000Z')
const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString()
const nonce = 'n0nceN0nceN0nceN0nceN0nce'
const message: SignInMessage = {
  domain: 'shop.example:8443',
  accountAddress,
  uri: 'https://shop.example:8443/login',
  version: '1',
  chainId: main,
  nonce,
  issuedAt: at(0),
}
const expected = { origins: ['https://shop.example:8443'], nonce, chains: [main] as const, now }
const yes = `${accountAddress} ${main} key`
const bytesOf = (text: string) => new TextEncoder().encode(text)
const sign = (text: string, by = secret) => formatBase58(ed25519.sign(bytesOf(text), by))

async function verify(text: string, signature: string, claim: Partial<SignInClaim> = {}): Promise<string> {
  const verdict = await verifySignIn({ message: text, signature, expected, ...claim })
  return verdict.valid ? `${verdict.address} ${verdict.chainId} ${verdict.signedBy}` : verdict.refusal
}
const verifyMessage = (change: Partial<SignInMessage> = {}, claim: Partial<SignInClaim> = {}) => {
  const text = formatSignInMessage({ ...message, ...change })
  return verify(text, sign(text), claim)
}

describe('T24, T26 a signature is for one page, one nonce, one chain and a few minutes', () => {
  test.each<[string, Partial<SignInMessage>, string]>([
    ['as asked', {}, yes],
    ['with a statement', { statement: 'Sign in to the shop.' }, yes],
    ['with the namespace before the chain', { isChainPrefixed: true }, yes],
    ['with the scheme before the domain', { scheme: 'https' }, yes],
    ['another nonce', { nonce: 'aaaaaaaaaaaaaaaaaaaaaaaaaa' }, 'nonce'],
    ['the domain without its port', { domain: 'shop.example' }, 'domain'],
    ['another port', { domain: 'shop.example:8444' }, 'domain'],
    ['another domain', { domain: 'evil.example' }, 'domain'],
    ['a URI of another origin', { uri: 'https://evil.example/login' }, 'uri'],
    ['a URI without the port', { uri: 'https://shop.example/login' }, 'uri'],
    ['a URI of another scheme', { uri: 'http://shop.example:8443/login' }, 'uri'],
    ['another scheme', { scheme: 'http' }, 'uri'],
    ['another cluster', { chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }, 'chain'],
    ['a private cluster', { chainId: own }, 'chain'],
    ['issued ahead', { issuedAt: at(61) }, 'issued-in-future'],
    ['issued long ago', { issuedAt: at(-601) }, 'too-old'],
    ['expired', { expirationTime: at(-60) }, 'expired'],
    ['not valid yet', { notBefore: at(61) }, 'not-yet-valid'],
    ['an address of 31 bytes', { accountAddress: formatBase58(key.subarray(1)) }, 'address'],
    ['an address of 33 bytes', { accountAddress: formatBase58(new Uint8Array([...key, 1])) }, 'address'],
    [
      'an address with a letter that base58 has not',
      { accountAddress: `0${accountAddress.slice(1)}` },
      'address',
    ],
    ['another account’s address', { accountAddress: formatBase58(ed25519.getPublicKey(key)) }, 'signature'],
  ])('%s', async (_what, change, result) => {
    expect(await verifyMessage(change)).toBe(result)
  })

  test('the case of every letter of an address counts (T27)', async () => {
    const letters = [...accountAddress].map((letter, place) => ({ letter, place }))
    for (const { letter, place } of letters.filter(({ letter }) => /[a-z]/i.test(letter))) {
      const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
      const changed = accountAddress.slice(0, place) + other + accountAddress.slice(place + 1)
      expect(['address', 'signature']).toContain(await verifyMessage({ accountAddress: changed }))
    }
  })

  test('a private cluster is the one that the page means', async () => {
    const text = formatSignInMessage({ ...message, chainId: own })
    const on = (...chains: CaipNetworkId[]) => verify(text, sign(text), { expected: { ...expected, chains } })
    expect(text).toContain('\nChain ID: localnet\n')
    expect(await on(own)).toBe(`${accountAddress} ${own} key`)
    expect(await on(main, own)).toBe(`${accountAddress} ${own} key`)
    expect(await on(otherOwn)).toBe(`${accountAddress} ${otherOwn} key`)
    // Nothing in the text says which of two.
    expect(await on(own, otherOwn)).toBe('chain')
    expect(await on(main)).toBe('chain')
  })
})

describe('signatures of Ed25519', () => {
  const text = formatSignInMessage(message)
  const good = ed25519.sign(bytesOf(text), secret)

  test('in base58 or base64, of 64 bytes', async () => {
    expect(await verify(text, formatBase58(good))).toBe(yes)
    expect(await verify(text, btoa(String.fromCharCode(...good)))).toBe(yes)
    for (const wrong of [
      '',
      bytesToHex(good),
      `0x${bytesToHex(good)}`,
      formatBase58(good.subarray(1)),
      formatBase58(new Uint8Array([...good, 0])),
      `1${formatBase58(good)}`,
      ` ${formatBase58(good)}`,
      btoa(String.fromCharCode(...good)).replace(/==$/, ''),
      '1'.repeat(64),
      '1'.repeat(30_000),
    ])
      expect(await verify(text, wrong), wrong.slice(0, 20)).toBe('signature')
    for (const wrong of [null, undefined, 7, {}, [formatBase58(good)]])
      expect(await verify(text, wrong as never)).toBe('signature')
  })

  test('no second spelling of a signature: its number stays below the order', async () => {
    const order = ed25519.Point.CURVE().n
    const number = BigInt(`0x${bytesToHex(good.slice(32).reverse())}`)
    for (const each of [number + order, order - number, order]) {
      const half = hexToBytes(each.toString(16).padStart(64, '0')).reverse()
      expect(await verify(text, formatBase58(new Uint8Array([...good.subarray(0, 32), ...half])))).toBe(
        'signature',
      )
    }
  })

  test('no key of small order, for which a signature is good for any text', async () => {
    const points = [
      `01${'00'.repeat(31)}`,
      `01${'00'.repeat(30)}80`,
      `ec${'ff'.repeat(30)}7f`,
      `ec${'ff'.repeat(31)}`,
      `ee${'ff'.repeat(30)}7f`,
      '00'.repeat(32),
      `${'00'.repeat(31)}80`,
      `ed${'ff'.repeat(30)}7f`,
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
    ]
    for (const hex of points) {
      const address = formatBase58(hexToBytes(hex))
      const changed = formatSignInMessage({ ...message, accountAddress: address })
      for (const start of points) {
        const forged = formatBase58(new Uint8Array([...hexToBytes(start), ...new Uint8Array(32)]))
        expect(await verify(changed, forged), `${hex} ${start}`).toBe('signature')
      }
    }
  })
})

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const word = (characters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength })
const date = fc
  .date({ min: new Date(0), max: new Date('2199-12-31'), noInvalidDate: true })
  .map(each => each.toISOString())
const uri = fc.constantFrom(
  'https://shop.example:8443',
  'https://shop.example:8443/login?next=%2F#top',
  'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
  'urn:recap:eyJh',
)
const clusters = ['mainnet', 'testnet', 'devnet', 'localnet'] as const
const chains: readonly CaipNetworkId[] = [
  main,
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  own,
]
const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 })

/** What a page hands to `solana:signIn`, with every field that a server needs. */
const inputs = fc.record(
  {
    domain: fc.constantFrom('shop.example:8443', 'localhost:3000', '127.0.0.1', '[::1]:80', 'a.b.example'),
    statement: word(`${letters} -._~:/?#[]@!$&'()*+,;=`, 1, 80),
    uri,
    version: fc.constant('1'),
    chainId: fc.constantFrom(...clusters, ...clusters.map(each => `solana:${each}`)),
    nonce: word(letters, 8, 40),
    issuedAt: date,
    expirationTime: date,
    notBefore: date,
    requestId: word(`${letters}-._~!$&'()*+,;=:@`, 1, 20),
    resources: fc.array(uri, { maxLength: 3 }),
  },
  { requiredKeys: ['domain', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'], noNullPrototype: true },
)

describe('beside @solana/wallet-standard-util 1.1.4', () => {
  test('its texts are read here, field by field, and their signatures are verified', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, secrets, async (input, by) => {
        const address = formatBase58(ed25519.getPublicKey(by))
        const text = theirs.createSignInMessageText({ ...input, address })
        const { chainId, ...fields } = input
        const name = chainId.replace('solana:', '')
        expect(parseSignInMessage(text, chains)).toEqual({
          ...fields,
          accountAddress: address,
          chainId: chains[clusters.indexOf(name as 'mainnet')],
          ...(chainId !== name && { isChainPrefixed: true }),
        })
        const now = Date.parse(input.issuedAt)
        const alive = { ...input, address, domain: message.domain, uri: message.uri }
        const { expirationTime: _end, notBefore: _start, ...lasting } = alive
        const written = theirs.createSignInMessageText(lasting)
        expect(
          await verifySignIn({
            message: written,
            signature: sign(written, by),
            expected: { ...expected, nonce: input.nonce, chains, now },
          }),
        ).toMatchObject({ valid: true, address })
      }),
      { numRuns: 150 },
    )
  })

  test('ours are read there, field by field, and its verifySignIn takes their signatures', () => {
    fc.assert(
      fc.property(inputs, secrets, (input, by) => {
        const publicKey = ed25519.getPublicKey(by)
        const address = formatBase58(publicKey)
        const { chainId, ...fields } = input
        const name = chainId.replace('solana:', '')
        const text = formatSignInMessage({
          ...fields,
          accountAddress: address,
          chainId: chains[clusters.indexOf(name as 'mainnet')] ?? own,
          ...(chainId !== name && { isChainPrefixed: true }),
        })
        expect(text).toBe(theirs.createSignInMessageText({ ...input, address }))
        const read = theirs.parseSignInMessageText(text)
        expect(JSON.parse(JSON.stringify(read))).toEqual({ ...input, address })
        const signedMessage = bytesOf(text)
        const output = {
          account: { address, publicKey, chains: [], features: [] },
          signedMessage,
          signature: ed25519.sign(signedMessage, by),
        }
        expect(theirs.verifySignIn({ ...input, address }, output)).toBe(true)
        expect(theirs.verifySignIn({ ...input, address, nonce: `${input.nonce}0` }, output)).toBe(false)
      }),
      { numRuns: 150 },
    )
  })

  const text = formatSignInMessage(message)
  test.each<[string, string]>([
    ['no URI', text.replace(/\nURI: .*/, '')],
    ['no version', text.replace(/\nVersion: .*/, '')],
    ['another version', text.replace('Version: 1', 'Version: 2')],
    ['no chain', text.replace(/\nChain ID: .*/, '')],
    ['a chain of no name', text.replace('mainnet', 'mainnet-beta')],
    ['no nonce', text.replace(/\nNonce: .*/, '')],
    ['a short nonce', text.replace(/Nonce: .*/, 'Nonce: abc')],
    ['no time', text.replace(/\nIssued At: .*/, '')],
    ['a time that is none', text.replace(/Issued At: .*/, 'Issued At: now')],
    ['a statement of two lines', text.replace('\n\nURI', '\n\nOne\nTwo\n\nURI')],
    ['a statement beyond ASCII', text.replace('\n\nURI', '\n\nGrüße\n\nURI')],
    ['a domain with a space', text.replace('shop.example', 'shop. example')],
    ['line breaks at the end', `${text}\n\n`],
    ['an address that is none', text.replace(accountAddress, 'my address')],
    ['a resource that is no URI', `${text}\nResources:\n- some words`],
  ])('known difference: it reads %s, and we do not', (_what, each) => {
    expect(theirs.parseSignInMessageText(each)).not.toBeNull()
    expect(parseSignInMessage(each, [main])).toBeUndefined()
  })

  test('known difference: a scheme is part of its domain, and it has no empty request id', () => {
    const schemed = formatSignInMessage({ ...message, scheme: 'https' })
    expect(theirs.parseSignInMessageText(schemed)?.domain).toBe('https://shop.example:8443')
    expect(parseSignInMessage(schemed, [main])?.domain).toBe('shop.example:8443')
    const empty = formatSignInMessage({ ...message, requestId: '' })
    expect(parseSignInMessage(empty, [main])?.requestId).toBe('')
    expect(theirs.parseSignInMessageText(empty)?.requestId).toBeUndefined()
  })
})

describe('whatever is changed after signing is refused', () => {
  test('every field, every character of the text, every bit of the signature', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.nat(),
        fc.constantFrom(...`${letters} \n:/.-`),
        fc.nat({ max: 511 }),
        async (isMemo, place, letter, bit) => {
          const text = formatSignInMessage({ ...message, statement: 'Sign in.', requestId: 'cart-1' })
          const signed = isMemo ? formatMemoMessage(key, text) : bytesOf(text)
          const signature = ed25519.sign(signed ?? new Uint8Array(), secret)
          const write = (bytes: Uint8Array) => (isMemo ? memoSignatureType : '') + formatBase58(bytes)
          const claim = { acceptTransactions: true }
          expect(await verify(text, write(signature), claim)).toBe(yes)
          const where = place % text.length
          const changed = text.slice(0, where) + letter + text.slice(where + 1)
          if (changed !== text) expect(await verify(changed, write(signature), claim)).not.toBe(yes)
          const flipped = Uint8Array.from(signature)
          flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
          expect(await verify(text, write(flipped), claim)).toBe('signature')
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('a memo transaction in place of the text', () => {
  const text = formatSignInMessage({ ...message, statement: 'Sign in to the shop.' })
  const memo = (words: string, by = secret) =>
    ed25519.sign(formatMemoMessage(ed25519.getPublicKey(by), words) ?? new Uint8Array(), by)
  const claimOf = (bytes: Uint8Array) => memoSignatureType + formatBase58(bytes)
  const accepted = { acceptTransactions: true }

  test('counts where the server accepts it, and nowhere else', async () => {
    expect(await verify(text, claimOf(memo(text)), accepted)).toBe(yes)
    expect(await verify(text, claimOf(memo(text)))).toBe('unsupported')
    expect(await verify(text, claimOf(memo(text)), { acceptTransactions: false })).toBe('unsupported')
    expect(await verify(text, claimOf(memo(text)), { acceptTransactions: 1 as never })).toBe('unsupported')
  })

  test('is one transaction: what another one was signed for does not count', async () => {
    const signed = formatMemoMessage(key, text) ?? new Uint8Array()
    const other = new Uint8Array(32).fill(8)
    const blockhash = Uint8Array.from(signed)
    blockhash.set(new Uint8Array(32).fill(9), 68)
    const cases: Readonly<Record<string, Uint8Array>> = {
      'the text itself': ed25519.sign(bytesOf(text), secret),
      'another text': memo(text.replace('shop', 'evil')),
      'another account': memo(text, other),
      'another blockhash': ed25519.sign(blockhash, secret),
      'the whole transaction': ed25519.sign(new Uint8Array([1, ...new Uint8Array(64), ...signed]), secret),
      'a versioned transaction': ed25519.sign(new Uint8Array([0x80, ...signed, 0]), secret),
      nothing: new Uint8Array(64),
      'a byte less': memo(text).subarray(1),
    }
    for (const [what, signature] of Object.entries(cases))
      expect(await verify(text, claimOf(signature), accepted), what).toBe('signature')
    // Nor is a signature of the transaction one of the text.
    expect(await verify(text, formatBase58(memo(text)), accepted)).toBe('signature')
    for (const wrong of [
      memoSignatureType,
      `${memoSignatureType}0`,
      `${memoSignatureType}${btoa('x'.repeat(64))}`,
    ])
      expect(await verify(text, wrong, accepted)).toBe('signature')
  })

  test('is checked like the text in all else, and holds a text of 1,061 characters', async () => {
    const expected = { origins: ['https://other.example'], nonce, chains: [main] as const, now }
    expect(await verify(text, claimOf(memo(text)), { ...accepted, expected })).toBe('domain')
    const longest = 1_061 - formatSignInMessage({ ...message, statement: 'x' }).length + 1
    const full = formatSignInMessage({ ...message, statement: 'x'.repeat(longest) })
    expect(full).toHaveLength(1_061)
    expect(await verify(full, claimOf(memo(full)), accepted)).toBe(yes)
    const long = formatSignInMessage({ ...message, statement: 'x'.repeat(longest + 1) })
    expect(await verify(long, claimOf(memo(full)), accepted)).toBe('signature')
    expect(await verify(long, sign(long), accepted)).toBe(yes)
  })

  test('is for solana alone', async () => {
    const evm = formatSignInMessage({
      ...message,
      chainId: 'eip155:1',
      accountAddress: `0x${'11'.repeat(20)}`,
    })
    const expected = { origins: ['https://shop.example:8443'], nonce, chains: ['eip155:1'] as const, now }
    expect(await verify(evm, claimOf(memo(evm)), { ...accepted, expected })).toBe('signature')
  })
})
