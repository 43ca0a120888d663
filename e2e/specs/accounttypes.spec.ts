/** Both accounts of an embedded wallet on eip155: one of them is in use, everywhere (decision 114, T143). */
import type { Page } from '@playwright/test'
import { type Address, createPublicClient, http } from 'viem'
import { chain } from '../setup/chain.ts'
import { approve, framed, logInByEmail } from '../setup/embeddedWallet.ts'
import { needBundler } from '../setup/needBundler.ts'
import { expect, test } from '../setup/test.ts'

test.use(framed)

const accountsOf = (page: Page) =>
  page.evaluate(() => {
    const provider = window.latchkey?.getProvider() as { request(asked: object): Promise<readonly string[]> }
    return provider.request({ method: 'eth_accounts' })
  })

test('T143: a visitor switches to the smart account and activates it, paid by the project; page and provider follow, also after a reload', async ({
  page,
  shop,
  account: { address: name },
}) => {
  await needBundler()
  await shop.goto({ login: 'on' })
  await logInByEmail(shop, `${name.toLowerCase()}.types@mail.example`)
  const own = () => shop.state(({ accounts }) => accounts.eip155)
  const plain = (await own())?.address as Address
  expect(await own()).toMatchObject({ preferredAccountType: 'eoa', user: { accountType: 'eoa' } })
  const smart = (await own())?.allAccounts.find(({ type }) => type === 'smartAccount')?.address as Address
  expect(smart).toMatch(/^0x/)

  await test.step('the row of Account moves all to the other address', async () => {
    await shop.openAccount()
    await shop.pressMenu('accountType')
    await expect.poll(async () => (await own())?.address).toBe(smart)
    expect(await accountsOf(page)).toEqual([smart])
    await expect.poll(async () => (await own())?.preferredAccountType).toBe('smartAccount')
  })

  await test.step('a reload keeps it', async () => {
    await page.reload()
    await expect.poll(async () => (await own())?.isConnected).toBe(true)
    expect(await own()).toMatchObject({ address: smart, smartAccountDeployed: false })
    expect(await accountsOf(page)).toEqual([smart])
  })

  await test.step('Activate deploys it, and the chain says so', async () => {
    await shop.openAccount()
    await shop.pressMenu('activate')
    await approve(shop, { stays: true })
    await expect.poll(async () => (await own())?.smartAccountDeployed, { timeout: 60_000 }).toBe(true)
    expect(
      await createPublicClient({ transport: http(chain(31337).rpcUrl) }).getCode({ address: smart }),
    ).toMatch(/^0x[0-9a-f]{2}/)
    await expect(shop.dialog.locator('[data-row=activate]')).toHaveCount(0)
  })

  await test.step('and back', async () => {
    await shop.pressMenu('accountType')
    await expect.poll(async () => (await own())?.address).toBe(plain)
    expect(await accountsOf(page)).toEqual([plain])
  })
})
