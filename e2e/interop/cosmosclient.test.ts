/** Software that we did not write, in a real browser, with our simulated wallet of Keplr's shape, our adapter and our double of a chain. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RunningCosmos, startCosmos } from '@latchkey/devstack'
import { cosmosAddressOf, cosmosTestAccounts } from '@latchkey/testing'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadKeplr, type SignedText } from './loadKeplr.ts'
import { type OpenClient, openClient } from './openClient.ts'

const [ada, bob] = cosmosTestAccounts.map(account => ({
  cosmos: cosmosAddressOf(account, { prefix: 'cosmos' }),
  inj: cosmosAddressOf(account, { prefix: 'inj', keys: 'ethsecp256k1' }),
}))
if (!ada || !bob) throw new Error('The wallet has no accounts')

/** The page: the adapter finds the wallet, connects it and signs; CosmJS sends by the wallet's own signer. */
const source = `
  import { SigningStargateClient } from '@cosmjs/stargate'
  import { createSimulatedCosmosWallet } from '@latchkey/testing'
  import { cosmos } from 'latchkey/cosmos'

  const { signal } = new AbortController()
  const chains = [{ id: 'ironwood-1', prefix: 'cosmos' }, { id: 'injective-1', prefix: 'inj', keys: 'ethsecp256k1' }]
  const wallet = createSimulatedCosmosWallet({ name: 'Keplr', memory: false, chains })
  const found = []
  const descriptor = cosmos()
  await descriptor.discover(window, { announced: true, injected: true }, each => found.push(each))
  const adapter = await descriptor.load()

  Object.assign(window, {
    async sign(network, message) {
      const [{ info, provider }] = found
      const { accounts } = await adapter.connect(provider, { silent: false, networks: [network], signal })
      const [{ caip10, publicKey }] = accounts
      const signature = await adapter.abilities(provider).signMessage({ account: caip10, message })
      return { name: info.name, signer: caip10.split(':')[2], publicKey, signature }
    },
    async send(url, to, amount) {
      const signer = wallet.keplr.getOfflineSigner('ironwood-1')
      const client = await SigningStargateClient.connectWithSigner(url, signer, { broadcastPollIntervalMs: 20 })
      const [{ address }] = await signer.getAccounts()
      const fee = { amount: [{ denom: 'uatom', amount: '500' }], gas: '100000' }
      const { code } = await client.sendTokens(address, to, [{ denom: 'uatom', amount }], fee)
      return { address, code, methods: wallet.control.requests.map(({ method }) => method) }
    },
    async balance(network, address) {
      const rpc = async (_method, [path]) => (await fetch(network.rpcUrls.default.http[0] + path)).json()
      return String(await adapter.nativeBalance(rpc, address, network))
    },
  })
  document.title = 'ready'
`

interface ClientWindow {
  sign(
    network: object,
    message: string,
  ): Promise<Omit<SignedText, 'text' | 'keys'> & { readonly name: string }>
  send(url: string, to: string, amount: string): Promise<unknown>
  balance(network: object, address: string): Promise<string>
}

let client: OpenClient
let page: Page
let ironwood: RunningCosmos
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-ironwood-'))
  ironwood = await startCosmos({ port: 0, dataFolder: folder, automine: true })
  client = await openClient({
    peers: 'cosmos',
    source,
    modules: { 'latchkey/cosmos': 'packages/latchkey/src/cosmos.ts' },
  })
  page = await (await client.browser.newContext()).newPage()
  await page.goto(client.url)
  await page.waitForFunction(() => document.title === 'ready')
})
afterAll(async () => {
  await client?.close()
  await ironwood?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const url = () => `http://127.0.0.1:${ironwood.port}`
const networkOf = (id: string, format: object) => ({
  chainNamespace: 'cosmos',
  caipNetworkId: `cosmos:${id}`,
  id,
  name: id,
  nativeCurrency: { name: 'Cosmos', symbol: 'ATOM', decimals: 6 },
  rpcUrls: { default: { http: [url()] } },
  format,
})

test.each([
  ['ironwood-1', { prefix: 'cosmos', denom: 'uatom' }, 'secp256k1', ada.cosmos],
  ['injective-1', { prefix: 'inj', denom: 'inj', keys: 'ethsecp256k1' }, 'ethsecp256k1', ada.inj],
] as const)(
  'Keplr’s library takes what was signed through the adapter on %s',
  async (id, format, keys, signer) => {
    const text = 'shop.example wants you to sign in <&> with ünicode'
    const signed = await page.evaluate(
      ([network, message]) => (window as unknown as ClientWindow).sign(network, message),
      [networkOf(id, format), text] as [object, string],
    )
    expect(signed).toMatchObject({ name: 'Keplr', signer })
    const isSound = loadKeplr()
    expect(isSound({ ...signed, text, keys })).toBe(true)
    expect(isSound({ ...signed, text: `${text}.`, keys })).toBe(false)
  },
)

test('CosmJS sends coins by the wallet’s own signer, and the adapter reads what arrived', async () => {
  const network = networkOf('ironwood-1', { prefix: 'cosmos', denom: 'uatom' })
  const read = () =>
    page.evaluate(([where, address]) => (window as unknown as ClientWindow).balance(where, address), [
      network,
      bob.cosmos,
    ] as [object, string])
  expect(await read()).toBe('1000000000')
  const sent = await page.evaluate(
    ([node, to]) => (window as unknown as ClientWindow).send(node, to, '2500'),
    [url(), bob.cosmos] as [string, string],
  )
  expect(sent).toMatchObject({
    address: ada.cosmos,
    code: 0,
    methods: expect.arrayContaining(['signDirect']),
  })
  expect(await read()).toBe('1000002500')
})
