import { installWallets, type PageWalletOptions, type RemoteWallet } from '@latchkey/testing/playwright'
import { test as base, type ConsoleMessage, expect } from '@playwright/test'
import type { Address, Hex } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import './shortTraces.ts'
import { chain } from './chain.ts'
import { endFades } from './endFades.ts'
import { PayPage } from './PayPage.ts'
import { SendPage } from './SendPage.ts'
import { Shop } from './Shop.ts'
import { SwapPage } from './SwapPage.ts'
import { readStack, type Stack } from './stack.ts'
import { Widget } from './Widget.ts'

/** An account that no other test uses. */
export interface FreshAccount {
  readonly address: Address
  readonly privateKey: Hex
}

export interface Fixtures {
  readonly stack: Stack
  readonly shop: Shop
  /** The shop, with the views of sending. */
  readonly send: SendPage
  /** The shop, with the views of swapping. */
  readonly swap: SwapPage
  /** The shop, with the views of paying. */
  readonly pay: PayPage
  /** The widget on a host page; `open` goes there. */
  readonly host: Widget & { open(name: string): Promise<void> }
  readonly account: FreshAccount
  /** Overrides options of `wallet`. */
  readonly walletOptions: Partial<PageWalletOptions>
  /** "Meadow Wallet" with `account`, installed in the page before it opens. */
  readonly wallet: RemoteWallet
  /** Options of further wallets with the local chains and accounts of their own. */
  readonly recipe: (options: Partial<PageWalletOptions> & { name: string; rdns: string }) => PageWalletOptions
  /** What the page threw or logged as an error; a test that expects some takes them out. */
  readonly faults: string[]
  /** Faults that fail no test, however late they come: the browser says of a request that it failed when the test may have gone on. */
  readonly forgiven: RegExp[]
}

/** What tests of one worker share, each made when the first one asks for it. */
export interface Kept {
  get<T>(name: string, make: () => Promise<{ readonly value: T; end(): Promise<void> }>): Promise<T>
}

/** Tests with the shop, a wallet and an account of their own, that fail on any error of the page. */
export const test = base.extend<Fixtures, { readonly kept: Kept }>({
  // One fixture for all shared state: a spec with another set of fixtures would have workers and browsers of its own.
  kept: [
    // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads a fixture's needs from
    async ({}, use) => {
      const made = new Map<string, Promise<{ readonly value: unknown; end(): Promise<void> }>>()
      await use({
        async get<T>(name: string, make: () => Promise<{ readonly value: T; end(): Promise<void> }>) {
          const one = made.get(name) ?? make()
          made.set(name, one)
          return (await one).value as T
        },
      })
      for (const one of made.values()) await (await one).end()
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, use) => {
    await endFades(page)
    await use(page)
  },
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads a fixture's needs from
  stack: async ({}, use) => use(readStack()),
  shop: async ({ page, stack }, use) => use(new Shop(page, stack.shop)),
  send: async ({ page, stack }, use) => use(new SendPage(page, stack.shop)),
  swap: async ({ page, stack }, use) => use(new SwapPage(page, stack.shop)),
  pay: async ({ page, stack }, use) => use(new PayPage(page, stack.shop)),
  host: async ({ page, stack }, use) =>
    use(
      Object.assign(new Widget(page), {
        open: async (name: string) => void (await page.goto(`${stack.hosts}/${name}`)),
      }),
    ),
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads a fixture's needs from
  account: async ({}, use) => use(freshAccount()),
  walletOptions: [{}, { option: true }],
  recipe: async ({ stack }, use) =>
    use(options => ({
      chains: stack.chains.map(network => ({
        id: Number(network.id),
        rpcUrl: network.rpcUrls.default.http[0] ?? '',
        name: network.name,
        nativeCurrency: network.nativeCurrency,
      })),
      accounts: [freshAccount().privateKey],
      ...options,
    })),
  wallet: async ({ page, account, recipe, walletOptions }, use) => {
    const options = { name: 'Meadow Wallet', rdns: 'example.meadow', accounts: [account.privateKey] }
    const [wallet] = await installWallets(page, [recipe({ ...options, ...walletOptions })])
    await use(wallet)
  },
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads a fixture's needs from
  forgiven: async ({}, use) => use([]),
  faults: [
    async ({ page, forgiven }, use) => {
      const faults: string[] = []
      // For who reads a failure: the browser's words name no address.
      const places = new Map<string, string>()
      const threw = (error: Error) => void faults.push(`threw ${error.stack ?? error.message}`)
      const said = (message: ConsoleMessage) => {
        const isIcon = message.location().url.endsWith('/favicon.ico')
        if (message.type() !== 'error' || isIcon) return
        const fault = `logged ${message.text()}`
        faults.push(fault)
        places.set(fault, message.location().url)
      }
      page.on('pageerror', threw).on('console', said)
      await use(faults)
      page.off('pageerror', threw).off('console', said)
      const others = faults.filter(fault => !forgiven.some(each => each.test(fault)))
      const placed = others.map(fault => `${fault} ${places.get(fault) ?? ''}`)
      expect(placed, 'errors of the page').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** Creates an unused account. */
export function freshAccount(): FreshAccount {
  const privateKey = generatePrivateKey()
  return { privateKey, address: privateKeyToAddress(privateKey) }
}

/** An address as the widget shows it: 4 characters, after 0x where it has that, and 6 at the end (SPEC §9). */
export function shortened(address: string): string {
  return `${address.slice(0, address.startsWith('0x') ? 6 : 4)}…${address.slice(-6)}`
}

/** Gives an address wei on one local chain. */
export async function fund(address: Address, wei: bigint, chainId = 31337): Promise<void> {
  await chain(chainId).setBalance(address, wei)
}
