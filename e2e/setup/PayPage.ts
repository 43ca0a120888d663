import { expect, type Locator, type Page } from '@playwright/test'
import type { PayOptions, PayResult } from 'latchkey'
import { Shop, type ShopOptions } from './Shop.ts'

/** The views of paying as a visitor sees them, in the shop. */
export class PayPage extends Shop {
  /** The shop's button of the first print. */
  readonly buy: Locator
  readonly ways: Locator

  constructor(page: Page, url: string) {
    super(page, url)
    this.buy = page.locator('.print').first().getByRole('button')
    this.ways = this.dialog.getByRole('list', { name: 'Pay with' })
  }

  /** Payments are of the services. */
  override goto(options: ShopOptions = {}): Promise<void> {
    return super.goto({ services: 'on', ...options })
  }

  /** Asks to be paid as a host's page does; the answer is left in `window.paid`. */
  async ask(options: PayOptions): Promise<void> {
    await this.page.evaluate(wanted => {
      Object.assign(window, {
        paid: window.latchkey?.pay(wanted).then(
          result => result,
          ({ code }) => code,
        ),
      })
    }, options)
  }

  /** What became of `ask`, once the visitor has closed the widget. */
  result(): Promise<PayResult> {
    return this.page.evaluate(() => (window as unknown as { paid: Promise<PayResult> }).paid)
  }

  /** Chooses a way by its whole name, such as "Pay with ETH". */
  async choose(name: string): Promise<void> {
    await this.ways.getByRole('button', { name: new RegExp(`^${name}`) }).click()
    await this.expectView('PayReview')
  }

  /** The heading of the result. */
  outcome(words: string): Locator {
    return this.dialog.getByRole('heading', { name: words, exact: true })
  }

  async expectPaid(): Promise<void> {
    await expect(this.outcome('Paid')).toBeVisible()
  }
}
