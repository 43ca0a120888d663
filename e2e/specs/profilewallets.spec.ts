import { installWallets, type RemoteWallet } from '@latchkey/testing/playwright'
import type { Page } from '@playwright/test'
import type { Latchkey } from 'latchkey'
import { Shop } from '../setup/Shop.ts'
import { expect, freshAccount, shortened, test } from '../setup/test.ts'

const heron = { name: 'Heron Vault', rdns: 'example.heron' }
const several = { multi: 'on' }

async function call(page: Page, expression: string): Promise<unknown> {
  return page.evaluate(`(async handle => ${expression})(window.latchkey).then(
    value => value,
    error => ({ error: error.code, message: error.message }),
  )`)
}

async function prompts({ control }: RemoteWallet): Promise<number> {
  return (await control.requests()).filter(({ method }) => method === 'eth_requestAccounts').length
}

async function addSecond(shop: Shop): Promise<void> {
  await shop.openAccount()
  await shop.pressMenu('wallets')
  await shop.expectView('ProfileWallets')
  await shop.button('Add wallet').click()
  await shop.expectView('Connect')
  await shop.row('Heron Vault').click()
  await shop.expectView('ProfileWallets')
}

test('SPEC-NOTES §2 several wallets: added, switched without a prompt, disconnected, and connected again', async ({
  page,
  shop,
  wallet,
  account,
  recipe,
}) => {
  const second = freshAccount()
  const [other] = await installWallets(page, [recipe({ ...heron, accounts: [second.privateKey] })])
  await shop.goto(several)
  await shop.connectByHandle('Meadow Wallet')
  await addSecond(shop)
  expect(await shop.state(state => state.connections.length)).toBe(2)
  expect(await shop.state(state => state.accounts.eip155?.address)).toBe(second.address)

  await test.step('active: switched without a prompt', async () => {
    const before = await prompts(wallet)
    const changed = await shop.record('accountChanged')
    await shop.row(shortened(account.address)).click()
    await expect(shop.row(shortened(account.address))).toHaveAttribute('aria-current', 'true')
    expect(await changed.at(0)).toEqual({ namespace: 'eip155', address: `eip155:31337:${account.address}` })
    expect(await prompts(wallet)).toBe(before)
  })

  await test.step('one is disconnected, the other stays and the widget with it', async () => {
    await shop.button('Disconnect Meadow Wallet').click()
    await expect(shop.dialog.getByText('Recently connected')).toBeVisible()
    expect(await shop.state(state => state.accounts.eip155?.address)).toBe(second.address)
    expect(
      await shop.state(state => state.recentConnections.map(({ walletId, status }) => [walletId, status])),
    ).toEqual([['rdns:example.meadow', 'disconnected']])
  })

  await test.step('disconnected: connected again through its own flow, which comes back', async () => {
    await shop.row(/^Meadow Wallet/).click()
    await shop.expectView('ProfileWallets')
    await expect(shop.row(shortened(account.address))).toHaveAttribute('aria-current', 'true')
    await expect(shop.dialog.getByText('Recently connected')).toBeHidden()
  })

  await test.step('all are disconnected: the widget closes, and both are remembered across a reload', async () => {
    await shop.button('Disconnect all').click()
    await expect(shop.dialog).toBeHidden()
    await expect(shop.connectButton).toBeVisible()
    expect(await shop.state(state => [state.connections.length, state.recentConnections.length])).toEqual([
      0, 2,
    ])
    await page.reload()
    await expect(shop.connectButton).toBeVisible()
    await call(page, "handle.open({ view: 'ProfileWallets' })")
    await shop.expectView('ProfileWallets')
    await shop.button('Forget Heron Vault').click()
    await expect(shop.button('Forget Heron Vault')).toBeHidden()
    expect(await shop.state(state => state.recentConnections.map(({ wallet: { name } }) => name))).toEqual([
      'Meadow Wallet',
    ])
  })
  expect(await other.control.pending()).toEqual([])
})

test('several wallets by keyboard alone', async ({ page, shop, wallet: _, account, recipe }) => {
  await installWallets(page, [recipe(heron)])
  await shop.goto(several)
  await shop.connectByHandle('Meadow Wallet')
  await shop.accountButton.focus()
  await page.keyboard.press('Enter')
  await shop.expectView('Account')
  await press(shop, 'More')
  await page.keyboard.press('Enter')
  await shop.expectView('ProfileWallets')
  await expect(shop.title).toBeFocused()
  await press(shop, 'Add wallet')
  await shop.expectView('Connect')
  await press(shop, /^Heron Vault/)
  await shop.expectView('ProfileWallets')
  await press(shop, new RegExp(shortened(account.address)))
  await expect(shop.row(shortened(account.address))).toHaveAttribute('aria-current', 'true')
  await expect(shop.row(shortened(account.address))).toBeFocused()
  await press(shop, 'Disconnect Heron Vault')
  // The pressed button is gone; the heading has focus, not the page.
  await expect(shop.title).toBeFocused()
  await press(shop, 'Forget Heron Vault')
  await expect(shop.title).toBeFocused()
  await page.keyboard.press('Escape')
  await shop.expectView('Account')
})

/** Moves on by Tab until the control has focus, then presses it. */
async function press(shop: Shop, name: string | RegExp): Promise<void> {
  const control = shop.dialog.getByRole('button', { name, exact: typeof name === 'string' })
  await expect(control).toBeVisible()
  for (let at = 0; at < 40; at++) {
    if (await control.evaluate(node => (node.getRootNode() as ShadowRoot).activeElement === node)) break
    await shop.page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
  await shop.page.keyboard.press('Enter')
}

test('the handle switches, forgets and emits events; an unknown connection is an error', async ({
  page,
  shop,
  wallet,
  account,
  recipe,
}) => {
  await installWallets(page, [recipe(heron)])
  await shop.goto(several)
  await shop.connectByHandle('Meadow Wallet')
  await addSecond(shop)
  await call(page, 'handle.close()')
  await page.evaluate(
    `window.told = []; window.latchkey.subscribeConnections(({ connections, recentConnections }) => window.told.push([connections.length, recentConnections.length])).then(stop => { window.stop = stop })`,
  )
  const first = await shop.state(
    state => state.connections.find(({ wallet: { name } }) => name === 'Meadow Wallet')?.id,
  )
  const id = JSON.stringify(first)
  const before = await prompts(wallet)
  expect(await call(page, `handle.switchConnection({ connectionId: ${id} })`)).toMatchObject({ id: first })
  expect(await prompts(wallet)).toBe(before)
  expect(await shop.state(state => state.accounts.eip155?.connectionId)).toBe(first)
  expect(
    await call(
      page,
      `handle.switchConnection({ connectionId: ${id}, address: '0x0000000000000000000000000000000000000001' })`,
    ),
  ).toMatchObject({ error: 'INVALID_CAIP_ADDRESS' })
  expect(await call(page, "handle.switchConnection({ connectionId: 'nobody' })")).toMatchObject({
    error: 'NOT_CONNECTED',
  })

  await call(page, `handle.disconnect({ connectionId: ${id} })`)
  await expect.poll(() => page.evaluate('window.told.at(-1)')).toEqual([1, 1])
  await page.evaluate('window.stop()')
  // An id that ended leads through the wallet's own flow.
  expect(await call(page, `handle.switchConnection({ connectionId: ${id} })`)).toMatchObject({
    walletId: 'rdns:example.meadow',
  })
  expect(await shop.state(state => state.accounts.eip155?.address)).toBe(account.address)
  await call(page, 'handle.disconnect({ connectionId: handle.getState().connections[0].id })')
  await call(
    page,
    'handle.deleteRecentConnection({ connectionId: handle.getState().recentConnections[0].id })',
  )
  expect(await shop.state(state => state.recentConnections)).toEqual([])
  expect(await page.evaluate('window.told.at(-1)')).toEqual([1, 1])
})

test('SPEC §6 with the flag off the developer is warned, and a second wallet replaces the first', async ({
  page,
  shop,
  wallet: _,
  recipe,
}) => {
  await installWallets(page, [recipe(heron)])
  const infos: string[] = []
  page.on('console', message => message.type() === 'info' && infos.push(message.text()))
  await shop.goto({ multi: 'off' })
  await shop.connectByHandle('Meadow Wallet')
  const alerts = await shop.record('alert')
  await call(page, "handle.open({ view: 'ProfileWallets' })")
  await shop.expectView('Account')
  expect(await alerts.at(0)).toEqual({
    code: 'MULTI_WALLET_DISABLED',
    level: 'info',
    text: 'Multi-wallet is not enabled',
  })
  await shop.openMenu()
  await expect(shop.menuItem('wallets')).toHaveCount(0)
  await expect.poll(() => infos.join()).toContain('Multi-wallet is not enabled')
  expect(await call(page, "handle.switchConnection({ connectionId: 'x' })")).toMatchObject({
    error: 'MULTI_WALLET_DISABLED',
    message: 'Multi-wallet is not enabled',
  })
  expect(await call(page, 'handle.subscribeConnections(() => {})')).toMatchObject({
    error: 'MULTI_WALLET_DISABLED',
  })
  await expect.poll(async () => (await alerts.all()).length).toBeGreaterThan(2)
  await call(page, 'handle.close()')
  const added = call(page, 'handle.connect()')
  await shop.row(/^Heron Vault/).click()
  await added
  expect(await shop.state(state => state.connections.map(({ wallet: { name } }) => name))).toEqual([
    'Heron Vault',
  ])
  expect(await shop.state(state => state.recentConnections)).toEqual([])
})

test('F36 two tabs of the page show the same within 500 ms: connected, in use, disconnected', async ({
  context,
  stack,
  recipe,
}) => {
  const accounts = [freshAccount(), freshAccount()] as const
  const [meadow] = await installWallets(context, [
    recipe({ name: 'Meadow Wallet', rdns: 'example.meadow', accounts: [accounts[0].privateKey] }),
    recipe({ ...heron, accounts: [accounts[1].privateKey] }),
  ])
  const one = new Shop(await context.newPage(), stack.shop)
  const two = new Shop(await context.newPage(), stack.shop)
  await one.goto(several)
  // The visitor has not touched this page's widget, so nothing of it is loaded.
  await two.goto(several)
  await expect(two.connectButton).toBeVisible()
  for (const shop of [one, two]) await noteChanges(shop)

  const took: number[] = []
  const sameSoon = async (follower: Shop, leader: Shop) => void took.push(await untilSame(follower, leader))

  // A press in a tab behind another one is delayed.
  await one.page.bringToFront()
  await one.connectByHandle('Meadow Wallet')
  await sameSoon(two, one)
  await expect(two.accountButton).toHaveAccessibleName(`Account ${shortened(accounts[0].address)}`)
  await expect.poll(() => two.state(state => state.accounts.eip155?.status)).toBe('connected')

  await addSecond(one)
  await sameSoon(two, one)
  await one.row(shortened(accounts[0].address)).click()
  await sameSoon(two, one)

  // The other way round.
  await two.page.bringToFront()
  await two.openAccount()
  await two.pressMenu('wallets')
  await two.expectView('ProfileWallets')
  await two.row(shortened(accounts[1].address)).click()
  await sameSoon(one, two)
  await two.button('Disconnect Heron Vault').click()
  await sameSoon(one, two)
  await expect(one.dialog.getByText('Recently connected')).toBeVisible()
  await two.button('Disconnect Meadow Wallet').click()
  await sameSoon(one, two)
  await expect(one.dialog).toBeHidden()
  await expect(one.connectButton).toBeVisible()
  expect(await prompts(meadow)).toBeLessThanOrEqual(1)
  // On a busy machine even a bare message between the tabs takes its time: the limit grows with it.
  expect(median(took)).toBeLessThan(Math.max(500, 50 * (await bareMessage(one, two))))
})

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/** Milliseconds that a message of the browser's own takes from one tab to the other: the median of nine. */
async function bareMessage(from: Shop, to: Shop): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 9; round++) {
    const name = `bare${round}`
    const heard = to.page.evaluate(
      channel =>
        new Promise<number>(resolve => {
          const messages = new BroadcastChannel(channel)
          messages.onmessage = () => resolve(Date.now())
          new BroadcastChannel(`${channel}-ready`).postMessage('ready')
        }),
      name,
    )
    const sent = await from.page.evaluate(
      channel =>
        new Promise<number>(resolve => {
          const post = () => {
            clearInterval(again)
            const at = Date.now()
            new BroadcastChannel(channel).postMessage('now')
            resolve(at)
          }
          new BroadcastChannel(`${channel}-ready`).onmessage = post
          // The other tab may have been ready before this one listened.
          const again = setInterval(post, 1_000)
        }),
      name,
    )
    times.push((await heard) - sent)
  }
  return median(times)
}

/** The connections and the one in use, as text. Runs in the page. */
const summaryOf = (state: ReturnType<Latchkey['getState']>): string =>
  JSON.stringify([
    state.connections.map(({ id }) => id).sort(),
    state.accounts.eip155?.address,
    state.recentConnections.map(({ id }) => id),
  ])

/** Has a tab note when it came to show what it shows: what looking at it takes is not the tab's. */
async function noteChanges(shop: Shop): Promise<void> {
  await shop.page.evaluate(`{
    let last
    window.since = new Map()
    window.latchkey.subscribe(state => {
      const now = (${summaryOf})(state)
      if (now !== last) window.since.set(now, Date.now())
      last = now
    })
  }`)
}

/** Waits until the other tab shows the same; the milliseconds between the one and the other. */
async function untilSame(follower: Shop, leader: Shop): Promise<number> {
  const wanted = await leader.state(summaryOf)
  await expect.poll(() => follower.state(summaryOf)).toBe(wanted)
  const since = `window.since.get(${JSON.stringify(wanted)})`
  return Number(await follower.page.evaluate(since)) - Number(await leader.page.evaluate(since))
}
