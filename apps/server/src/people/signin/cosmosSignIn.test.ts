/** Hosted sign-in on chains whose addresses the services know by their own table, or by the operator's CHAINS. */
import { createHash } from 'node:crypto'
import { hexToBytes, ripemd160, sha256, toHex } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type TestApp } from '../../app.fixture.ts'
import { openPage, type Page, shop, switchOn } from './page.fixture.ts'

const now = () => Date.UTC(2026, 10, 28, 9)
const privateKey = toHex(7, { size: 32 })
const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'

/** BIP-173, for an account of 20 bytes. */
function bech32(prefix: string, bytes: Uint8Array): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('')
  const words = (bits.match(/.{5}/g) ?? []).map(word => Number.parseInt(word, 2))
  const codes = [...prefix].map(each => each.charCodeAt(0))
  const head = [...codes.map(code => code >> 5), 0, ...codes.map(code => code & 31)]
  const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  let sum = 1
  for (const value of [...head, ...words, 0, 0, 0, 0, 0, 0]) {
    const top = sum >> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [at, generator] of generators.entries()) if ((top >> at) & 1) sum ^= generator
  }
  const check = Array.from({ length: 6 }, (_, at) => ((sum ^ 1) >> (5 * (5 - at))) & 31)
  return `${prefix}1${[...words, ...check].map(word => alphabet[word]).join('')}`
}

const { publicKey } = privateKeyToAccount(privateKey)
const point = hexToBytes(publicKey)
const compressed = Uint8Array.of(2 + ((point[64] ?? 0) & 1), ...point.subarray(1, 33))
const own = ripemd160(sha256(compressed, 'bytes'), 'bytes')

async function signText(address: string, text: string): Promise<string> {
  const data = Buffer.from(text).toString('base64')
  const document = `{"account_number":"0","chain_id":"","fee":{"amount":[],"gas":"0"},"memo":"","msgs":[{"type":"sign/MsgSignData","value":{"data":"${data}","signer":"${address}"}}],"sequence":"0"}`
  const hash = `0x${createHash('sha256').update(document).digest('hex')}` as const
  const { r, s } = await sign({ hash, privateKey })
  return Buffer.from(r.slice(2).padStart(64, '0') + s.slice(2).padStart(64, '0'), 'hex').toString('base64')
}

let app: TestApp
let page: Page
beforeAll(async () => {
  const described = {
    name: 'Elm',
    nativeCurrency: { name: 'Elm', symbol: 'ELM', decimals: 6 },
    format: { prefix: 'elm', denom: 'uelm' },
  }
  app = await openApp({ CHAINS: JSON.stringify({ 'cosmos:elm-1': described }) }, { now })
  await app.addProject('shop', [shop])
  await switchOn(app)
  page = await openPage(app, { now })
})
afterAll(() => app.close())

describe('a sign-in with a key of Cosmos', () => {
  it.each([
    ['on a chain of our own table', 'cosmos:cosmoshub-4', 'cosmos', 200],
    ['on a chain of CHAINS', 'cosmos:elm-1', 'elm', 200],
    ['with the prefix of another chain', 'cosmos:elm-1', 'cosmos', 401],
    ['on a chain that is in neither', 'cosmos:fir-1', 'fir', 401],
  ] as const)('%s', async (_what, chainId, prefix, status) => {
    const accountAddress = bech32(prefix, own)
    const { data, message } = await page.sign({ accountAddress, chainId })
    const signature = await signText(accountAddress, message)
    const response = await page.post('verify', { data, message, signature })
    expect(response.status).toBe(status)
    if (status === 200)
      expect(await response.json()).toMatchObject({ session: { address: accountAddress, chainId } })
  })

  it.each([
    ['a prefix that is none', { prefix: 'Elm' }],
    ['a number that no prefix is', { prefix: 70_000 }],
    ['keys that are none', { prefix: 'elm', keys: 'ed25519' }],
    ['a member that there is not', { prefix: 'elm', hash: 'sha256' }],
  ])('CHAINS with %s is refused', async (_what, format) => {
    const chain = { name: 'Elm', nativeCurrency: { name: 'Elm', symbol: 'ELM', decimals: 6 }, format }
    await expect(openApp({ CHAINS: JSON.stringify({ 'cosmos:elm-1': chain }) }, { now })).rejects.toThrow(
      'CHAINS',
    )
  })
})
