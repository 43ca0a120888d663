import { expect, type Locator, type Page } from '@playwright/test'
import { Shop, type ShopOptions } from './Shop.ts'

/** The views of swapping as a visitor sees them, in the shop. */
export class SwapPage extends Shop {
  readonly pay: Locator
  readonly receive: Locator
  /** The action at the bottom, whatever it says. */
  readonly action: Locator
  readonly steps: Locator

  constructor(page: Page, url: string) {
    super(page, url)
    this.pay = this.dialog.getByRole('textbox', { name: 'You pay' })
    this.receive = this.dialog.getByRole('textbox', { name: 'You receive' })
    this.action = this.dialog.locator('.shell-view:not([data-under]) [part=footer] button').last()
    this.steps = this.dialog.getByRole('list', { name: 'Steps' })
  }

  /** Quotes are of the services. */
  override goto(options: ShopOptions = {}): Promise<void> {
    return super.goto({ services: 'on', swaps: 'on', ...options })
  }

  /** From the account to the form. */
  async openSwap(): Promise<void> {
    await this.openAccount()
    await this.dialog.getByRole('button', { name: 'Swap', exact: true }).click()
    await this.expectView('Swap')
  }

  /** Opens the form with what a host fills in; the answer is left in `window.swapped`. */
  async openFilled(wanted: {
    readonly fromToken?: string
    readonly toToken?: string
    readonly amount?: string
  }): Promise<void> {
    await this.page.evaluate(data => {
      const asked = window.latchkey?.open({ view: 'Swap', arguments: data })
      Object.assign(window, {
        swapped: asked?.then(
          result => result,
          ({ code }) => code,
        ),
      })
    }, wanted)
    await this.expectView('Swap')
  }

  /** What became of `openFilled`. */
  answer(): Promise<unknown> {
    return this.page.evaluate(() => (window as unknown as { swapped: Promise<unknown> }).swapped)
  }

  /** Chooses a token by its name in the picker. */
  async choose(side: 'sell' | 'buy', name: string): Promise<void> {
    await this.dialog
      .getByRole('button', { name: new RegExp(`^(Token to ${side}: |Choose a token to ${side}$)`) })
      .click()
    await this.expectView('SwapSelectToken')
    await this.dialog.getByRole('searchbox', { name: 'Search tokens' }).fill(name)
    await this.row(new RegExp(`^${name}`)).click()
    await this.expectView('Swap')
  }

  /** Once there is a quote, goes to the review and waits until it was built and tried. */
  async review(): Promise<void> {
    await this.button('Review').click()
    await this.expectView('SwapPreview')
    await expect(this.action).not.toHaveAttribute('aria-busy', 'true')
    await expect(this.dialog.getByText('Checked: nothing else leaves your account.')).toBeVisible()
  }

  /** The text of a line of the review or of the result. */
  fact(label: string): Locator {
    return this.dialog
      .locator('.shell-view:not([data-under]) .review-fact')
      .filter({ has: this.page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
      .locator('dd')
  }

  /** The amount of such a line, in base units. */
  async amountOf(label: string, decimals: number): Promise<bigint> {
    const text = await this.fact(label).innerText()
    const [whole = '', part = ''] = (/^[\d,.]+/.exec(text.trim())?.[0] ?? '').replaceAll(',', '').split('.')
    return BigInt(whole + part.padEnd(decimals, '0'))
  }

  /** The swap is done, by the chain's word. */
  async expectSwapped(): Promise<void> {
    await expect(this.status.getByText('Swapped', { exact: true })).toBeVisible()
  }
}
