/** The client that dapps of Stacks use, in a real browser, with our simulated wallets of Leather's and Xverse's shape. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { stacksTestAccounts } from '@latchkey/testing'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'esbuild'
import { type SignInVerdict, verifySignIn } from 'latchkey/server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chromiumArgs, findShell } from '../../scripts/chromium/chromium.ts'
import { sourceCondition } from '../../scripts/sourceCondition.ts'
import { peerFolder } from './peerFolder.ts'

const root = resolve(import.meta.dirname, '../..')
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

let browser: Browser
let server: Server
let page: Page
beforeAll(async () => {
  const folder = peerFolder('stacks')
  const built = await build({
    stdin: { contents: source, resolveDir: folder },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    conditions: [sourceCondition],
    alias: { '@latchkey/testing': join(root, 'packages/testing/src/index.ts') },
    logLevel: 'silent',
  })
  const script = built.outputFiles[0]?.text ?? ''
  server = createServer(({ url }, answer) => {
    const isScript = url === '/client.js'
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    answer.end(isScript ? script : '<!doctype html><script type="module" src="/client.js"></script>')
  })
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening))
  const executablePath = findShell()
  browser = await chromium.launch({
    args: [...chromiumArgs],
    ...(executablePath !== undefined && { executablePath }),
  })
})
afterAll(async () => {
  await browser?.close()
  server?.close()
})
beforeEach(async () => {
  page = await (await browser.newContext()).newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
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
