/** T25: the parser beside EIP-4361's grammar, written a second time as one expression, over true and damaged texts. */

import fc from 'fast-check'
import { expect } from 'vitest'
import { namespaceOf } from '../caip.ts'
import { parseSignInMessage } from '../parseSignInMessage.ts'
import { formatSignInMessage, type SignInMessage } from '../signInMessage.ts'

const pchar = "(?:[A-Za-z0-9\\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f]{2})"
const h16 = '[0-9A-Fa-f]{1,4}'
const ip6 = `(?:(?:${h16}:){7}${h16}|(?:${h16}:){1,7}:|::(?:${h16}:){0,6}${h16}|${h16}(?::${h16}){0,5}::${h16}(?::${h16}){0,4}|::)`
const authority = `(?:(?:[A-Za-z0-9\\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*@)?(?:\\[${ip6}\\]|(?:[A-Za-z0-9\\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2})*)(?::\\d*)?`
const tail = `(?:\\?(?:${pchar}|[/?])*)?(?:#(?:${pchar}|[/?])*)?`
const uri = `[A-Za-z][A-Za-z0-9+.-]*:(?://${authority}(?:/${pchar}*)*|/(?:${pchar}+(?:/${pchar}*)*)?|${pchar}+(?:/${pchar}*)*|)${tail}`
const time =
  '\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])[Tt](?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)'
const grammar = new RegExp(
  `^(?:[A-Za-z][A-Za-z0-9+.-]*://)?(?=[^ ])${authority} wants you to sign in with your Ethereum account:\n` +
    `0x[0-9a-fA-F]{40}\n\n(?:[A-Za-z0-9\\-._~:/?#[\\]@!$&'()*+,;= ]+\n)?\nURI: ${uri}\nVersion: 1\nChain ID: \\d+\n` +
    `Nonce: [A-Za-z0-9]{8,}\nIssued At: ${time}(?:\nExpiration Time: ${time})?(?:\nNot Before: ${time})?` +
    `(?:\nRequest ID: ${pchar}*)?(?:\nResources:(?:\n- ${uri})*)?$`,
)

/** Whether the grammar, as this file has it, allows the text. */
function isAllowed(text: string): boolean {
  return grammar.test(text)
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const word = (characters: string, minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...characters), { minLength, maxLength }).map(list => list.join(''))
const date = fc
  .date({ min: new Date(0), max: new Date('2199-12-31'), noInvalidDate: true })
  .map(each => each.toISOString())
const address = fc
  .tuple(
    fc.constantFrom(
      'https://shop.example/login',
      'https://a.example:8443/x?y=z#w',
      'ipfs://bafy/1',
      'urn:recap:eyJh',
      'mailto:a@b.example',
      'http://[::1]:3000/',
      'x:/p',
    ),
    word("abc/?-._~!$&'()*+,;=:@", 0, 12),
  )
  .map(([base, more]) => (base.includes('#') || base === 'http://[::1]:3000/' ? base : base + more))

/** Addresses in the form of namespaces that name one. */
const addresses: Readonly<Record<string, string>> = {
  bip122: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  cosmos: 'cosmos1cyyzpxplxdzkeea7kwsydadg87357qnalx9dqz',
  stacks: 'SP1THWXQ8368SDN2MJGE4BMDKMCHZ2GSVTS1X0BPM',
}
const named = (message: SignInMessage): SignInMessage => {
  const accountAddress = addresses[namespaceOf(message.chainId)] ?? message.accountAddress
  return { ...message, accountAddress }
}

/** A message of each form; `solana` and the others differ from EIP-4361 in their head and chain. */
const signInMessages: fc.Arbitrary<SignInMessage> = fc
  .record(
    {
      domain: fc.constantFrom(
        'shop.example',
        'a.b.example:8443',
        '127.0.0.1:3000',
        'localhost',
        '[::1]:80',
        'a%20b',
      ),
      scheme: fc.constantFrom('https', 'http', 'app+x'),
      isChainPrefixed: fc.constant(true as const),
      accountAddress: word('0123456789abcdefABCDEF', 40, 40).map(hex => `0x${hex}`),
      statement: word(`${letters} -._~:/?#[]@!$&'()*+,;=`, 1, 80),
      uri: address,
      version: fc.constant('1'),
      chainId: fc.oneof(
        fc.nat().map(id => `eip155:${id}` as const),
        fc.constantFrom(
          'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const,
          'solana:localnet' as const,
          'cosmos:cosmoshub-4' as const,
          'bip122:000000000019d6689c085ae165831e93' as const,
          'stacks:1' as const,
          'tron:1' as const,
        ),
      ),
      nonce: word(letters, 8, 40),
      issuedAt: date,
      expirationTime: date,
      notBefore: date,
      requestId: word(`${letters}-._~!$&'()*+,;=:@`, 0, 20),
      resources: fc.array(address, { maxLength: 4 }),
    },
    {
      requiredKeys: ['domain', 'accountAddress', 'uri', 'version', 'chainId', 'nonce', 'issuedAt'],
      noNullPrototype: true,
    },
  )
  .map(named)

/** What damages a text: line breaks, look-alikes, labels a second time, and whatever else. */
const splinters = fc.oneof(
  fc.constantFrom(
    '\n',
    '\r\n',
    '\r',
    '\u2028',
    ' ',
    '\t',
    '\0',
    '%',
    '%zz',
    '#',
    '[',
    '\\',
    '"',
    'é',
    'а',
    '\u200b',
  ),
  fc.constantFrom(
    '\nNonce: aaaaaaaa',
    '\nURI: https://evil.example',
    '\n\n',
    'Version: 1\n',
    '\n- x:y',
    '\nResources:',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)

const damagedTexts: fc.Arbitrary<string> = fc
  .tuple(
    signInMessages,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), splinters), { minLength: 1, maxLength: 3 }),
  )
  .map(([message, damages]) =>
    damages.reduce((text, [place, removed, added]) => {
      const at = place % (text.length + 1)
      return text.slice(0, at) + added + text.slice(at + removed)
    }, formatSignInMessage(message)),
  )

/** Runs both halves: what is written is read back as it was, and what is read is what the grammar allows. */
export function fuzzSignInMessage(numRuns: number): void {
  fc.assert(
    fc.property(signInMessages, message => {
      const { isChainPrefixed, ...plain } = message
      const mayPrefix = message.chainId.startsWith('solana:') && isChainPrefixed
      expect(parseSignInMessage(formatSignInMessage(message))).toEqual(mayPrefix ? message : plain)
    }),
    { numRuns: Math.ceil(numRuns / 2) },
  )
  fc.assert(
    fc.property(damagedTexts, text => {
      const message = parseSignInMessage(text)
      if (message) expect(formatSignInMessage(message)).toBe(text)
      if (message && !text.includes('your Ethereum account:')) return
      // A day that a month has not is the one thing that the expression cannot say.
      if (message === undefined && isAllowed(text)) expect(text).toMatch(/-(?:29|30|31)[Tt]/)
      else expect(isAllowed(text)).toBe(message !== undefined)
    }),
    { numRuns: Math.floor(numRuns / 2) },
  )
}
