/** Hosted sign-in with keys of Bitcoin, signed as old wallets do (BIP-137); BIP-322 is tested in the server kit. */
import { createHash } from 'node:crypto'
import { postSignIn } from 'latchkey/services'
import * as v from 'valibot'
import { sign } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { openPage, type Page, shop, switchOn } from './page.fixture.ts'

const now = () => Date.UTC(2026, 10, 28, 9)
const main = 'bip122:000000000019d6689c085ae165831e93'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
/** The P2WPKH addresses of a key of 32 sevens, and the one of 32 eights. */
const [address, onRegtest, stranger] = [
  'bc1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j29e5za5',
  'bcrt1q50rtrmj2f8vl9tem8qpfw36ylw5jg9j2dkku3w',
  'bc1qrnl0x4c644dlzct5a8fej29drft3va5n8yh883',
] as const

let app: TestApp
let page: Page
beforeAll(async () => {
  app = await openApp({ RATE_LIMIT_PER_SECOND: '100000', RATE_LIMIT_BURST: '100000' }, { now })
  await app.addProject('shop', [shop])
  await switchOn(app)
  page = await openPage(app, { now })
})
afterAll(() => app.close())

const twice = (bytes: Uint8Array): Buffer =>
  createHash('sha256').update(createHash('sha256').update(bytes).digest()).digest()

async function signText(message: string): Promise<string> {
  const text = Buffer.from(message)
  const count = text.length < 253 ? [text.length] : [253, text.length & 255, text.length >> 8]
  const magic = Buffer.from('\x18Bitcoin Signed Message:\n')
  const hash = `0x${twice(Buffer.concat([magic, Buffer.from(count), text])).toString('hex')}` as const
  const { r, s, yParity = 0 } = await sign({ hash, privateKey: `0x${'07'.repeat(32)}` })
  // 39 to 42 say P2WPKH.
  const bytes = [Buffer.from([39 + yParity]), Buffer.from(r.slice(2), 'hex'), Buffer.from(s.slice(2), 'hex')]
  return Buffer.concat(bytes).toString('base64')
}

async function signIn(change: Parameters<Page['sign']>[0], text?: (message: string) => string) {
  const { data, message } = await page.sign(change)
  const signature = await signText(text ? text(message) : message)
  const response = await page.post('verify', { data, message, signature })
  return { status: response.status, body: (await response.json()) as unknown }
}

it.each([
  [main, address],
  [regtest, onRegtest],
] as const)('gives a session on %s', async (chainId, accountAddress) => {
  const { status, body } = await signIn({ accountAddress, chainId })
  expect(status).toBe(200)
  expect(v.parse(postSignIn.response, body).session).toMatchObject({ address: accountAddress, chainId })
})

it('shows an address in capital letters in small ones', async () => {
  const { body } = await signIn({ accountAddress: address.toUpperCase(), chainId: main })
  expect(v.parse(postSignIn.response, body).session.address).toBe(address)
})

it.each([
  ['another account', { accountAddress: stranger, chainId: main }, undefined],
  ['another text', { accountAddress: address, chainId: main }, (text: string) => `${text} `],
  ['an address of another network', { accountAddress: onRegtest, chainId: main }, undefined],
  ['an address that is none', { accountAddress: `${address.slice(0, -1)}q`, chainId: main }, undefined],
] as const)('refuses %s', async (_what, change, text) => {
  expect(await signIn(change, text)).toEqual({
    status: 401,
    body: expect.objectContaining({ code: 'SIGN_IN_INVALID' }),
  })
})
