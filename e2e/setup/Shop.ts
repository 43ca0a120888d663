import { expect, type Locator, type Page } from '@playwright/test'
import type { FactType, Latchkey } from 'latchkey'

/** Facts that were told, oldest first. */
export interface Recording {
  all(): Promise<readonly unknown[]>
  /** Waits for the fact of this number, counted from 0. */
  at(index: number): Promise<unknown>
}

/** Options of the playground by its query keys. */
export type ShopOptions = Readonly<Record<string, string>>

/** The playground as a visitor sees it, with the widget's parts by their accessible names. */
export class Shop {
  readonly page: Page
  /** The host page's button while nobody is connected. */
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
  readonly #url: string

  constructor(page: Page, url: string) {
    this.page = page
    this.#url = url
    this.connectButton = page.getByRole('banner').getByRole('button', { name: 'Connect wallet', exact: true })
    this.accountButton = page.getByRole('banner').getByRole('button', { name: /^Account / })
    this.networkButton = page.getByRole('banner').getByRole('button', { name: /^Network: / })
    this.dialog = page.locator('[data-latchkey=default]').getByRole('dialog')
    this.card = this.dialog.locator('.stage-card')
    this.title = this.dialog.getByRole('heading', { level: 2 })
    this.rows = this.dialog.getByRole('listitem').getByRole('button')
    this.status = this.dialog.locator('.status-words')
  }

  /** Goes to the playground; only the installed wallets are there unless `wallets` says otherwise. */
  async goto(options: ShopOptions = {}): Promise<void> {
    const query = new URLSearchParams({ wallets: 'none', ...options })
    await this.page.goto(`${this.#url}/?${query}`)
    await expect(this.networkButton).toBeVisible()
  }

  row(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name })
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true })
  }

  /** A view is shown, settled and not on its way out. */
  async expectView(view: string): Promise<void> {
    await expect(this.dialog.locator(`[data-view="${view}"]`)).toBeVisible()
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

  async openAccount(): Promise<void> {
    await this.accountButton.click()
    await this.expectView('Account')
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

  /** Keeps what the handle tells of one fact from now on. */
  async record(type: FactType): Promise<Recording> {
    const list = await this.page.evaluateHandle(
      `(() => { const told = []; window.latchkey.on(${JSON.stringify(type)}, fact => told.push(fact)); return told })()`,
    )
    const all = async () => (await list.jsonValue()) as unknown[]
    return {
      all,
      async at(index) {
        await expect.poll(async () => (await all()).length).toBeGreaterThan(index)
        return (await all())[index]
      },
    }
  }

  /** The widget's public state. */
  state<T>(pick: (state: ReturnType<Latchkey['getState']>) => T): Promise<T> {
    return this.page.evaluate(`(${pick.toString()})(window.latchkey.getState())`) as Promise<T>
  }
}
