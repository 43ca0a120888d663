import { formatSignInMessage, type SignInMessage } from 'latchkey/contract'
import { expect, test } from 'vitest'
import { judgeSignIn } from './judgeSignIn.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const page = { host: 'https://shop.example', account } as const
const message: SignInMessage = {
  domain: 'shop.example',
  accountAddress: account,
  uri: 'https://shop.example/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-11-21T08:00:00.000Z',
}
const text = formatSignInMessage(message)

test('accepts a sign-in at the requesting page (T37)', () => {
  expect(judgeSignIn(text, page)).toEqual({ is: 'here', message })
  const withScheme = { ...message, scheme: 'https' }
  expect(judgeSignIn(formatSignInMessage(withScheme), page)).toMatchObject({ is: 'here' })
})

test.each<readonly [string, string, string | undefined]>([
  ['another domain', formatSignInMessage({ ...message, domain: 'evil.example' }), 'evil.example'],
  [
    'a name under the domain',
    formatSignInMessage({ ...message, domain: 'a.shop.example' }),
    'a.shop.example',
  ],
  ['another port', formatSignInMessage({ ...message, domain: 'shop.example:8443' }), 'shop.example:8443'],
  ['another scheme', formatSignInMessage({ ...message, scheme: 'http' }), 'shop.example'],
  ['a URI elsewhere', formatSignInMessage({ ...message, uri: 'https://evil.example/' }), 'shop.example'],
  [
    'somebody else’s address',
    formatSignInMessage({ ...message, accountAddress: `0x${'1'.repeat(40)}` }),
    'shop.example',
  ],
  ['a line too much', `${text}\nBalance: 5`, 'shop.example'],
  ['other spaces', text.replace(' wants you', '\u00a0wants\u2003you'), undefined],
  ['hidden letters', text.replace('sign in', 'sign\u200b in'), undefined],
  ['wide letters', text.replace('wants you', 'ｗａｎｔｓ ｙｏｕ'), undefined],
  ['other line ends', text.replaceAll('\n', '\r\n'), 'shop.example'],
  ['words before it', `Hello!\n${text}`, undefined],
])('refuses it with %s (T37)', (_name, given, site) => {
  const judged = judgeSignIn(given, page)
  expect(judged.is).toBe('foreign')
  if (site !== undefined) expect(judged).toMatchObject({ site })
})

test.each(['Hello', '', 'I want you to sign this', '{"types":{}}'])(
  'does not take %j for a sign-in',
  given => {
    expect(judgeSignIn(given, page)).toEqual({ is: 'other' })
  },
)
