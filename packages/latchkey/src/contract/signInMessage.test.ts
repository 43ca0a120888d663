import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import { growthOf, linearGrowth } from '../../../testing/src/fixtures/growthOf.ts'
import type { CaipNetworkId } from './caip.ts'
import { fuzzSignInMessage } from './conformance/fuzzSignInMessage.ts'
import { isLatchkeyError } from './error.ts'
import { longestSignInMessage, parseSignInMessage, parseSignInTime } from './parseSignInMessage.ts'
import { formatSignInMessage, type SignInMessage } from './signInMessage.ts'

const message: SignInMessage = {
  domain: 'shop.example',
  accountAddress: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  statement: "I accept the shop's terms: https://shop.example/terms",
  uri: 'https://shop.example/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: '32891756abcdefghijklmn',
  issuedAt: '2026-11-20T12:00:00Z',
  resources: [
    'ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/',
    'https://shop.example/claim.json',
  ],
}
const text = `shop.example wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

I accept the shop's terms: https://shop.example/terms

URI: https://shop.example/login
Version: 1
Chain ID: 1
Nonce: 32891756abcdefghijklmn
Issued At: 2026-11-20T12:00:00Z
Resources:
- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/
- https://shop.example/claim.json`

const { statement: _, resources: __, ...bare } = message
const change = (from: string | RegExp, to: string) => text.replace(from, to)

describe('T25 the text of EIP-4361', () => {
  test('is written as it stands in the standard, and read back', () => {
    expect(formatSignInMessage(message)).toBe(text)
    expect(parseSignInMessage(text)).toEqual(message)
  })

  test('without a statement two empty lines stay', () => {
    const short = formatSignInMessage(bare)
    expect(short).toContain('Cc2\n\n\nURI: ')
    expect(parseSignInMessage(short)).toEqual(bare)
  })

  test('with everything it is the one that another library writes', () => {
    const all = {
      ...message,
      scheme: 'https',
      expirationTime: '2026-11-21T12:00:00.000Z',
      notBefore: '2026-11-20T11:00:00.000Z',
      requestId: 'some-id~1',
      issuedAt: '2026-11-20T12:00:00.000Z',
    }
    const { accountAddress, chainId: _chain, issuedAt, expirationTime, notBefore, resources, ...same } = all
    expect(formatSignInMessage(all)).toBe(
      createSiweMessage({
        ...same,
        version: '1',
        address: accountAddress as `0x${string}`,
        chainId: 1,
        issuedAt: new Date(issuedAt),
        expirationTime: new Date(expirationTime),
        notBefore: new Date(notBefore),
        resources: [...(resources ?? [])],
      }),
    )
    expect(parseSignInMessage(formatSignInMessage(all))).toEqual(all)
  })

  test.each([
    ['an empty list of resources', { ...bare, resources: [] }],
    ['an empty request id', { ...bare, requestId: '' }],
    ['an address in one case', { ...bare, accountAddress: `0x${'a'.repeat(40)}` }],
    ['a user in the domain', { ...bare, domain: 'me@127.0.0.1:80' }],
    ['an IPv6 domain', { ...bare, domain: '[2001:db8::7]:443', uri: 'https://[2001:db8::7]/' }],
    ['a time with an offset', { ...bare, issuedAt: '2026-11-20T12:00:00.123456+05:30' }],
    ['a leap day', { ...bare, issuedAt: '2028-02-29T00:00:00Z' }],
    ['a statement that looks like a field', { ...bare, statement: 'URI: https://evil.example' }],
    ['a statement that is a space', { ...bare, statement: ' ' }],
    ['a DID as URI', { ...bare, uri: 'did:key:z6Mkf', resources: ['did:example:1', 'urn:recap:e30'] }],
    ['a long nonce', { ...bare, nonce: 'a'.repeat(300) }],
  ] as const)('takes %s', (_name, each) => {
    expect(parseSignInMessage(formatSignInMessage(each))).toEqual(each)
  })

  test.each([
    ['nothing', ''],
    ['a line break at the end', `${text}\n`],
    ['a line break before', `\n${text}`],
    ['Windows line breaks', text.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${text}`],
    ['no domain', change('shop.example wants', ' wants')],
    ['a path in the domain', change('shop.example wants', 'shop.example/x wants')],
    ['a space in the domain', change('shop.example wants', 'shop .example wants')],
    ['a letter beyond ASCII in the domain', change('shop.example wants', 'ѕhop.example wants')],
    ['a scheme that is none', change('shop.example wants', '1x://shop.example wants')],
    ['a chain’s name in capitals', change('Ethereum', 'ETHEREUM')],
    ['a namespace as name', change('Ethereum', 'Eip155')],
    ['an address that is too short', change('0xC02', '0xC0')],
    ['an address without 0x', change('0xC02a', 'C02a')],
    ['an address with 0X', change('0xC02a', '0XC02a')],
    ['an address that is a name', change(/0xC02\w+/, 'alice.eth')],
    ['a line break in the statement', change('terms:', 'terms:\n')],
    ['two lines of statement', change('terms\n\nURI', 'terms\nmore\n\nURI')],
    ['a quotation mark in the statement', change('terms:', '"terms":')],
    ['a letter beyond ASCII in the statement', change('accept', 'áccept')],
    ['a separator of lines in the statement', change('accept', 'a\u2028ccept')],
    ['an empty statement', change(/I accept.*/, '')],
    ['no empty line after the address', change('Cc2\n\n', 'Cc2\n')],
    ['a statement without an empty line after it', change('terms\n\nURI', 'terms\nURI')],
    ['no URI', change(/URI: .*\n/, '')],
    ['a URI that is a path', change('URI: https://shop.example/login', 'URI: /login')],
    ['a URI with a space', change('/login', '/log in')],
    ['a URI with half an escape', change('/login', '/log%2')],
    ['a URI with two fragments', change('/login', '/#a#b')],
    ['version 2', change('Version: 1', 'Version: 2')],
    ['version 1.0', change('Version: 1', 'Version: 1.0')],
    ['no version', change('Version: 1\n', '')],
    ['a chain that is no number', change('Chain ID: 1', 'Chain ID: 0x1')],
    ['a chain with its namespace', change('Chain ID: 1', 'Chain ID: eip155:1')],
    ['no chain', change('Chain ID: 1\n', '')],
    ['a nonce of 7', change(/Nonce: .*/, 'Nonce: abcdefg')],
    ['a nonce with a hyphen', change(/Nonce: .*/, 'Nonce: abcdefgh-1')],
    ['no nonce', change(/Nonce: .*\n/, '')],
    ['a nonce twice', change(/(Nonce: .*\n)/, '$1$1')],
    ['fields in another order', change(/(Version: 1)\n(Chain ID: 1)/, '$2\n$1')],
    ['a label in another case', change('Nonce: ', 'nonce: ')],
    ['a space too many', change('Nonce: ', 'Nonce:  ')],
    ['no time', change(/Issued At: .*\n/, '')],
    ['a time that is a word', change(/Issued At: .*/, 'Issued At: now')],
    ['a time of seconds', change(/Issued At: .*/, 'Issued At: 1795000000')],
    ['a time without zone', change('12:00:00Z', '12:00:00')],
    ['a month 13', change('2026-11-20', '2026-13-20')],
    ['a 30 February', change('2026-11-20', '2026-02-30')],
    ['a 29 February of no leap year', change('2026-11-20', '2026-02-29')],
    ['hour 24', change('12:00:00Z', '24:00:00Z')],
    ['a request id with a space', change('\nResources', '\nRequest ID: a b\nResources')],
    [
      'an expiry after not-before',
      change(
        '\nResources',
        '\nNot Before: 2026-11-20T12:00:00Z\nExpiration Time: 2026-11-20T12:00:00Z\nResources',
      ),
    ],
    ['resources without a hyphen', change('\n- ipfs', '\nipfs')],
    ['a resource that is no URI', change('- ipfs://', '- just words ')],
    ['an empty line among resources', change('\n- https', '\n\n- https')],
    ['something after the resources', `${text}\nRequest ID: 1`],
    ['a word after the fields', change('Resources:', 'Something: else\nResources:')],
    ['too much', `${text}\n- https://shop.example/${'x'.repeat(longestSignInMessage)}`],
  ])('refuses %s', (_name, each) => {
    expect(each === text).toBe(false)
    expect(parseSignInMessage(each)).toBeUndefined()
  })

  test('refuses a value that is no text', () => {
    for (const each of [undefined, null, 1, {}, [text]])
      expect(parseSignInMessage(each as string)).toBeUndefined()
  })

  test('is never written with what would not be read: a host learns it at once', () => {
    const wrong = [
      { statement: 'Hello\nURI: https://evil.example' },
      { statement: 'Grüße' },
      { statement: '' },
      { uri: 'https://shop.example/\nNonce: 12345678' },
      { nonce: 'abcdefgh\n' },
      { requestId: 'ü' },
      { resources: ['https://a.example\n- https://b.example'] },
    ]
    for (const each of wrong) {
      expect(() => formatSignInMessage({ ...message, ...each })).toThrow(/Invalid configuration/)
      try {
        formatSignInMessage({ ...message, ...each })
      } catch (error) {
        expect(isLatchkeyError(error, 'CONFIG_INVALID')).toBe(true)
      }
    }
  })

  test('some thousand texts, whole and damaged: read as they were written, or not at all', () => {
    fuzzSignInMessage(4_000)
  })

  test('a hostile text costs no more than its length', () => {
    const texts: readonly ((length: number) => string)[] = [
      length => 'a'.repeat(length),
      length => ` ${'a'.repeat(length)}`,
      length => `${'a'.repeat(length)} wants you to sign in with your Ethereum account:`,
      length => '\n'.repeat(length),
      length => change('/login', `/${'%41'.repeat(length / 3)}%4`),
    ]
    for (const text of texts) {
      expect(parseSignInMessage(text(9_000))).toBeUndefined()
      expect(growthOf(length => parseSignInMessage(text(length)), 560)).toBeLessThan(linearGrowth)
    }
  })
})

describe('the texts of other namespaces', () => {
  const own = { ...bare, accountAddress: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1' }

  test('Sign In With Solana names the cluster, and leaves one empty line where nothing is stated', () => {
    const solana = { ...own, chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' } as const
    const head = `shop.example wants you to sign in with your Solana account:\n${own.accountAddress}\n\n`
    expect(formatSignInMessage(solana)).toMatch(
      `${head}URI: https://shop.example/login\nVersion: 1\nChain ID: mainnet\n`,
    )
    expect(formatSignInMessage({ ...solana, statement: 'Hello.' })).toMatch(`${head}Hello.\n\nURI: `)
    expect(parseSignInMessage(formatSignInMessage(solana))).toEqual(solana)
    expect(parseSignInMessage(formatSignInMessage({ ...solana, statement: 'URI: x' }))?.statement).toBe(
      'URI: x',
    )
    // One chain has one name: the reference instead of it would be a second text for the same thing.
    expect(
      parseSignInMessage(formatSignInMessage(solana).replace('mainnet', solana.chainId.slice(7))),
    ).toBeUndefined()
  })

  describe('the clusters of Solana', () => {
    const [one, other] = ['solana:9Zw6HVRkNu8Bw6F8PuTR8UykxjYhoBHu', 'solana:private-cluster'] as const
    const textOf = (chainId: CaipNetworkId, isChainPrefixed?: true) =>
      formatSignInMessage({ ...own, chainId, ...(isChainPrefixed && { isChainPrefixed }) })
    const chainLine = (text: string) => /^Chain ID: (.*)$/m.exec(text)?.[1]

    test.each([
      ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'mainnet'],
      ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'devnet'],
      ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'testnet'],
      [one, 'localnet'],
      [other, 'localnet'],
      ['solana:localnet', 'localnet'],
      // Wallet Standard's names are not CAIP-2: the chain behind them is not mainnet.
      ['solana:mainnet', 'localnet'],
    ] as const)('%s is %s, with and without the namespace before it', (chainId, name) => {
      for (const isChainPrefixed of [undefined, true] as const) {
        const text = textOf(chainId, isChainPrefixed)
        expect(chainLine(text)).toBe(isChainPrefixed ? `solana:${name}` : name)
        expect(parseSignInMessage(text, [chainId])).toEqual({
          ...own,
          chainId,
          ...(isChainPrefixed && { isChainPrefixed }),
        })
      }
    })

    test('a private one is the only one of those asked for that has no name of its own', () => {
      const text = textOf(one)
      const chainOf = (chains?: readonly CaipNetworkId[]) => parseSignInMessage(text, chains)?.chainId
      expect(chainOf()).toBe('solana:localnet')
      expect(chainOf([])).toBe('solana:localnet')
      expect(chainOf(['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])).toBe('solana:localnet')
      expect(chainOf(['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', other, other])).toBe(other)
      expect(chainOf([one, other])).toBe('solana:localnet')
      const main = textOf('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
      expect(parseSignInMessage(main, [one])?.chainId).toBe('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
    })

    test.each([
      ['a reference', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      ['a private reference', one.slice(7)],
      ['a name in capitals', 'Mainnet'],
      ['a name with more', 'mainnet-beta'],
      ['another namespace before it', 'sui:mainnet'],
      ['the namespace in capitals', 'Solana:mainnet'],
      ['the namespace twice', 'solana:solana:mainnet'],
      ['the namespace alone', 'solana:'],
      ['a reference with its namespace', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
      ['nothing', ''],
      ['a name of an object', 'constructor'],
    ])('%s is no name', (_what, name) => {
      const text = textOf(one).replace('Chain ID: localnet', `Chain ID: ${name}`)
      expect(parseSignInMessage(text, [one])).toBeUndefined()
    })

    test('no other namespace may stand before its chain', () => {
      for (const chainId of ['eip155:1', 'cosmos:cosmoshub-4'] as const) {
        const address = chainId === 'eip155:1' ? bare.accountAddress : own.accountAddress
        const text = formatSignInMessage({ ...own, accountAddress: address, chainId, isChainPrefixed: true })
        expect(chainLine(text)).toBe(chainId.slice(chainId.indexOf(':') + 1))
        expect(
          parseSignInMessage(text.replace('Chain ID: ', `Chain ID: ${chainId.split(':')[0]}:`)),
        ).toBeUndefined()
      }
    })
  })

  test.each<[chainId: CaipNetworkId, name: string, accountAddress: string]>([
    ['bip122:000000000019d6689c085ae165831e93', 'Bitcoin', 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'],
    ['cosmos:cosmoshub-4', 'Cosmos', 'cosmos1cyyzpxplxdzkeea7kwsydadg87357qnalx9dqz'],
    [
      'polkadot:91b171bb158e2d3848fa23a9f1c25182',
      'Polkadot',
      '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
    ],
    ['sui:mainnet', 'Sui', `0x${'1a'.repeat(32)}`],
    ['stacks:1', 'Stacks', 'SP1THWXQ8368SDN2MJGE4BMDKMCHZ2GSVTS1X0BPM'],
    ['tron:27Lqcw', 'Tron', own.accountAddress],
  ])('CAIP-122 of %s', (chainId, name, accountAddress) => {
    const written = formatSignInMessage({ ...own, chainId, accountAddress })
    expect(written).toContain(`with your ${name} account:\n${accountAddress}\n\n\nURI: `)
    expect(written).toContain(`\nChain ID: ${chainId.slice(chainId.indexOf(':') + 1)}\n`)
    expect(parseSignInMessage(written)).toEqual({ ...own, chainId, accountAddress })
  })
})

test('T26 times are RFC 3339 and nothing else', () => {
  expect(parseSignInTime('1970-01-01T00:00:01Z')).toBe(1_000)
  expect(parseSignInTime('1970-01-01t01:00:00+01:00')).toBe(0)
  expect(parseSignInTime('2026-06-31T00:00:00Z')).toBeUndefined()
  expect(parseSignInTime('2026-06-30T23:59:60Z')).toBeUndefined()
  expect(parseSignInTime('2026-06-30 23:59:00Z')).toBeUndefined()
})
