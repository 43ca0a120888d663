/** The client that dapps of Stacks use, in a real browser, with our simulated wallets of Leather's and Xverse's shape. */
import { stacksTestAccounts } from '@latchkey/testing'
import type { Page } from '@playwright/test'
import { type SignInVerdict, verifySignIn } from 'latchkey/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type OpenClient, openClient } from './openClient.ts'

const [first] = stacksTestAccounts as [(typeof stacksTestAccounts)[0]]
const bitcoinRow = { address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', publicKey: first.publicKey }

/** The page: the client finds the wallet by its own means, and asks it. */
const source = `
  import { disconnect, getLocalStorage, isConnected, request, setSelectedProviderId } from '@stacks/connect'
  import { createSimulatedStacksWallet } from '@latchkey/testing'
  Object.assign(window, {
    openWallet(options, path) {
      const wallet = createSimulatedStacksWallet({ memory: false, ...options })
      wallet.announce()
      setSelectedProviderId(path)
      window.wallet = wallet
    },
    ask: (method, params) =>
      request(method, params).then(
        result => ({ result, stored: getLocalStorage(), isConnected: isConnected() }),
        error => ({ code: error.code, name: error.name, isConnected: isConnected() }),
      ),
    disconnect,
    methods: () => window.wallet.control.requests.map(({ method }) => method),
  })
`

interface ClientWindow {
  openWallet(options: object, path: string): void
  ask(method: string, params?: object): Promise<Readonly<Record<string, unknown>>>
  methods(): string[]
  wallet: { control: { setMode(mode: string): void } }
}

let client: OpenClient
let page: Page
beforeAll(async () => {
  client = await openClient({ peers: 'stacks', source })
})
afterAll(async () => {
  await client?.close()
})
beforeEach(async () => {
  page = await (await client.browser.newContext()).newPage()
  await page.goto(client.url)
})
afterEach(() => page.context().close())

const ask = (method: string, params?: object) =>
  page.evaluate(([name, more]) => (window as unknown as ClientWindow).ask(name, more), [method, params] as [
    string,
    object | undefined,
  ])

async function verify(message: string, signature: unknown): Promise<SignInVerdict> {
  return verifySignIn({
    message,
    signature: String(signature),
    expected: {
      origins: ['https://shop.example'],
      nonce: 'n0nceN0nceN0nceN0nceN0nce',
      chains: ['stacks:1'],
      now: Date.parse('2026-11-28T12:00:00.000Z'),
    },
  })
}
const text = [
  'shop.example wants you to sign in with your Stacks account:',
  first.address,
  '',
  '',
  'URI: https://shop.example/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: n0nceN0nceN0nceN0nceN0nce',
  'Issued At: 2026-11-28T12:00:00.000Z',
].join('\n')

describe.each([
  {
    shape: 'leather',
    path: 'LeatherProvider',
    others: [{ ...bitcoinRow, symbol: 'BTC', type: 'p2wpkh' }],
    connects: 'getAddresses',
  },
  {
    shape: 'xverse',
    path: 'XverseProviders.BitcoinProvider',
    others: [{ ...bitcoinRow, purpose: 'payment', addressType: 'p2wpkh' }],
    connects: 'wallet_connect',
  },
])('@stacks/connect with a wallet of the shape of $shape', ({ shape, path, others, connects }) => {
  beforeEach(() =>
    page.evaluate(([options, at]) => (window as unknown as ClientWindow).openWallet(options, at), [
      { name: 'Simulated', shape, others },
      path,
    ] as [object, string]),
  )

  test('connects with one prompt for both chains', async () => {
    const answer = await ask('getAddresses')
    expect(answer).toMatchObject({
      isConnected: true,
      result: { addresses: [{ address: bitcoinRow.address }, { address: first.address }] },
      stored: { addresses: { stx: [{ address: first.address }], btc: [{ address: bitcoinRow.address }] } },
    })
    expect(await page.evaluate(() => (window as unknown as ClientWindow).methods())).toEqual([connects])
  })

  test('has a sign-in text signed that the server verifies', async () => {
    await ask('getAddresses')
    const { result } = await ask('stx_signMessage', { message: text, publicKey: first.publicKey })
    const { signature, publicKey } = result as { signature: string; publicKey: string }
    expect(publicKey).toBe(first.publicKey)
    expect(await verify(text, signature)).toMatchObject({ valid: true, address: first.address })
    expect(await verify(`${text}0`, signature)).toMatchObject({ valid: false })
  })

  test('reads the visitor’s no by its number', async () => {
    await page.evaluate(() => (window as unknown as ClientWindow).wallet.control.setMode('reject'))
    expect(await ask('getAddresses')).toEqual({ code: -32_000, name: 'JsonRpcError', isConnected: false })
  })

  test('reads that a method is not there', async () => {
    expect(await ask('stx_transferStx', { recipient: first.address, amount: 1 })).toMatchObject({
      code: -32_601,
    })
  })
})
