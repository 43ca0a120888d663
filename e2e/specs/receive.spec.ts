import { LabPage } from '../setup/LabPage.ts'
import { readCode } from '../setup/readCode.ts'
import { expect } from '../setup/test.ts'
import { together, togetherInLab } from '../setup/together.ts'

together(
  'Receive leads to the address: a code of ERC-681, the address in full, copied whole and said',
  async ({ page, context, shop, wallet: _, account }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await shop.goto()
    await shop.connectByHandle('Meadow Wallet')
    await shop.openAccount()
    await shop.row('Receive').click()
    await shop.expectView('WalletReceive')
    await expect(shop.title).toHaveText('Receive')

    const code = shop.dialog.getByRole('img', { name: 'QR code of your address' })
    await expect(code).toBeVisible()
    expect(await readCode(shop.dialog.locator('[part=qr]'))).toBe(`ethereum:${account.address}@31337`)
    const full = shop.dialog.locator('[part=address][data-full]')
    expect((await full.innerText()).replace(/\s/g, '')).toBe(account.address)

    await expect(shop.dialog.getByText('Only send assets to this address on:')).toBeVisible()
    await expect(
      shop.dialog.getByRole('list', { name: 'Compatible networks' }).getByRole('listitem'),
    ).toHaveText([/Alder/, /Birch/, /Cedar Testnet/])

    await shop.button('Copy address').click()
    await expect(shop.dialog.getByRole('status').filter({ hasText: 'Address copied' })).toBeAttached()
    await expect(shop.button('Address copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(account.address)
  },
)

together('by keyboard: Receive, Copy, and Escape back to the account', async ({ page, shop, wallet: _ }) => {
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await shop.openAccount()
  await shop.row('Receive').focus()
  await page.keyboard.press('Enter')
  await shop.expectView('WalletReceive')
  await expect(shop.title).toBeFocused()
  await expect(shop.button('Copy address')).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(shop.button('Copy address')).toBeFocused()
  await page.keyboard.press('Escape')
  await shop.expectView('Account')
})

together('the code follows the network of the wallet', async ({ shop, wallet }) => {
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await shop.openAccount()
  await shop.row('Receive').click()
  const code = shop.dialog.locator('[part=qr][data-state=ready]')
  await expect(code).toBeVisible()
  expect(await readCode(code)).toContain('@31337')
  await wallet.control.switchChain(31338)
  await expect.poll(() => readCode(code)).toContain('@31338')
})

together('what is here stays without a network', async ({ context, shop, wallet: _, account, forgiven }) => {
  forgiven.push(/ERR_INTERNET_DISCONNECTED/)
  await shop.goto()
  await shop.connectByHandle('Meadow Wallet')
  await shop.openAccount()
  await shop.row('Receive').click()
  await shop.expectView('WalletReceive')
  await shop.button('Back').click()
  await context.setOffline(true)
  await shop.row('Receive').click()
  expect(await readCode(shop.dialog.locator('[part=qr][data-state=ready]'))).toContain(account.address)
  await context.setOffline(false)
})

togetherInLab(
  'a host that turns receiving off has neither the view nor the way to it',
  async ({ page, wallet: _ }) => {
    const lab = new LabPage(page)
    await lab.make({ projectId: 'latchkey-dev', endpoints: {}, features: { receive: false } })
    await lab.connectByHandle('Meadow Wallet')
    await page.evaluate(() => window.latchkey?.open({ view: 'WalletReceive' }))
    await lab.expectView('Account')
    await expect(lab.row('Receive')).toHaveCount(0)
  },
)
