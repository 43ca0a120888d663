/** Operations of the smart account whose way is cut: each is sent once, and what is not known says so (T73). */
import type { Page, Request, Route } from '@playwright/test'
import { numberToHex, parseEther } from 'viem'
import { chain } from '../setup/chain.ts'
import { approve, askWallet, framed, frameOf } from '../setup/embeddedWallet.ts'
import { holdBundles, killBundler, sendBundle } from '../setup/needBundler.ts'
import type { Shop } from '../setup/Shop.ts'
import { logInWithSmartAccount, needSmartAccounts } from '../setup/smartAccount.ts'
import { expect, freshAccount, fund, test } from '../setup/test.ts'

test.use(framed)

const value = parseEther('0.1')

const isHandOver = (request: Request) => request.postData()?.includes('"eth_sendUserOperation"') ?? false

/** What the wallet hands over goes this way from now on. Returns how often it did. */
async function onHandOver(page: Page, act: (route: Route) => Promise<unknown>): Promise<() => number> {
  let times = 0
  await page.route(/\/v1\?/, async (route, request) => {
    if (!isHandOver(request)) return route.continue()
    times++
    await act(route)
  })
  return () => times
}

const batchOf = (from: string, to: string, id: string) => [
  {
    version: '2.0.0',
    id,
    from,
    chainId: '0x7a69',
    atomicRequired: true,
    calls: [{ to, value: numberToHex(value) }],
  },
]

const unknown = {
  message: 'The outcome of the operation is not known.',
  data: { userOperationHash: expect.stringMatching(/^0x[\da-f]{64}$/) },
}

/** Agrees, and reads in the screen that stays what is known. */
async function approveUnknown(shop: Shop): Promise<void> {
  await approve(shop, { stays: true })
  const frame = frameOf(shop.page)
  await expect(frame.getByText(unknown.message)).toBeVisible()
  await frame.getByRole('button', { name: 'Close' }).click()
  await expect(shop.dialog).toBeHidden()
}

const status = async (page: Page, id: string) => {
  const { answer, error } = await (await askWallet(page, 'wallet_getCallsStatus', [id]))()
  expect(error).toBeUndefined()
  return (answer as { readonly status: number }).status
}

test('services that are cut off while it is sent: the outcome is unknown, and what was lost alone is found', async ({
  page,
  shop,
  forgiven,
  account: { address: name },
}) => {
  forgiven.push(/Failed to load resource/)
  const { address } = await logInWithSmartAccount(shop, `${name.toLowerCase()}.cut@mail.example`)
  await fund(address, parseEther('1'))

  await test.step('the answer is lost on its way: found by its hash, and done once', async () => {
    const { address: to } = freshAccount()
    const times = await onHandOver(page, async route => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    const sent = await askWallet(page, 'wallet_sendCalls', batchOf(address, to, '0x01'))
    await approve(shop)
    expect((await sent()).error).toBeUndefined()
    await expect.poll(() => status(page, '0x01')).toBe(200)
    expect(times()).toBe(1)
    expect(await chain(31337).getBalance(to)).toBe(value)
    await page.unrouteAll()
  })

  await test.step('it does not arrive: that is not known, and the page does not claim it', async () => {
    const { address: to } = freshAccount()
    const times = await onHandOver(page, route => route.abort('connectionreset'))
    const sent = await askWallet(page, 'wallet_sendCalls', batchOf(address, to, '0x02'))
    await approveUnknown(shop)
    expect((await sent()).error).toMatchObject(unknown)
    expect(times()).toBe(1)
    // Neither done nor failed: it could still happen.
    expect(await status(page, '0x02')).toBe(100)
    expect(await chain(31337).getBalance(to)).toBe(0n)
  })
})

test('a bundler that is killed while it gets the operation: unknown, and never sent twice', async ({
  page,
  shop,
  forgiven,
  account: { address: name },
}) => {
  forgiven.push(/Failed to load resource/)
  const { address } = await logInWithSmartAccount(shop, `${name.toLowerCase()}.killed@mail.example`)
  const bundler = await needSmartAccounts()
  await fund(address, parseEther('1'))
  const { address: to } = freshAccount()
  const times = await onHandOver(page, async route => {
    await killBundler(bundler)
    await route.continue()
  })
  const sent = await askWallet(page, 'wallet_sendCalls', batchOf(address, to, '0x03'))
  await approveUnknown(shop)
  expect((await sent()).error).toMatchObject(unknown)
  expect(await status(page, '0x03')).toBe(100)
  await needSmartAccounts()
  expect(times()).toBe(1)
  expect(await status(page, '0x03')).toBe(100)
  expect(await chain(31337).getBalance(to)).toBe(0n)
})

test('a bundler that is killed after it took the operation: what it gave to the chain is found, what it kept is unknown', async ({
  page,
  shop,
  forgiven,
  account: { address: name },
}) => {
  forgiven.push(/Failed to load resource/)
  const { address } = await logInWithSmartAccount(shop, `${name.toLowerCase()}.taken@mail.example`)
  await fund(address, parseEther('1'))
  const times = await onHandOver(page, route => route.continue())

  /** Has the bundler take an operation and keep it. Returns its address, and who receives by it. */
  async function take(id: string): Promise<readonly [bundler: string, to: `0x${string}`]> {
    const bundler = await needSmartAccounts()
    await holdBundles(bundler)
    const { address: to } = freshAccount()
    const sent = await askWallet(page, 'wallet_sendCalls', batchOf(address, to, id))
    await approve(shop)
    expect((await sent()).error).toBeUndefined()
    expect(await status(page, id)).toBe(100)
    return [bundler, to]
  }

  await test.step('in a block by then: found without the bundler, and after it is back', async () => {
    const [bundler, to] = await take('0x04')
    await sendBundle(bundler)
    await expect.poll(() => chain(31337).getBalance(to)).toBe(value)
    await killBundler(bundler)
    await expect.poll(() => status(page, '0x04')).toBe(200)
    await needSmartAccounts()
    expect(await status(page, '0x04')).toBe(200)
    expect(times()).toBe(1)
  })

  await test.step('lost with it: neither done nor failed, and not given to the next one', async () => {
    await expect
      .poll(async () => (await (await askWallet(page, 'eth_accounts', []))()).answer)
      .toEqual([address])
    const [bundler, to] = await take('0x05')
    await killBundler(bundler)
    expect(await status(page, '0x05')).toBe(100)
    await needSmartAccounts()
    expect(await status(page, '0x05')).toBe(100)
    expect([times(), await chain(31337).getBalance(to)]).toEqual([2, 0n])
  })
})
