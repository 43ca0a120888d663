import { type MalformedName, malformedNames, thrownNames } from '@latchkey/testing'
import { installWallets } from '@latchkey/testing/playwright'
import { expect, shortened, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'

test('SPEC §2 Connect: a visitor connects by mouse', async ({ shop, wallet, account }) => {
  await shop.goto()
  await shop.openConnect()
  await expect(shop.title).toHaveText('Connect wallet')
  await expect(shop.dialog).toHaveAccessibleName('Connect wallet')
  await expect(shop.section('Installed').getByRole('button', { name: 'Meadow Wallet' })).toBeVisible()

  await shop.row('Meadow Wallet').click()
  await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
  await expect(shop.dialog).toBeHidden()
  expect(await methods(wallet)).toEqual(['eth_requestAccounts', 'eth_chainId'])
  expect(await shop.state(state => state.accounts.eip155)).toMatchObject({
    caipAddress: `eip155:31337:${account.address}`,
    address: account.address,
    isConnected: true,
    status: 'connected',
  })
})

together(
  'LOOK keyboard: connects without a mouse, Escape goes back and then closes, focus returns to the opener',
  async ({ page, shop, wallet, account }) => {
    await shop.goto()
    await wallet.control.next('eth_requestAccounts', 'reject')
    await shop.connectButton.focus()
    await page.keyboard.press('Enter')
    await expect(shop.title).toBeFocused()
    await expect(shop.title).toHaveText('Connect wallet')
    await expect(shop.dialog.getByRole('status')).toContainText('Connect wallet')

    await tabTo(shop.row('Meadow Wallet'))
    await page.keyboard.press('Enter')
    await expect(shop.title).toHaveText('Meadow Wallet')
    await expect(shop.status).toContainText('Connection rejected')
    await expect(shop.dialog.getByRole('alert')).toContainText('Connection rejected')
    await expect(shop.title).toBeFocused()

    await page.keyboard.press('Escape')
    await shop.expectView('Connect')
    await expect(shop.title).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(shop.dialog).toBeHidden()
    await expect(shop.connectButton).toBeFocused()

    await page.keyboard.press('Space')
    await expect(shop.title).toBeFocused()
    await tabTo(shop.row('Meadow Wallet'))
    await page.keyboard.press('Enter')
    await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
    await expect(shop.dialog).toBeHidden()
    await expect(shop.accountButton).toBeFocused()

    /** Tab order is the way there: never more than a handful of stops. */
    async function tabTo(target: typeof shop.title) {
      for (let stops = 0; stops < 6; stops++) {
        await page.keyboard.press('Tab')
        if (await target.evaluate(element => element.matches(':focus'))) return
      }
      await expect(target).toBeFocused()
    }
  },
)

together(
  'LOOK geometry: the card is 368 px wide with rows of 56 px, and answers to a click beside it',
  async ({ page, shop, wallet: _ }) => {
    await shop.goto()
    await shop.openConnect()
    const card = await shop.card.boundingBox()
    expect(card?.width).toBe(368)
    expect((await shop.row('Meadow Wallet').boundingBox())?.height).toBe(56)
    await page.mouse.click(20, 400)
    await expect(shop.dialog).toBeHidden()
    await expect(shop.connectButton).toBeFocused()
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('LOOK geometry: a bottom sheet, connected by touch', async ({ shop, wallet: _, account }) => {
    await shop.goto()
    await shop.connectButton.tap()
    await shop.expectView('Connect')
    await expect
      .poll(async () => {
        const { x, y, width, height } = (await shop.card.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
        return { x, width, bottom: Math.round(y + height) }
      })
      .toEqual({ x: 0, width: 390, bottom: 844 })
    const row = await shop.row('Meadow Wallet').boundingBox()
    expect(row?.height).toBeGreaterThanOrEqual(44)
    await shop.row('Meadow Wallet').tap()
    await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
  })

  test('LOOK the sheet is pulled down by its header to close it', async ({ page, shop, wallet: _ }) => {
    const hands = page.waitForResponse(/\/followTouch-/)
    await shop.goto()
    await shop.connectButton.tap()
    // The sheet has its height once the wallets are there, and follows a hand once that is loaded and has run.
    await expect(shop.row('Meadow Wallet')).toBeVisible()
    await (await hands).finished()
    // With an end to it: now and then Chromium forgets an idle callback until something else is drawn.
    await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve, { timeout: 1000 })))
    const { x, y, width } = (await shop.title.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    const [from, down] = [x + width / 2, y + 10]
    const pull = async (way: number) => {
      await page.mouse.move(from, down)
      await page.mouse.down()
      await page.mouse.move(from, down + way / 2)
      await page.mouse.move(from, down + way, { steps: 4 })
      await page.mouse.up()
    }
    await pull(300)
    await expect(shop.dialog).toBeHidden()
  })
})

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('LOOK the same journey: views change, a refusal shakes once, the tick ends it', async ({
    shop,
    wallet,
  }) => {
    await wallet.control.next('eth_requestAccounts', 'reject')
    await shop.goto()
    await shop.openConnect()
    await shop.row('Meadow Wallet').click()
    const ring = shop.dialog.locator('[part=ring]')
    await expect(ring).toHaveAttribute('data-state', 'failed')
    // The tick shows for less than half a second: record each state as it is drawn, and read it afterwards.
    const drawn = await ring.evaluateHandle(element => {
      const states: (string | undefined)[] = []
      const root = element.getRootNode() as ShadowRoot
      const look = () => states.push(root.querySelector<HTMLElement>('[part=ring]')?.dataset.state)
      new MutationObserver(look).observe(root, { attributes: true, childList: true, subtree: true })
      return states
    })
    await shop.button('Try again').click()
    await expect(shop.accountButton).toBeVisible()
    await expect(shop.dialog).toBeHidden()
    expect(await drawn.jsonValue()).toContain('success')
  })
})

together('SPEC §8 a refusal says "Connection rejected", and trying again works', async ({ shop, wallet }) => {
  await shop.goto()
  await wallet.control.next('eth_requestAccounts', 'reject')
  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  await expect(shop.status).toHaveText('Connection rejectedYou declined the request in Meadow Wallet.')
  await expect(shop.connectButton).not.toHaveAttribute('aria-busy', 'true')
  expect(await shop.state(state => state.accounts.eip155?.status)).toBe('disconnected')

  await shop.button('Try again').click()
  await expect(shop.accountButton).toBeVisible()
})

test('another wallet can be chosen after a failure', async ({ page, shop, recipe, account }) => {
  const [meadow] = await installWallets(page, [
    recipe({ name: 'Meadow Wallet', rdns: 'example.meadow' }),
    recipe({ name: 'Harbour', rdns: 'example.harbour', accounts: [account.privateKey] }),
  ])
  await meadow.control.next('eth_requestAccounts', 'reject')
  await shop.goto()
  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  await shop.button('Choose another wallet').click()
  await shop.row('Harbour').click()
  await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
})

together(
  "F48 closing while a wallet hangs rejects with 'Modal closed'; what it says later is not heard; the second open works",
  async ({ page, shop, wallet }) => {
    await shop.goto()
    await wallet.control.next('eth_requestAccounts', { kind: 'slow' })
    const answer = page.evaluate(() =>
      window.latchkey?.connect().then(
        () => 'connected',
        (error: { message: string; code: string; kind: string }) =>
          `${error.code} ${error.kind} ${error.message}`,
      ),
    )
    await shop.row('Meadow Wallet').click()
    await expect(shop.status).toContainText('Continue in Meadow Wallet')
    await wallet.control.waitForPending('eth_requestAccounts')
    await shop.button('Close').click()
    expect(await answer).toBe('MODAL_CLOSED rejected Modal closed')
    await expect(shop.dialog).toBeHidden()
    expect(await shop.state(state => [state.loading, state.accounts.eip155?.status])).toEqual([
      false,
      'disconnected',
    ])
    expect(await wallet.control.listenerCount()).toBe(0)

    await wallet.control.release('eth_requestAccounts')
    await wallet.control.waitForRequest('eth_requestAccounts', { settled: true })
    await expect(shop.connectButton).toBeVisible()
    expect(await wallet.control.listenerCount()).toBe(0)

    await shop.connect('Meadow Wallet')
  },
)

test('SPEC-NOTES §2 a wallet that never answers: after 10 s what we wait for, after 30 s a way out', async ({
  page,
  shop,
  wallet,
}) => {
  await page.clock.install()
  await wallet.control.next('eth_requestAccounts', 'hang')
  await shop.goto()
  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  await expect(shop.status).toContainText('Approve the connection in your wallet.')
  await expect(shop.button('Try again')).toBeHidden()
  await page.clock.fastForward(10_000)
  await expect(shop.status).toContainText('Still waiting for Meadow Wallet.')
  await page.clock.fastForward(20_000)
  await expect(shop.status).toContainText('No answer from Meadow Wallet')
  await expect(shop.status).toContainText('It may be locked.')
  await shop.button('Try again').click()
  await expect(shop.accountButton).toBeVisible()
})

together('a locked wallet connects once it is unlocked', async ({ shop, wallet, account }) => {
  await wallet.control.lock()
  await shop.goto()
  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  await wallet.control.waitForPending('eth_requestAccounts')
  await expect(shop.status).toContainText('Continue in Meadow Wallet')
  await wallet.control.unlock()
  await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
})

together('-32002: a wallet that still shows an earlier request says so', async ({ shop, wallet }) => {
  await wallet.control.setMode('ask')
  await shop.goto()
  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  await wallet.control.waitForPending('eth_requestAccounts')
  await expect(shop.status).toContainText('Continue in Meadow Wallet')
  await shop.button('Close').click()
  await expect(shop.dialog).toBeHidden()
  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  await expect(shop.status).toHaveText(
    'Failed to connectOpen Meadow Wallet, finish the request waiting there, then try again.',
  )
  await wallet.control.approve()
  await shop.button('Try again').click()
  await expect(shop.accountButton).toBeVisible()
})

/** Garbage that nevertheless holds the right answer. */
const harmless: readonly MalformedName[] = ['noPrefix', 'repeated', 'hugeArray']

together('garbage for accounts ends in "Failed to connect", however it looks', async ({ shop, wallet }) => {
  await shop.goto()
  const failed = await shop.record('connectFailed')
  await shop.openConnect()
  for (const [at, as] of malformedNames.filter(name => !harmless.includes(name)).entries()) {
    await test.step(as, async () => {
      await wallet.control.next('eth_requestAccounts', { kind: 'malformed', as })
      await (at === 0 ? shop.row('Meadow Wallet') : shop.button('Try again')).click()
      expect.soft(await failed.at(at)).toMatchObject({ code: 'WALLET_BAD_ANSWER' })
      await expect.soft(shop.status).toHaveText(badAnswer)
    })
  }
  await expect(shop.page).toHaveTitle(/^Fernweh Press/)
  await shop.button('Try again').click()
  await expect(shop.accountButton).toBeVisible()
})

const badAnswer =
  'Failed to connectMeadow Wallet sent an unexpected answer. Update it, or choose another wallet.'

together('garbage that holds the right answer is read for it', async ({ page, shop, wallet, account }) => {
  await shop.goto()
  for (const as of harmless) {
    await test.step(as, async () => {
      await wallet.control.next('eth_requestAccounts', { kind: 'malformed', as })
      await shop.connect('Meadow Wallet')
      const addresses = await shop.state(state =>
        state.accounts.eip155?.allAccounts.map(({ address }) => address),
      )
      expect(addresses).toEqual([account.address])
      await page.evaluate(() => window.latchkey?.disconnect())
    })
  }
})

together('garbage for the network ends in "Failed to connect"', async ({ shop, wallet }) => {
  await shop.goto()
  const failed = await shop.record('connectFailed')
  await shop.openConnect()
  const shapes = ['null', 'emptyString', 'string', 'notHex', 'object', 'huge', 'throwing'] as const
  for (const [at, as] of shapes.entries()) {
    await test.step(as, async () => {
      await wallet.control.next('eth_chainId', { kind: 'malformed', as })
      await (at === 0 ? shop.row('Meadow Wallet') : shop.button('Try again')).click()
      expect.soft(await failed.at(at)).toMatchObject({ code: 'WALLET_BAD_ANSWER' })
      await expect.soft(shop.status).toHaveText(badAnswer)
    })
  }
})

together('whatever a wallet throws ends in a sentence of ours', async ({ shop, wallet }) => {
  await shop.goto()
  const failed = await shop.record('connectFailed')
  await shop.openConnect()
  for (const [at, how] of thrownNames.entries()) {
    await test.step(how, async () => {
      const refused = how === 'plain' || how === 'stringCode'
      await wallet.control.next('eth_requestAccounts', { kind: 'throw', how })
      await (at === 0 ? shop.row('Meadow Wallet') : shop.button('Try again')).click()
      expect
        .soft(await failed.at(at))
        .toMatchObject({ code: refused ? 'CONNECTION_REJECTED' : 'CONNECT_FAILED' })
      await expect
        .soft(shop.status)
        .toHaveText(
          refused
            ? 'Connection rejectedYou declined the request in Meadow Wallet.'
            : 'Failed to connectOpen Meadow Wallet, check that it’s unlocked, and try again.',
        )
    })
  }
  await shop.button('Try again').click()
  await expect(shop.accountButton).toBeVisible()
})

together('a wallet that answers twice connects once', async ({ shop, wallet }) => {
  await shop.goto()
  await wallet.control.next('eth_requestAccounts', 'twice')
  const connected = await shop.record('connected')
  await shop.connect('Meadow Wallet')
  expect(await connected.all()).toHaveLength(1)
  expect(await shop.state(state => state.connections.length)).toBe(1)
})

test('without any wallet: a hint, and where to get one', async ({ shop }) => {
  await shop.goto()
  await shop.openConnect()
  await expect(shop.status).toContainText('No wallet found in this browser')
  await expect(shop.dialog.getByRole('list', { name: 'Get a wallet' })).toBeVisible()
  const first = shop.rows.first()
  const name = await first.locator('.row-name').innerText()
  await first.click()
  await expect(shop.status).toContainText(`Get ${name}`)
  const links = shop.dialog.getByRole('list', { name: 'Where to get it' }).getByRole('link')
  await expect(links.first()).toBeVisible()
  for (const link of await links.all()) {
    expect(await link.getAttribute('href')).toMatch(/^https:\/\//)
    expect(await link.getAttribute('rel')).toContain('noopener')
    expect(await link.getAttribute('target')).toBe('_blank')
  }
})

test('T21 two wallets that claim one identity are two marked rows, and neither is chosen by itself', async ({
  page,
  shop,
  recipe,
  account,
}) => {
  const [, second] = await installWallets(page, [
    recipe({ name: 'Twin', rdns: 'example.twin', memory: false }),
    recipe({ name: 'Twin', rdns: 'example.twin', memory: false, accounts: [account.privateKey] }),
  ])
  await shop.goto()
  await shop.openConnect()
  const twins = shop.row('Twin')
  await expect(twins).toHaveCount(2)
  for (const twin of await twins.all()) await expect(twin).toContainText('browser extension')
  await twins.nth(1).click()
  await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
  expect(await methods(second)).toContain('eth_requestAccounts')

  await page.reload()
  await expect(shop.connectButton).toBeVisible()
  await shop.openConnect()
  await expect(shop.row('Twin')).toHaveCount(2)
  await expect(shop.dialog.getByText('recent')).toHaveCount(0)
})

together(
  'T21 hostile announcements: no script runs, nothing throws, no name or icon breaks the list',
  async ({ page, shop, wallet: _, account }) => {
    const foreign: string[] = []
    page.on('request', request => {
      if (new URL(request.url()).hostname.endsWith('.invalid')) foreign.push(request.url())
    })
    await shop.goto({ wallets: 'hostile' })
    await shop.openConnect()
    await expect(shop.row('Meadow Wallet')).toBeVisible()
    await expect(page).toHaveTitle(/^Fernweh Press/)
    for (const row of await shop.rows.all()) {
      const box = await row.boundingBox()
      expect(box?.height).toBeLessThanOrEqual(80)
      expect(box?.width).toBeLessThanOrEqual(368)
    }
    for (const source of await shop.dialog
      .locator('img')
      .evaluateAll(images => images.map(image => image.getAttribute('src') ?? ''))) {
      expect(source).toMatch(/^data:image\//)
    }
    expect(foreign).toEqual([])

    await shop.row('Meadow Wallet').click()
    await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
    await expect(page).toHaveTitle(/^Fernweh Press/)
  },
)

test('T21 a wallet whose every call throws fails like any other', async ({ page, shop, recipe }) => {
  await installWallets(page, [recipe({ name: 'Harbour', rdns: 'example.harbour' })], {
    hostile: ['throwingProvider'],
  })
  await shop.goto()
  await shop.openConnect()
  await shop.row('Throwing Wallet').click()
  await expect(shop.status).toContainText('Failed to connect')
  await shop.button('Choose another wallet').click()
  await shop.row('Harbour').click()
  await expect(shop.accountButton).toBeVisible()
})

test.describe('a wallet of the old kind', () => {
  test.use({ walletOptions: { announce: 'manual', legacy: true, flags: { isMetaMask: true } } })

  test('window.ethereum alone is found and connects', async ({ shop, wallet: _, account }) => {
    await shop.goto()
    await shop.openConnect()
    await shop.row('MetaMask').click()
    await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
  })
})

test.describe('a wallet that comes late', () => {
  test.use({ walletOptions: { announce: 'manual' } })

  test('appears in the open list', async ({ shop, wallet }) => {
    await shop.goto()
    await shop.openConnect()
    await expect(shop.status).toContainText('No wallet found in this browser')
    await wallet.control.announce()
    await expect(shop.status).toBeHidden()
    await shop.row('Meadow Wallet').click()
    await expect(shop.accountButton).toBeVisible()
  })
})

test('F13 cut off from the network while it connects, a wallet still does; the balance is "—"', async ({
  page,
  shop,
  forgiven,
  wallet,
  account,
}) => {
  // The browser itself logs each request that fails.
  forgiven.push(/ERR_INTERNET_DISCONNECTED/)
  await wallet.control.setMode('ask')
  await shop.goto()
  // The account's own chunk comes while the wallet is asked, or before, with what the bundler gave it that others need.
  const chunk = page.waitForResponse(/\/AccountView-/)
  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  await wallet.control.waitForPending('eth_requestAccounts')
  await (await chunk).finished()
  await page.context().setOffline(true)
  await wallet.control.approve()
  await expect(shop.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
  await shop.openAccount()
  await expect(shop.dialog.getByText('— ETH')).toBeVisible()
})

together('SPEC-NOTES §2 the legal checkbox gates every row', async ({ shop, wallet }) => {
  await shop.goto({ legal: 'checkbox' })
  await shop.openConnect()
  const box = shop.dialog.getByRole('checkbox')
  await expect(box).not.toBeChecked()
  await expect(box).toBeFocused()
  await shop.row('Meadow Wallet').click({ force: true })
  await expect(shop.title).toHaveText('Connect wallet')
  expect(await methods(wallet)).toEqual([])
  await box.check()
  await shop.row('Meadow Wallet').click()
  await expect(shop.accountButton).toBeVisible()
})

async function methods(wallet: {
  control: { requests(): Promise<readonly { method: string }[]> }
}): Promise<string[]> {
  return (await wallet.control.requests()).map(request => request.method)
}
