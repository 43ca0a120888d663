import { expect, type Locator, type Page } from '@playwright/test'
import type { Address } from 'viem'
import { hasArrived } from './arriving.ts'
import { readStack } from './stack.ts'

/** The stack's phone wallet in a tab. */
export class PhonePage {
  readonly page: Page
  /** The question on the screen. */
  readonly sheet: Locator

  constructor(page: Page) {
    this.page = page
    this.sheet = page.getByRole('dialog')
  }

  /** Opens it, by its address or by a link. */
  async open(path = '/'): Promise<void> {
    const url = `${readStack().phone}${path}`
    if (!hasArrived(this.page, url)) await this.page.goto(url)
    await expect(this.page.getByRole('heading', { name: 'Connect to a site' })).toBeAttached()
  }

  /** Pastes a pairing link. */
  async pair(uri: string): Promise<void> {
    await this.page.getByLabel('Pairing link').fill(uri)
    await this.page.getByRole('button', { name: 'Connect', exact: true }).click()
  }

  /** Presses a button of the prompt, once its title matches. */
  async answer(title: string | RegExp, button: string): Promise<void> {
    await expect(this.sheet.getByRole('heading', { name: title, level: 2 })).toBeVisible()
    // A press in a tab behind another one is delayed.
    await this.page.bringToFront()
    await this.sheet.getByRole('button', { name: button, exact: true }).click()
  }

  /** The account that is shown. */
  async address(): Promise<Address> {
    return (await this.page.getByTestId('address').innerText()).replace(/\s/g, '') as Address
  }

  /** The phone's latest notices. */
  notice(text: string | RegExp): Locator {
    return this.page.locator('.notice').filter({ hasText: text })
  }

  /** A connected site by its name. */
  connection(name: string): Locator {
    return this.page.getByRole('listitem').filter({ hasText: name })
  }

  /** Refuses pending prompts, ends connections, and dismisses notices. */
  async leave(): Promise<void> {
    for (const name of [/^Reject$/, /^Disconnect /, /^Dismiss: /]) {
      const buttons = this.page.getByRole('button', { name, includeHidden: true })
      await expect(async () => {
        for (const button of await buttons.all()) await button.dispatchEvent('click')
        await expect(buttons).toHaveCount(0, { timeout: 500 })
      }).toPass({ intervals: [0] })
    }
  }

  async disconnect(name: string): Promise<void> {
    await this.connection(name).locator('summary').click()
    await this.page.getByRole('button', { name: `Disconnect ${name}` }).click()
  }
}
