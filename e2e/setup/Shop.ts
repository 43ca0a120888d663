import { expect, type Page } from '@playwright/test'
import type { FactType, Latchkey } from 'latchkey'
import { hasArrived } from './arriving.ts'
import { readWindow } from './readWindow.ts'
import { Widget } from './Widget.ts'

/** Recorded events, oldest first. */
export interface Recording {
  all(): Promise<readonly unknown[]>
  /** Waits for the fact of this number, counted from 0. */
  at(index: number): Promise<unknown>
}

/** The playground shows the whole product; most tests are of one part. */
const bare = {
  adapters: 'evm',
  wallets: 'none',
  services: 'off',
  relay: 'off',
  preload: 'intent',
  login: 'project',
  account: 'eoa',
  multi: 'project',
  swaps: 'project',
  onramp: 'project',
  exchange: 'project',
}

/** Options of the playground by its query keys. */
export type ShopOptions = Readonly<Record<string, string>>

/** The playground: the widget in a shop, with its handle on `window.latchkey`. */
export class Shop extends Widget {
  readonly #url: string

  constructor(page: Page, url: string) {
    super(page)
    this.#url = url
  }

  /**
   * Goes to the playground: only the installed wallets are there, no services, no relay and no login but what the project
   * says, embedded wallets use the plain account, and nothing loads before the pointer or focus comes, unless the options say otherwise.
   */
  async goto(options: ShopOptions = {}): Promise<void> {
    const query = new URLSearchParams({ ...bare, ...options })
    const url = `${this.#url}/?${query}`
    if (!hasArrived(this.page, url)) await this.page.goto(url)
    await expect(this.networkButton).toBeVisible()
  }

  /** Records one event of the handle from now on. */
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

  /** A part of the widget's public state, once the page has made its handle. */
  state<T>(pick: (state: ReturnType<Latchkey['getState']>) => T): Promise<T> {
    return readWindow<T>(this.page, 'latchkey', `(${pick.toString()})(window.latchkey.getState())`)
  }
}
