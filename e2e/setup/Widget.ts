import { expect, type Locator, type Page } from '@playwright/test'

/** The widget of a host page as a visitor sees it: its parts by their accessible names. */
export class Widget {
  readonly page: Page
  /** The instance's id. */
  readonly id: string
  /** The host page's button without a connection. */
  readonly connectButton: Locator
  readonly accountButton: Locator
  readonly networkButton: Locator
  /** The widget's dialog, whatever it shows. */
  readonly dialog: Locator
  readonly card: Locator
  /** The title of the view that is shown. */
  readonly title: Locator
  readonly rows: Locator
  /** The words of a state: what happened, and what to do. */
  readonly status: Locator

  constructor(page: Page, id = 'default') {
    this.page = page
    this.id = id
    this.connectButton = page.getByRole('button', { name: 'Connect wallet', exact: true })
    this.accountButton = page.getByRole('button', { name: /^Account / })
    this.networkButton = page.getByRole('button', { name: /^Network: / })
    this.dialog = page.locator(`[data-latchkey=${id}]`).getByRole('dialog')
    this.card = this.dialog.locator('.stage-card')
    this.title = this.dialog.getByRole('heading', { level: 2 })
    this.rows = this.dialog.getByRole('listitem').getByRole('button')
    this.status = this.dialog.locator('.shell-view:not([data-under]) .status-words')
  }

  /** What the widget keeps under a name. */
  stored(name: string): Promise<string> {
    return this.page.evaluate(key => localStorage.getItem(key) ?? '', `@latchkey/${this.id}/${name}`)
  }

  row(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name })
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true })
  }

  /** A view is shown, settled and not fading out. */
  async expectView(view: string): Promise<void> {
    await expect(this.dialog.locator(`[data-view="${view}"]`)).toBeVisible()
    // The view that was left fades over it for a moment, beyond reach.
    await expect(this.dialog.locator('[data-phase=out]')).toHaveCount(0)
  }

  async openConnect(): Promise<void> {
    await this.connectButton.click()
    await this.expectView('Connect')
  }

  /** Connects an installed wallet with the mouse, and sees the account on the page. */
  async connect(wallet: string): Promise<void> {
    await this.openConnect()
    await this.row(wallet).click()
    await expect(this.accountButton).toBeVisible()
    await expect(this.dialog).toBeHidden()
  }

  /**
   * Connects an installed wallet by the page's handle: for tests of what comes after. The list, the tick and the dialog on
   * its way out cost more than most of what follows.
   */
  async connectByHandle(wallet: string): Promise<void> {
    await this.page.evaluate(async name => {
      const { latchkey } = window
      if (!latchkey) throw new Error('The page has no handle.')
      await latchkey.preload()
      const key = await new Promise<string>(resolve => {
        let stop = () => {}
        const look = () => {
          const found = latchkey.getWallets().find(each => each.name === name)
          if (!found) return
          stop()
          resolve(found.key)
        }
        stop = latchkey.subscribeWallets(look)
        look()
      })
      await latchkey.connect({ wallet: key })
    }, wallet)
    await expect(this.accountButton).toBeVisible()
  }

  /** The rows of Connect below one heading. */
  section(name: string): Locator {
    return this.dialog.getByRole('list', { name, exact: true })
  }

  /** The code that any wallet scans. */
  get code(): Locator {
    return this.dialog.getByRole('img', { name: 'Code to scan with a wallet' })
  }

  /** Opens Connect, and sees the code that stands beside its list on a wide screen. */
  async openCode(): Promise<void> {
    await this.openConnect()
    await expect(this.code).toBeVisible()
  }

  /** What the code for any wallet says, once it is there. */
  async pairingUri(): Promise<string> {
    await expect(this.code).toBeVisible()
    return this.page.evaluate(() => window.latchkey?.wcUri ?? '')
  }

  async openAccount(): Promise<void> {
    await this.accountButton.click()
    await this.expectView('Account')
    await expect(this.dialog.locator('[aria-busy=true], .skeleton').filter({ visible: true })).toHaveCount(0)
  }

  /** Opens the account's menu, unless it is open. */
  async openMenu(): Promise<void> {
    const more = this.button('More')
    if ((await more.getAttribute('aria-expanded')) === 'false') await more.click()
    await expect(this.dialog.getByRole('menu')).toBeVisible()
  }

  /** An item of the account's menu, by the name of its row. */
  menuItem(row: string): Locator {
    return this.dialog.getByRole('menu').locator(`[data-row=${row}]`)
  }

  /** Presses an item of the account's menu. */
  async pressMenu(row: string): Promise<void> {
    await this.openMenu()
    await this.menuItem(row).click()
  }

  /** Changes to the embedded wallet's other account in the account's menu, which closes once that is done. */
  async switchAccountType(): Promise<void> {
    await this.pressMenu('accountType')
    // The page has the other account before: a menu that was open still would close under the next press.
    await expect(this.dialog.getByRole('menu')).toBeHidden()
  }

  /** Keeps the length in milliseconds of each shake of the card from now on. */
  async recordShakes(): Promise<() => Promise<readonly number[]>> {
    const list = await this.card.evaluateHandle(card => {
      const told: number[] = []
      const animate = card.animate
      card.animate = (frames, options) => {
        const animation = animate.call(card, frames, options)
        if (animation.id === 'shake') told.push(Number(animation.effect?.getTiming().duration))
        return animation
      }
      return told
    })
    return () => list.jsonValue()
  }
}
