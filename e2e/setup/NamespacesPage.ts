import { expect, type Locator, type Page } from '@playwright/test'
import { readWindow } from './readWindow.ts'
import { Widget } from './Widget.ts'

/** One namespace of the page, and its simulated wallet there. */
export interface NamespaceCase {
  readonly namespace: string
  /** The title of its card. */
  readonly card: string
  /** What the wallet's row says. */
  readonly wallet: string
  /** Where the page has the wallet's controls. */
  readonly key: string
  /** What an address looks like. */
  readonly address: RegExp
  /** The name in the title of a sign-in text: `… your Sui account`. */
  readonly text: RegExp
  /** The symbol of its coin. */
  readonly symbol: string
}

/** The playground's page with every namespace. */
export class NamespacesPage extends Widget {
  readonly #url: string

  constructor(page: Page, url: string) {
    super(page)
    this.#url = url
  }

  /** Goes to the page, with options of the playground in its query. */
  async goto(options: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.page.goto(`${this.#url}/namespaces.html?${new URLSearchParams(options)}`)
    await expect(this.page.getByRole('heading', { level: 1, name: 'Namespaces' })).toBeVisible()
  }

  cardOf(name: string): Locator {
    return this.page.getByRole('listitem', { name, exact: true })
  }

  /** What the card says of one property of the account, such as `Address`. */
  fact(card: string, name: string): Locator {
    return this.cardOf(card).locator(`dt:text-is("${name}") + dd`)
  }

  press(name: string): Promise<void> {
    return this.page.getByRole('button', { name, exact: true }).click()
  }

  /** Connects a wallet of the page in a namespace. */
  async connectTo(card: string, wallet: string): Promise<void> {
    await this.press(`Connect ${card}`)
    await this.expectView('Connect')
    await this.row(wallet).click()
    await expect(this.dialog).toBeHidden()
    await expect(this.fact(card, 'Address')).toBeVisible()
  }

  /** The methods that the wallet was asked with since the page was loaded, in their order. */
  asked({ key }: NamespaceCase): Promise<readonly string[]> {
    const wallet = `window.__latchkeyWallets[${JSON.stringify(key)}]`
    return readWindow<readonly string[]>(
      this.page,
      '__latchkeyWallets',
      `${wallet}.control.requests.map(({ method }) => method)`,
    )
  }

  /** Requests that wait for the visitor in the wallet's own window. */
  pending({ key }: NamespaceCase): Promise<number> {
    const wallet = `window.__latchkeyWallets[${JSON.stringify(key)}]`
    return readWindow<number>(this.page, '__latchkeyWallets', `${wallet}.control.pending.length`)
  }

  /** Answers the request that waits in the wallet's own window, once there is one. */
  async answer({ key, ...one }: NamespaceCase, how: 'approve' | 'reject'): Promise<void> {
    await expect.poll(() => this.pending({ key, ...one })).toBe(1)
    await this.page.evaluate(`window.__latchkeyWallets[${JSON.stringify(key)}].control.${how}()`)
  }

  /** A part of the widget's public state in one namespace. */
  account(
    { namespace }: NamespaceCase,
    part: 'status' | 'isReconnecting' | 'isAuthenticated' | 'address',
  ): Promise<unknown> {
    return readWindow(
      this.page,
      'latchkey',
      `window.latchkey.getState().accounts[${JSON.stringify(namespace)}]?.${part} ?? null`,
    )
  }

  /** What the wallet does with prompts from now on. */
  async setMode({ key }: NamespaceCase, mode: 'approve' | 'ask' | 'reject'): Promise<void> {
    await this.page.evaluate(
      `window.__latchkeyWallets[${JSON.stringify(key)}].control.setMode(${JSON.stringify(mode)})`,
    )
  }
}
