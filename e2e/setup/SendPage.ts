import { expect, type Locator, type Page } from '@playwright/test'
import { Shop } from './Shop.ts'

/** The views of sending as a visitor sees them, in the shop. */
export class SendPage extends Shop {
  readonly amount: Locator
  readonly receiver: Locator
  /** The action at the bottom, whatever it says. */
  readonly action: Locator

  constructor(page: Page, url: string) {
    super(page, url)
    this.amount = this.dialog.getByRole('textbox', { name: /^Amount/ })
    this.receiver = this.dialog.getByRole('textbox', { name: 'To', exact: true })
    this.action = this.dialog.locator('.shell-view:not([data-under]) [part=footer] button[data-wide]')
  }

  /** From the account to the form. */
  async openSend(): Promise<void> {
    await this.openAccount()
    await this.button('Send').click()
    await this.expectView('WalletSend')
    await expect(this.amount).toBeFocused()
  }

  /** Fills the form in and goes to the review. */
  async review(amount: string, to: string): Promise<void> {
    await this.amount.fill(amount)
    await this.receiver.fill(to)
    await this.button('Review').click()
    await this.expectView('WalletSendPreview')
  }

  async chooseToken(name: string): Promise<void> {
    await this.dialog.getByRole('button', { name: /^Token: / }).click()
    await this.expectView('WalletSendSelectToken')
    await this.row(name).click()
    await this.expectView('WalletSend')
  }
}
