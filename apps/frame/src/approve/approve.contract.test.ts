import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from 'playwright'
import { build, defaultClientConditions } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chromiumArgs, ensureChromium } from '../../../../scripts/chromium/chromium.ts'
import { sourceCondition } from '../../../../scripts/sourceCondition.ts'
import { cssText } from '../../../../scripts/vite/cssText.ts'

const account = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
let browser: Browser
let page: Page
let origin: (name: string) => string
let close: () => void

beforeAll(async () => {
  const [built, executablePath] = await Promise.all([
    build({
      configFile: false,
      logLevel: 'silent',
      plugins: [cssText()],
      resolve: { conditions: [sourceCondition, ...defaultClientConditions] },
      build: {
        write: false,
        modulePreload: false,
        rolldownOptions: {
          input: resolve(import.meta.dirname, 'approvePage.fixture.ts'),
          output: { entryFileNames: 'approve.js', chunkFileNames: '[name]-[hash].js' },
        },
      },
    }),
    ensureChromium(),
  ])
  if (!('output' in built)) throw new Error('not built')
  const scripts = new Map(built.output.map(each => [`/${each.fileName}`, 'code' in each ? each.code : '']))
  const server = createServer((request, response) => {
    const { hostname, pathname } = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const script = scripts.get(pathname)
    if (script !== undefined) {
      response.setHeader('content-type', 'text/javascript').end(script)
      return
    }
    // Of what the widget's frame may do, no windows.
    const sandbox = pathname === '/windowless' ? 'sandbox="allow-scripts allow-same-origin"' : ''
    const frame = `<iframe ${sandbox} src="${origin('keys')}" style="position:absolute;inset:20px auto auto 20px;inline-size:368px;block-size:560px;border:0"></iframe>`
    const body = hostname === 'keys.localhost' ? '<script type="module" src="/approve.js"></script>' : frame
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>page</title><body>${body}</body>`)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  origin = name => `http://${name}.localhost:${port}`
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  browser = await chromium.launch({ args: [...chromiumArgs], executablePath })
  page = await browser.newPage({ viewport: { width: 420, height: 640 } })
})
afterAll(async () => {
  await browser?.close()
  close?.()
})

interface Wallet {
  readonly agreed: string[]
  touches(): number
  startTime(): void
  ask(method: string, params: unknown): void
}

async function openWallet(page: Page, asked: readonly [string, unknown], path = ''): Promise<Frame> {
  await page.goto(origin('host') + path)
  await expect.poll(() => page.frames().length).toBe(2)
  const wallet = page.frames()[1] as Frame
  await wallet.waitForFunction(() => 'ask' in window)
  await wallet.evaluate(
    ([method, params]) => (window as unknown as Wallet).ask(method as string, params),
    asked,
  )
  await wallet.getByRole('heading').waitFor()
  return wallet
}

/** A page that shows the wallet, which asks for an approval. It is loaded anew each time, in the one window. */
async function visit(
  use: (page: Page, wallet: Frame) => Promise<void>,
  asked: readonly [string, unknown] = ['personal_sign', ['Hello', account]],
): Promise<void> {
  try {
    await use(page, await openWallet(page, asked))
  } finally {
    // These pages store nothing; only the mouse position stays with a window.
    await page.mouse.up()
    await page.mouse.move(0, 0)
    await page.goto('about:blank')
  }
}

const agreed = (wallet: Frame) => wallet.evaluate(() => (window as unknown as Wallet).agreed)
const sign = (wallet: Frame) => wallet.getByRole('button', { name: 'Sign', exact: true })
const isArmed = (wallet: Frame) =>
  sign(wallet).evaluate(button => button.getAttribute('aria-disabled') !== 'true')
const patience = { interval: 100 }

/** Keeps the half second from ending there, however long the test's own steps take; what is shorter goes on. */
const stopTime = (wallet: Frame) =>
  wallet.evaluate(() => {
    const { setTimeout } = window
    const wait = (run: () => void, milliseconds = 0) =>
      milliseconds < 500 ? setTimeout(run, milliseconds) : 0
    Object.assign(window, { setTimeout: wait, startTime: () => Object.assign(window, { setTimeout }) })
  })
/** The half second begins anew, as after each return to the page. */
const startTime = (wallet: Frame) =>
  wallet.evaluate(() => {
    ;(window as unknown as Wallet).startTime()
    window.dispatchEvent(new Event('focus'))
  })
/** Into the frame, but on nothing of it. */
const clickInside = (page: Page) => page.mouse.click(40, 40)

test("arms the button once all is in sight for half a second, and not before; the title is the browser's name of the page (T07, T08)", () =>
  visit(async (page, wallet) => {
    const words = await wallet.locator('.approve-head').innerText()
    expect(words.replace(/\s+/g, ' ')).toBe(
      'http://host.localhost calls itself “Uniswap” The name doesn’t match the page. Sign a message',
    )
    await stopTime(wallet)
    expect(await isArmed(wallet)).toBe(false)
    const box = await sign(wallet).boundingBox()
    if (!box) throw new Error('no button')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.click(x, y)
    expect(await agreed(wallet)).toEqual([])
    await startTime(wallet)
    await expect.poll(() => isArmed(wallet), patience).toBe(true)
    await page.mouse.click(x, y)
    await expect.poll(() => agreed(wallet), patience).toEqual(['personal_sign'])
  }))

/** Each with how the page does it, and how it takes it back. */
const tricks: Readonly<Record<string, readonly [string, string]>> = {
  'a layer over a corner of it': [
    'layer.style.cssText="position:absolute;left:20px;top:20px;width:60px;height:30px;background:red;z-index:9"',
    'layer.style.cssText=""',
  ],
  'a layer that nobody sees and no click meets': [
    'layer.style.cssText="position:absolute;inset:0;background:rgb(255 255 255/.01);pointer-events:none;z-index:9"',
    'layer.style.cssText=""',
  ],
  'a page that makes it pale': ['wallet.style.opacity=".01"', 'wallet.style.opacity=""'],
  'a page that makes it small': ['wallet.style.transform="scale(.5)"', 'wallet.style.transform=""'],
  'a page that leaves its buttons of it': ['wallet.style.blockSize="84px"', 'wallet.style.blockSize="560px"'],
  'a page that leaves a strip of it': ['wallet.style.inlineSize="200px"', 'wallet.style.inlineSize="368px"'],
  'a page that blurs it': ['document.body.style.filter="blur(1px)"', 'document.body.style.filter=""'],
  'a page that pushes it out of sight': ['wallet.style.top="300px"', 'wallet.style.top=""'],
}

test('keeps the button disarmed while covered, pale, small, cut, blurred or out of sight (T08)', () =>
  visit(async (page, wallet) => {
    await page.evaluate(() =>
      Object.assign(window, {
        layer: document.body.appendChild(document.createElement('div')),
        wallet: document.querySelector('iframe'),
      }),
    )
    await clickInside(page)
    const last = Object.values(tricks).at(-1)?.[0]
    const isSeen = async () =>
      !(await wallet.locator('.wait-words').innerText()).match(/Scroll to see|may be covering/)
    await expect.poll(() => isArmed(wallet), patience).toBe(true)
    for (const [name, [trick, undo]] of Object.entries(tricks)) {
      await expect.poll(isSeen, patience).toBe(true)
      await page.evaluate(trick)
      await expect.poll(isSeen, { message: name, ...patience }).toBe(false)
      expect(await isArmed(wallet), name).toBe(false)
      await sign(wallet).evaluate(button => (button as HTMLButtonElement).click())
      await sign(wallet).dispatchEvent('pointerdown')
      await sign(wallet).dispatchEvent('click')
      await sign(wallet).focus()
      await page.keyboard.press('Enter')
      expect(await agreed(wallet)).toEqual([])
      if (trick === last) {
        // A page that stays like that does not stop the visitor from continuing in a window.
        await wallet.getByRole('button', { name: 'Continue in a window' }).waitFor()
        expect(await sign(wallet).count()).toBe(0)
      }
      await page.evaluate(undo)
    }
    await sign(wallet).waitFor()
  }))

/** EIP-2612, over a million dollars. */
const permit = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: ['owner', 'spender']
      .map(name => ({ name, type: 'address' }))
      .concat(['value', 'nonce', 'deadline'].map(name => ({ name, type: 'uint256' }))),
  },
  primaryType: 'Permit',
  domain: {
    name: 'USD Coin',
    chainId: 1,
    verifyingContract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  },
  message: {
    owner: account,
    spender: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    value: '1000000000000',
    nonce: '0',
    deadline: '1999999999',
  },
}

test('requires scrolling through content taller than the frame, and again after the page resized the frame (T08)', () =>
  visit(
    async (page, wallet) => {
      const resize = (size: number) =>
        page.evaluate(size => {
          const frame = document.querySelector('iframe')
          if (frame) frame.style.blockSize = `${size}px`
        }, size)
      const waits = () => wallet.locator('.wait-words').innerText()
      const unread = /^Scroll through all of it/
      await resize(300)
      await clickInside(page)
      await expect.poll(waits, patience).toMatch(unread)
      await page.mouse.move(100, 100)
      await page.mouse.wheel(0, 60)
      await expect.poll(() => wallet.evaluate(() => scrollY), patience).toBe(60)
      expect(await waits()).toMatch(unread)
      await page.mouse.wheel(0, 5_000)
      await expect.poll(() => isArmed(wallet), patience).toBe(true)
      await page.mouse.wheel(0, -5_000)
      await expect.poll(() => wallet.evaluate(() => scrollY), patience).toBe(0)
      expect(await isArmed(wallet)).toBe(true)
      await resize(320)
      await expect.poll(waits, patience).toMatch(unread)
      await sign(wallet).click({ force: true })
      expect(await agreed(wallet)).toEqual([])
      await page.mouse.wheel(0, 5_000)
      await expect.poll(() => isArmed(wallet), patience).toBe(true)
      await sign(wallet).click()
      await expect.poll(() => agreed(wallet), patience).toEqual(['eth_signTypedData_v4'])
    },
    ['eth_signTypedData_v4', [account, permit]],
  ))

test('needs no scrolling for the empty space below content that fits', () =>
  visit(async (page, wallet) => {
    const height = await wallet.locator('.approve-foot').evaluate(foot => {
      const end = foot.previousElementSibling?.getBoundingClientRect().bottom ?? 0
      return Math.ceil(end + foot.clientHeight) + 4
    })
    await page.evaluate(size => {
      const frame = document.querySelector('iframe')
      if (frame) frame.style.blockSize = `${size}px`
    }, height)
    await clickInside(page)
    await expect
      .poll(() => wallet.evaluate(() => document.documentElement.scrollHeight - innerHeight), patience)
      .toBeGreaterThan(2)
    await expect.poll(() => isArmed(wallet), patience).toBe(true)
    expect(await wallet.evaluate(() => scrollY)).toBe(0)
  }))

test('ignores a second click that lands here because another element closed (T09)', () =>
  visit(async (page, wallet) => {
    await clickInside(page)
    await expect.poll(() => isArmed(wallet), patience).toBe(true)
    const box = await sign(wallet).boundingBox()
    if (!box) throw new Error('no button')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    // A window of the page's, or a layer over it, has the first of the two clicks.
    await page.evaluate(() => {
      const layer = document.createElement('div')
      layer.style.cssText = 'position:fixed;inset:0;z-index:9;background:#fff'
      layer.tabIndex = 0
      layer.addEventListener('pointerdown', () => layer.remove())
      document.body.append(layer)
      layer.focus()
    })
    await expect.poll(() => isArmed(wallet), patience).toBe(false)
    await stopTime(wallet)
    await page.mouse.dblclick(x, y)
    await page.mouse.click(x, y)
    expect(await agreed(wallet)).toEqual([])
    await startTime(wallet)
    // Pressed elsewhere and let go here.
    await expect.poll(() => isArmed(wallet), patience).toBe(true)
    await page.mouse.move(60, 60)
    await page.mouse.down()
    await page.mouse.move(x, y)
    await page.mouse.up()
    expect(await agreed(wallet)).toEqual([])
  }))

test('ignores Enter after the page moved the focus here (T10)', () =>
  visit(async (page, wallet) => {
    await page.evaluate(() => document.querySelector('iframe')?.focus())
    await expect.poll(() => isArmed(wallet), patience).toBe(true)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    // Not even when the button has the focus: the page moved it there, not the visitor.
    await sign(wallet).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    expect(await agreed(wallet)).toEqual([])
    // By Tab the visitor moves himself.
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => agreed(wallet), patience).toEqual(['personal_sign'])
  }))

test('asks twice for an unknown effect, each time again (T58)', () =>
  visit(
    async (page, wallet) => {
      const send = wallet.getByRole('button', { name: 'Send transaction', exact: true })
      await clickInside(page)
      // Its beginning counts once it is in sight.
      await wallet.getByText('Scroll through all of it').waitFor()
      await page.mouse.move(100, 100)
      await page.mouse.wheel(0, 5_000)
      await expect.poll(() => send.getAttribute('aria-disabled'), patience).not.toBe('true')
      await stopTime(wallet)
      await send.click()
      expect(await agreed(wallet)).toEqual([])
      expect(await wallet.getByRole('heading').innerText()).toBe('Are you sure?')
      const again = wallet.getByRole('button', { name: 'Send transaction anyway' })
      // The same place under the same finger.
      expect(await again.getAttribute('aria-disabled')).toBe('true')
      await startTime(wallet)
      await expect.poll(() => again.getAttribute('aria-disabled'), patience).not.toBe('true')
      await again.click()
      await expect.poll(() => agreed(wallet), patience).toEqual(['eth_sendTransaction'])
    },
    ['eth_sendTransaction', [{ to: account, data: '0xdeadbeef' }]],
  ))

test('offers only Close for a sign-in at another site (T37)', () =>
  visit(
    async (page, wallet) => {
      await clickInside(page)
      expect(await wallet.getByRole('button').allInnerTexts()).toEqual(['Close'])
      expect(await wallet.getByRole('heading').innerText()).toBe('Sign-in blocked')
    },
    [
      'personal_sign',
      [
        `evil.example wants you to sign in with your Ethereum account:\n${account}\n\n\nURI: https://evil.example\nVersion: 1\nChain ID: 1\nNonce: abcdefgh1234\nIssued At: 2026-11-21T08:00:00Z`,
        account,
      ],
    ],
  ))

/** Opens a browser that cannot detect what covers a frame. */
async function inBlindBrowser(use: (context: BrowserContext) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 420, height: 640 } })
  const failures: unknown[] = []
  context.on('weberror', error => failures.push(error.error()))
  try {
    // As Firefox and Safari are.
    await context.addInitScript(() =>
      Reflect.deleteProperty(IntersectionObserverEntry.prototype, 'isVisible'),
    )
    await use(context)
    expect(failures).toEqual([])
  } finally {
    await context.close()
  }
}

/** The window in which an approval goes on there. */
function inWindow(
  asked: readonly [string, unknown],
  use: (wallet: Frame, window: Page) => Promise<void>,
): Promise<void> {
  return inBlindBrowser(async context => {
    const wallet = await openWallet(await context.newPage(), asked)
    expect(await wallet.getByRole('button').allInnerTexts()).toEqual(['Reject', 'Continue in a window'])
    const [window] = await Promise.all([
      context.waitForEvent('page'),
      wallet.getByRole('button', { name: 'Continue in a window' }).click(),
    ])
    await window.getByRole('button', { name: 'Sign', exact: true }).waitFor()
    await window.bringToFront()
    await use(wallet, window)
  })
}

test('reports a window that the browser blocked (F47)', () =>
  inBlindBrowser(async context => {
    const asked = ['personal_sign', ['Hello', account]] as const
    const wallet = await openWallet(await context.newPage(), asked, '/windowless')
    const waits = () => wallet.locator('.wait-words').innerText()
    expect(await waits()).toMatch(/^Something may be covering the wallet here/)
    await wallet.getByRole('button', { name: 'Continue in a window' }).click()
    await expect
      .poll(waits, patience)
      .toBe('Your browser blocked the window. Allow pop-ups for this page and try again.')
  }))

test('continues in the wallet’s own window where the browser cannot detect covers, and counts use there as well (T08, T79)', () =>
  inWindow(['personal_sign', ['Hello', account]], async (wallet, window) => {
    expect(new URL(window.url()).origin).toBe(origin('keys'))
    const button = window.getByRole('button', { name: 'Sign', exact: true })
    expect(await window.locator('.approve-site').innerText()).toBe('http://host.localhost')
    expect(await window.evaluate(() => opener)).toBe(null)
    const touches = () => wallet.evaluate(() => (globalThis as unknown as Wallet).touches())
    const before = await touches()
    await window.mouse.click(30, 30)
    await window.keyboard.press('Tab')
    // Said once for all that is done there in a while.
    await expect.poll(touches, patience).toBe(before + 1)
    await expect.poll(() => button.getAttribute('aria-disabled'), patience).not.toBe('true')
    expect(await agreed(wallet)).toEqual([])
    await Promise.all([window.waitForEvent('close'), button.click()])
    expect(await agreed(wallet)).toEqual(['personal_sign'])
    await expect.poll(() => wallet.getByRole('heading').count(), patience).toBe(0)
  }))

test("keeps content read in its own window when a phone's bars retract", () =>
  inWindow(['eth_signTypedData_v4', [account, permit]], async (wallet, window) => {
    const button = window.getByRole('button', { name: 'Sign', exact: true })
    const scrolled = () => window.evaluate(() => scrollY)
    await window.setViewportSize({ width: 420, height: 300 })
    await expect
      .poll(() => window.locator('.wait-words').innerText(), patience)
      .toMatch(/^Scroll through all of it/)
    await window.mouse.move(100, 100)
    await window.mouse.wheel(0, 60)
    await expect.poll(scrolled, patience).toBe(60)
    await window.setViewportSize({ width: 420, height: 340 })
    await expect.poll(() => window.evaluate(() => innerHeight), patience).toBe(340)
    await window.mouse.wheel(0, 5_000)
    await expect.poll(() => button.getAttribute('aria-disabled'), patience).not.toBe('true')
    await Promise.all([window.waitForEvent('close'), button.click()])
    expect(await agreed(wallet)).toEqual(['eth_signTypedData_v4'])
  }))
