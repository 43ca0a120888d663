import { expect, type Locator, type Page } from '@playwright/test'
import { Shop, type ShopOptions } from './Shop.ts'

/** The views of depositing and paying from an exchange as a visitor sees them, in the shop, and the exchange's own page. */
export class ExchangePage extends Shop {
  readonly amount: Locator
  readonly sandbox: Locator

  constructor(page: Page, url: string) {
    super(page, url)
    this.amount = this.dialog.getByRole('textbox', { name: 'Amount' })
    this.sandbox = this.dialog
      .getByRole('list', { name: 'Exchanges' })
      .getByRole('button', { name: /^Sandbox Exchange/ })
  }

  /** Exchanges are of the services. */
  override goto(options: ShopOptions = {}): Promise<void> {
    return super.goto({ services: 'on', exchange: 'on', ...options })
  }

  async openForm(): Promise<void> {
    await this.page.evaluate(() => void window.latchkey?.open({ view: 'ExchangeSelect' }))
    await this.expectView('ExchangeSelect')
    await expect(this.dialog).toHaveAccessibleName('Deposit from exchange')
  }

  /** Types an amount of USDC. */
  async ask(amount: string): Promise<void> {
    await this.chooseToken('USDC')
    await this.amount.fill(amount)
  }

  async chooseToken(symbol: string): Promise<void> {
    const token = this.dialog.getByRole('button', { name: /^Token: / })
    await token.click()
    await this.dialog
      .getByRole('list', { name: 'Tokens' })
      .getByRole('button')
      .filter({ has: this.page.getByText(symbol, { exact: true }) })
      .click()
    await expect(token).toHaveAccessibleName(`Token: ${symbol}`)
  }

  /** Goes on to the exchange's page, in its own window. */
  async leave(): Promise<Page> {
    const opening = this.page.waitForEvent('popup')
    await this.sandbox.click()
    const there = await opening
    await this.expectView('ExchangeOrder')
    await there.waitForURL(/^http:\/\/localhost:/)
    return there
  }

  /** The heading of what became of the order. */
  outcome(words: string): Locator {
    return this.dialog.getByRole('heading', { name: words, exact: true })
  }
}

/** Logs in at the exchange and confirms, as far as its code. */
export async function confirmThere(there: Page, email: string): Promise<void> {
  await there.getByRole('textbox', { name: 'Email' }).fill(email)
  await there.getByRole('button', { name: 'Log in' }).click()
  await there.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await expect(there.getByRole('textbox', { name: 'Code' })).toBeVisible()
}

/** Withdraws at the exchange, with its code. */
export async function withdrawThere(there: Page, code = '123456'): Promise<void> {
  await there.getByRole('textbox', { name: 'Code' }).fill(code)
  await there.getByRole('button', { name: 'Withdraw', exact: true }).click()
}
