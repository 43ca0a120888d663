import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { type Hex, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { chromiumArgs, findShell } from '../../../../scripts/chromium/chromium.ts'
import { cosmosAddressOf, cosmosTestAccounts } from '../cosmos/cosmosAccounts.ts'
import type { SimulatedKeplr } from '../cosmos/createKeplrObject.ts'
import { testAccounts } from '../evm/testAccounts.ts'
import { type AnvilNode, startAnvil } from '../fixtures/startAnvil.ts'
import type { SimulatedPolkadotWallet } from '../polkadot/createSimulatedPolkadotWallet.ts'
import { polkadotTestAccounts } from '../polkadot/polkadotAccounts.ts'
import { testAddresses } from '../simulated/testAddresses.ts'
import { stacksTestAccounts } from '../stacks/stacksAccounts.ts'
import { type InstallOptions, installWallets, remoteSolanaWallet, remoteWallet } from './installWallets.ts'
import type { AnyPageWallet, PageWalletOptions } from './pageConfig.ts'

const [one, two] = testAccounts
const policy = "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

interface FoundWallet {
  readonly info: { readonly name: string; readonly rdns: string; readonly uuid: string }
  readonly provider: {
    request(args: object): Promise<unknown>
    on(event: string, listener: (value: unknown) => void): void
  }
}
interface StacksWindow {
  readonly LeatherProvider: {
    request(method: string): Promise<{
      readonly result: { readonly addresses: readonly { readonly address: string }[] }
    }>
  }
  readonly webbtc_stx_providers: readonly { readonly id: string }[]
}
interface PolkadotWindow {
  readonly injectedWeb3: Readonly<Record<string, SimulatedPolkadotWallet['entry']>>
}
declare global {
  interface Window {
    found: FoundWallet[]
    events: unknown[]
  }
}

let browser: Browser
let node: AnvilNode
let site: Server
let url = ''
let context: BrowserContext
let page: Page

beforeAll(async () => {
  const executablePath = findShell()
  site = createServer((request, response) => {
    const headers = request.url === '/strict' ? { 'content-security-policy': policy } : {}
    response.writeHead(200, { 'content-type': 'text/html', ...headers })
    response.end('<!doctype html><title>Site</title><iframe src="about:blank"></iframe>')
  })
  const listening = new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  ;[browser, node] = await Promise.all([
    chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [...chromiumArgs],
    }),
    startAnvil({ chainId: 31337 }),
    listening,
    import('./pageScript.ts'),
  ])
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})

afterAll(async () => {
  await Promise.all([browser?.close(), node?.stop(), new Promise(resolve => site.close(resolve))])
})

beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
})

afterEach(() => context.close())

function wallet(options: Partial<PageWalletOptions> = {}): PageWalletOptions {
  return { name: 'Page Wallet', rdns: 'test.page', chains: [{ id: 31337, rpcUrl: node.rpcUrl }], ...options }
}

/** What a site does to find its wallets. */
async function discover(names: readonly string[] = ['Page Wallet']): Promise<readonly FoundWallet['info'][]> {
  return page.evaluate(async expected => {
    window.found = []
    window.events = []
    window.addEventListener('eip6963:announceProvider', event => {
      const detail = (event as CustomEvent<FoundWallet>).detail
      if (!window.found.includes(detail)) window.found.push(detail)
    })
    window.dispatchEvent(new Event('eip6963:requestProvider'))
    window.found[0]?.provider.on('accountsChanged', value => window.events.push(value))
    return window.found.filter(({ info }) => expected.includes(info.name)).map(({ info }) => ({ ...info }))
  }, names)
}

function ask(method: string, ...params: unknown[]): Promise<unknown> {
  return page.evaluate(args => window.found[0]?.provider.request(args), { method, params })
}

/** The result or the error of a request. */
async function outcome(method: string, ...params: unknown[]): Promise<unknown> {
  return page.evaluate(
    async args => {
      try {
        return await window.found[0]?.provider.request(args)
      } catch (error) {
        const { code, message } = error as { code?: unknown; message?: unknown }
        return { code, message }
      }
    },
    { method, params },
  )
}

describe('installWallets', () => {
  it.each(['/', '/strict'])('announces, signs and sends on a page at %s', async path => {
    const requests: string[] = []
    page.on('request', request => requests.push(new URL(request.url()).pathname))
    const problems: string[] = []
    page.on('pageerror', error => problems.push(error.message))
    page.on('console', message => problems.push(message.text()))
    const [remote] = await installWallets(page, [wallet()])
    await page.goto(url + path)
    expect(await discover()).toMatchObject([{ name: 'Page Wallet', rdns: 'test.page' }])
    expect(await ask('eth_requestAccounts')).toEqual([one?.address])
    const signature = (await ask('personal_sign', 'hello', one?.address)) as Hex
    expect(await verifyMessage({ address: one?.address as Hex, message: 'hello', signature })).toBe(true)
    expect(await ask('eth_blockNumber')).toMatch(/^0x/)
    const hash = await ask('eth_sendTransaction', { from: one?.address, to: two?.address, value: '0x1' })
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect((await remote.control.requests('eth_sendTransaction')).map(({ result }) => result)).toEqual([hash])
    // As with an extension: nothing of it in the page's network log, nothing against its policy.
    expect(requests).toEqual([path])
    expect(problems).toEqual([])
  })

  it('puts a Solana wallet beside an EVM wallet of the same name', async () => {
    const [evm, solana] = await installWallets(page, [
      wallet(),
      { namespace: 'solana', name: 'Page Wallet', chains: [{ id: 'solana:localnet' }] },
    ])
    expect([evm.key, solana.key]).toEqual(['test.page', 'solana:Page Wallet'])
    await solana.control.next('standard:connect', { kind: 'approve', accounts: [1] })
    await page.goto(url)
    const [announced] = await discover()
    const found = await page.evaluate(async () => {
      type Standard = Readonly<Record<string, unknown>> & {
        readonly features: Readonly<Record<string, Readonly<Record<string, () => Promise<unknown>>>>>
      }
      const wallets: Standard[] = []
      const api = { register: (each: Standard) => wallets.push(each) }
      window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
      await wallets[0]?.features['standard:connect']?.connect?.()
      return wallets.map(({ name, icon }) => ({ name, icon }))
    })
    expect(found).toEqual([{ name: 'Page Wallet', icon: (announced as unknown as { icon: string }).icon }])
    expect((await solana.control.state()).authorised).toEqual([testAddresses[1]])
    const { control } = remoteSolanaWallet(page, solana.key)
    await control.revoke()
    expect((await control.state()).authorised).toEqual([])
    expect(await control.requests('standard:connect')).toHaveLength(1)
  })

  it('puts a Cosmos wallet into the page, at its own global', async () => {
    const [wallet] = await installWallets(page, [{ namespace: 'cosmos', name: 'Keplr' }])
    expect(wallet.key).toBe('cosmos:Keplr')
    await page.goto(url)
    const [first, second] = cosmosTestAccounts.map(each => cosmosAddressOf(each, { prefix: 'osmo' }))
    const addressOf = () =>
      page.evaluate(async () => {
        const { keplr } = window as unknown as { keplr: SimulatedKeplr }
        await keplr.enable('osmosis-1')
        return (await keplr.getKey('osmosis-1')).bech32Address
      })
    expect(await addressOf()).toBe(first)
    await wallet.control.switchAccount(1)
    expect(await addressOf()).toBe(second)
    expect(await wallet.control.state()).toMatchObject({ selected: 1, enabled: ['osmosis-1'] })
  })

  it('puts a Stacks wallet into the page, at its own global and in the registry', async () => {
    const [wallet] = await installWallets(page, [{ namespace: 'stacks', name: 'Leather' }])
    expect(wallet.key).toBe('stacks:Leather')
    await page.goto(url)
    const addressOf = () =>
      page.evaluate(async () => {
        const { LeatherProvider, webbtc_stx_providers } = window as unknown as StacksWindow
        const { result } = await LeatherProvider.request('stx_getAddresses')
        return [webbtc_stx_providers.map(({ id }) => id), result.addresses.map(({ address }) => address)]
      })
    expect(await addressOf()).toEqual([['LeatherProvider'], [stacksTestAccounts[0]?.address]])
    await wallet.control.switchNetwork('testnet')
    expect(await addressOf()).toEqual([['LeatherProvider'], [stacksTestAccounts[0]?.testnetAddress]])
    expect(await wallet.control.requests('stx_getAddresses')).toHaveLength(2)
  })

  it('puts a Polkadot wallet into the page, among the injected ones', async () => {
    const [wallet] = await installWallets(page, [{ namespace: 'polkadot', name: 'Polka', id: 'polka' }])
    expect(wallet.key).toBe('polkadot:Polka')
    await page.goto(url)
    const addresses = () =>
      page.evaluate(async () => {
        const { injectedWeb3 } = window as unknown as PolkadotWindow
        const { accounts } = (await injectedWeb3.polka?.enable('Shop')) ?? {}
        return (await accounts?.get())?.map(({ address }) => address)
      })
    const [first, second] = polkadotTestAccounts.map(({ address }) => address)
    expect(await addresses()).toEqual([first])
    await wallet.control.setAccounts([0, 1])
    expect(await addresses()).toEqual([first, second])
    expect((await wallet.control.state()).authorised).toEqual([first, second])
  })

  it('obeys the control in the test', async () => {
    const [remote] = await installWallets(page, [wallet()])
    await page.goto(url)
    await discover()
    await remote.control.next('eth_requestAccounts', {
      kind: 'code',
      code: -32603,
      message: 'Broken </script>\u2028',
    })
    expect(await outcome('eth_requestAccounts')).toEqual({ code: -32603, message: 'Broken </script>\u2028' })
    await remote.control.setMode('ask')
    const answer = ask('eth_requestAccounts')
    const { id } = await remote.control.waitForPending('eth_requestAccounts')
    await remote.control.approve(id, { accounts: [1] })
    expect(await answer).toEqual([two?.address])
    await remote.control.switchAccount(0)
    await remote.control.switchChain(5)
    expect(await remote.control.state()).toMatchObject({
      chainId: 5,
      authorised: [one?.address],
      locked: false,
    })
    expect(await page.evaluate(() => window.events)).toEqual([[two?.address], [one?.address]])
    expect(await remote.control.listenerCount('accountsChanged')).toBe(1)
    await expect(remote.control.next('x', 'nonsense' as 'hang')).rejects.toThrow('Unknown outcome')
    await expect(remote.control.waitForRequest('eth_call', { timeout: 1 })).rejects.toThrow('within 1 ms')
  })

  it('stores controls for a page that is not open yet, and rules for the next ones', async () => {
    const [remote] = await installWallets(page, [wallet()])
    await remote.control.next('eth_requestAccounts', 'reject')
    await remote.control.always('eth_chainId', { kind: 'answer', value: 'always' })
    await page.goto(url)
    await discover()
    expect(await outcome('eth_requestAccounts')).toMatchObject({ code: 4001 })
    expect(await outcome('eth_requestAccounts')).toEqual([one?.address])
    await page.reload()
    await discover()
    // The authorisation is found again without a prompt, the rule still holds, the queue was used up.
    expect(await ask('eth_accounts')).toEqual([one?.address])
    expect(await ask('eth_chainId')).toBe('always')
    await remote.control.reset()
    await page.reload()
    await discover()
    expect(await ask('eth_chainId')).toBe('0x7a69')
    await expect(remote.control.approve()).rejects.toThrow('No request is waiting')
  })

  it('puts several wallets, also of one rdns, and hostile ones, into all pages of a context', async () => {
    const wallets = [
      wallet(),
      wallet({ name: 'Twin' }),
      wallet({ name: 'Other', rdns: 'test.other', announce: 'manual' }),
    ]
    const remotes = await installWallets(context, wallets, { hostile: ['stolenRdns', 'throwingInfoGetters'] })
    expect(remotes.map(({ key }) => key)).toEqual(['test.page', 'test.page#2', 'test.other'])
    page = await context.newPage()
    await remotes[1]?.control.next('eth_accounts', { kind: 'answer', value: 'twin' })
    await page.goto(url)
    const names = ['Page Wallet', 'Twin', 'Other']
    const seen = await page.evaluate(() => {
      const readable: string[] = []
      let unreadable = 0
      window.addEventListener('eip6963:announceProvider', event => {
        try {
          readable.push((event as CustomEvent<FoundWallet>).detail.info.name)
        } catch {
          unreadable += 1
        }
      })
      window.dispatchEvent(new Event('eip6963:requestProvider'))
      return { readable, unreadable }
    })
    expect(seen).toEqual({ readable: ['Page Wallet', 'Twin', 'MetaMask', 'MetaMask'], unreadable: 1 })
    await remotes[2]?.control.announce()
    const twin = await page.evaluate(() => {
      const wallets = (window as unknown as { __latchkeyWallets: Record<string, FoundWallet> })
        .__latchkeyWallets
      return wallets['test.page#2']?.provider.request({ method: 'eth_accounts' })
    })
    expect(twin).toBe('twin')
    expect(names).toHaveLength(3)
  })

  it('F36 synchronises two tabs of one site', async () => {
    const [remote] = await installWallets(context, [wallet()])
    await page.goto(url)
    const first = page
    await discover()
    page = await context.newPage()
    await page.goto(url)
    await discover()
    expect(await ask('eth_requestAccounts')).toEqual([one?.address])
    await first.waitForFunction(() => window.events.length === 1)
    expect(await first.evaluate(() => window.events)).toEqual([[one?.address]])
    expect(await remote.control.requests('eth_requestAccounts')).toHaveLength(1)
  })

  it('controls a wallet that the page created itself', async () => {
    await installWallets(page, [wallet({ rdns: 'test.own' })], { rpc: 'page' })
    await page.goto(url)
    await discover()
    const own = remoteWallet(page, 'test.own')
    expect(await own.control.state()).toMatchObject({ chainId: 31337 })
    expect(await ask('eth_blockNumber')).toMatch(/^0x/)
    await expect(remoteWallet(page, 'nobody').control.state()).rejects.toThrow(
      'No document with the wallet "nobody"',
    )
  })

  it.each<[string, Partial<PageWalletOptions>, InstallOptions]>([
    ['no chain', { chains: [] }, {}],
    ['an outcome that there is none of', { script: { eth_accounts: 'refuse' as 'reject' } }, {}],
    ['a mode that there is none of', { mode: 'later' as 'ask' }, {}],
    ['a hostile announcement that there is none of', {}, { hostile: ['scriptIcons'] }],
  ])('refuses %s, before anything is put into the page', async (_name, own, options) => {
    const refuse = () => Promise.reject(new Error('It was put into the page.'))
    const target = { addInitScript: refuse, exposeBinding: refuse }
    await expect(installWallets(target, [wallet(own)], options)).rejects.toThrow(TypeError)
  })

  it.each<AnyPageWallet>([
    { namespace: 'cosmos', name: 'Keplr', accounts: 0 },
    { namespace: 'stacks', name: 'Leather', accounts: 0 },
    { namespace: 'polkadot', name: 'Polka', id: '' },
    { namespace: 'tezos' as 'stacks', name: 'Temple' },
  ])('refuses a wallet of $namespace that cannot be made, before it is put into the page', async wallet => {
    const refuse = () => Promise.reject(new Error('It was put into the page.'))
    const target = { addInitScript: refuse, exposeBinding: refuse }
    await expect(installWallets(target, [wallet])).rejects.toThrow(TypeError)
  })

  it('refuses an unknown outcome also while no page is open', async () => {
    const [remote] = await installWallets(page, [wallet()])
    for (const verb of ['next', 'always'] as const) {
      await expect(remote.control[verb]('eth_accounts', 'refuse' as 'reject')).rejects.toThrow(TypeError)
    }
  })
})
