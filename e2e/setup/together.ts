import { installWallets, type RemoteWallet } from '@latchkey/testing/playwright'
import type { BrowserContext, Page } from '@playwright/test'
import { isArriving, markArriving } from './arriving.ts'
import { endFades } from './endFades.ts'
import { type FreshAccount, freshAccount, test } from './test.ts'

/** A page that tests use one after the other. */
interface Room {
  readonly page: Page
  readonly wallet: RemoteWallet
  /** One for each test, since a widget remembers what it knows of an account. */
  readonly accounts: readonly FreshAccount[]
  guests: number
  /** Of the host that the first one went to. */
  origin?: string
}

/** Makes "Meadow Wallet" with these accounts, and puts it into a page. */
type Install = (page: Page, accounts: readonly FreshAccount[]) => Promise<RemoteWallet>

const viewport = { width: 1280, height: 800 }
const desktop = { viewport, locale: 'en-US', reducedMotion: 'reduce' } as const
/** After so many a page is made anew: its wallet has no further account, and its memory goes. */
const places = 40

/**
 * Like `test`, on a page that earlier tests have used (decision 034). Each test starts without a connection or an open
 * widget. Storage holds only the recent wallets, and "Meadow Wallet" has its own account. Use `test` for lasting
 * changes to the page (its clock, a second wallet, scripts that run first, listeners that throw), for first visits, and
 * for a page's requests. Script the wallet's next answers after the page is open: they hold for one document.
 */
export const together = shared('shop')
/** The same on the page of LabPage.ts, whose widget each test makes for itself. */
export const togetherInLab = shared('lab')
/** The same in the example apps of WagmiPage.ts. */
export const togetherInWagmi = { 2: shared('wagmi2'), 3: shared('wagmi3') } as const

// Each host has its own: what a wallet remembers is stored with the origin.
function shared(host: string) {
  return test.extend<{ readonly room: Room }>({
    room: async ({ browser, kept, recipe }, use) => {
      const install: Install = async (page, accounts) => {
        const [wallet] = await installWallets(page, [
          recipe({ name: 'Meadow Wallet', rdns: 'example.meadow', accounts }),
        ])
        return wallet
      }
      const rooms = await kept.get(host, async () => createRooms(() => browser.newContext(desktop), install))
      await use(await rooms.enter())
    },
    context: async ({ room }, use) => use(room.page.context()),
    page: async ({ room }, use) => use(room.page),
    wallet: async ({ room }, use) => use(careful(room)),
    account: async ({ room: { accounts, guests } }, use) => {
      const account = accounts[guests - 1]
      if (account === undefined) throw new Error('There is no such account.')
      await use(account)
    },
  })
}

/** The wallet of a room. An answer that is scripted before the page is open would hold for the document that is left. */
function careful({ page, wallet }: Room): RemoteWallet {
  async function next(...args: Parameters<typeof wallet.control.next>): Promise<void> {
    if (isArriving(page)) throw new Error('On a shared page the next answer is scripted once it is open.')
    await wallet.control.next(...args)
  }

  return { ...wallet, control: { ...wallet.control, next } }
}

function createRooms(open: () => Promise<BrowserContext>, install: Install) {
  let room: Room | undefined

  async function enter(): Promise<Room> {
    if (room === undefined || room.guests === places) {
      await end()
      const accounts = Array.from({ length: places }, freshAccount)
      const page = await (await open()).newPage()
      await endFades(page)
      room = { page, wallet: await install(page, accounts), accounts, guests: 0 }
    }
    await tidy(room)
    room.guests += 1
    return room
  }

  async function end(): Promise<void> {
    await room?.page.context().close()
  }

  return { value: { enter }, end }
}

async function tidy(room: Room): Promise<void> {
  const { page, guests } = room
  const { control } = room.wallet
  page.removeAllListeners('request')
  if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport)
  await control.reset()
  if (guests > 0) {
    const { origin } = new URL(page.url())
    room.origin ??= origin
    // What the wallet and the widget remember would be somewhere else.
    if (origin !== room.origin)
      throw new Error(`A test that shares a page went from ${room.origin} to ${origin}.`)
    await page.mouse.move(0, 0)
    await page.evaluate(leave)
    const context = page.context()
    const isCustomer = (await context.cookies()).length > 0
    await Promise.all([page.unrouteAll(), context.clearCookies(), context.clearPermissions()])
    // The shop's page remembers what it sold to its visitor.
    if (isCustomer) await page.reload()
    await control.unlock()
    await control.reconnect()
    await control.revoke()
  }
  await control.switchChain(31337)
  await control.switchAccount(guests)
  markArriving(page)
}

/** Runs in the page. */
async function leave() {
  const latchkey = window.latchkey ?? window.wagmiLab?.latchkey
  await latchkey?.disconnect()
  await latchkey?.close()
  if (latchkey?.getNetworks().some(({ id }) => id === 31337)) await latchkey.switchNetwork('eip155:31337')
  localStorage.clear()
  sessionStorage.clear()
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
