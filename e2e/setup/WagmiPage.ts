import { expect, type Locator, type Page } from '@playwright/test'
import type { Latchkey } from 'latchkey'
import { hasArrived } from './arriving.ts'
import { readStack } from './stack.ts'
import { Widget } from './Widget.ts'

/** What the pages of wagmi 2 and 3 put on `window.wagmiLab`. */
export interface WagmiLab {
  readonly latchkey: Latchkey
  readonly config: LabConfig
  readonly actions: {
    switchConnection(config: LabConfig, options: { readonly connector: unknown }): Promise<unknown>
  }
  /** The page's HTML as the server sent it and as React made it of that, and React's complaints. */
  readonly hydration: {
    readonly before?: string
    readonly after?: string
    readonly errors: readonly string[]
  }
  bindBare(): { readonly config: LabConfig; unbind(): void }
}

interface LabConfig {
  readonly connectors: readonly { readonly id: string; readonly uid: string }[]
  readonly state: {
    readonly status: string
    readonly current: string | null
    readonly connections: ReadonlyMap<string, { readonly connector: { readonly id: string } }>
  }
}

/** The example app of one wagmi: the widget's buttons, and wagmi's hooks with buttons of their own. */
export class WagmiPage extends Widget {
  readonly version: 2 | 3
  readonly wagmiStatus: Locator
  readonly account: Locator
  readonly chain: Locator
  readonly connector: Locator
  readonly balance: Locator
  readonly signature: Locator
  readonly hash: Locator

  constructor(page: Page, version: 2 | 3) {
    super(page)
    this.version = version
    this.wagmiStatus = page.getByTestId('status')
    this.account = page.getByTestId('account')
    this.chain = page.getByTestId('chain')
    this.connector = page.getByTestId('connector')
    this.balance = page.getByTestId('balance')
    this.signature = page.getByTestId('signature')
    this.hash = page.getByTestId('hash')
  }

  async goto(query = ''): Promise<void> {
    const url = `${readStack().hosts}/wagmi${this.version}/${query}`
    if (!hasArrived(this.page, url)) await this.page.goto(url)
    await expect(this.wagmiStatus).toHaveText(/connected|connecting/)
  }

  /** One of the buttons that call wagmi's own hooks. */
  wagmi(name: string): Locator {
    return this.page.getByRole('button', { name: `wagmi: ${name}`, exact: true })
  }

  /** Ids of the connectors that wagmi has a connection of, the current one first. */
  connectors(): Promise<readonly string[]> {
    return this.run(({ config }) => {
      const { connections, current } = config.state
      const uids = [...connections.keys()].sort((a, b) => Number(b === current) - Number(a === current))
      return uids.map(uid => connections.get(uid)?.connector.id ?? '')
    })
  }

  /** Runs in the page with what it put on `window`. */
  run<Result>(act: (lab: WagmiLab) => Result): Promise<Awaited<Result>> {
    return this.page.evaluate(`(${act})(window.wagmiLab)`) as Promise<Awaited<Result>>
  }

  /** The account that the widget says is connected. */
  shown(): Promise<string | undefined> {
    return this.run(({ latchkey }) => latchkey.getState().accounts.eip155?.caipAddress)
  }

  /** wagmi and the widget say that this account is connected, on this chain. */
  async expectConnected(address: string, chainId = 31337): Promise<void> {
    await expect(this.wagmiStatus).toHaveText('connected')
    await expect(this.account).toHaveText(address)
    await expect(this.accountButton).toBeVisible()
    await expect.poll(() => this.shown()).toBe(`eip155:${chainId}:${address}`)
  }

  async expectDisconnected(): Promise<void> {
    await expect(this.wagmiStatus).toHaveText('disconnected')
    await expect(this.connectButton).toBeVisible()
    await expect.poll(() => this.connectors()).toEqual([])
  }
}
