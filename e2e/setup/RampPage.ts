import { expect, type Locator, type Page } from '@playwright/test'
import { Shop, type ShopOptions } from './Shop.ts'

/** The views of buying as a visitor sees them, in the shop, and the sandbox's own page. */
export class RampPage extends Shop {
  readonly pay: Locator
  /** The offers, the most first. */
  readonly offers: Locator
  readonly primary: Locator

  constructor(page: Page, url: string) {
    super(page, url)
    this.pay = this.dialog.getByRole('textbox', { name: 'You pay' })
    this.offers = this.dialog.getByRole('list', { name: 'Offers' }).getByRole('radio')
    this.primary = this.dialog.getByRole('button', { name: /^Continue to / })
  }

  /** Offers are of the services. */
  override goto(options: ShopOptions = {}): Promise<void> {
    return super.goto({ services: 'on', onramp: 'on', ...options })
  }

  async openForm(): Promise<void> {
    await this.page.evaluate(() => void window.latchkey?.open({ view: 'OnRampProviders' }))
    await this.expectView('OnRampProviders')
  }

  /** Types an amount, and waits for what it buys. */
  async ask(amount: string): Promise<void> {
    await this.pay.fill(amount)
    await expect(this.offers.first()).toHaveAccessibleName(/you receive about [\d.]+ USDC$/)
  }

  /** Goes on to the provider's page, in its own window. */
  async leave(): Promise<Page> {
    const opening = this.page.waitForEvent('popup')
    await this.primary.click()
    const there = await opening
    await this.expectView('OnRampOrder')
    await there.waitForURL(/^http:\/\/localhost:/)
    return there
  }

  /** The heading of what became of the order. */
  outcome(words: string): Locator {
    return this.dialog.getByRole('heading', { name: words, exact: true })
  }
}

/** Pays at the sandbox with one of the cards that its page lists. */
export async function payByCard(there: Page, card: string): Promise<void> {
  await there.getByRole('textbox', { name: 'Card number' }).fill(card)
  await there.getByRole('button', { name: 'Pay', exact: true }).click()
}
