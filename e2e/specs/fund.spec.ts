import { LabPage } from '../setup/LabPage.ts'
import { expect, test } from '../setup/test.ts'
import { togetherInLab } from '../setup/together.ts'

togetherInLab(
  'FundWallet leads to the one way there is, and back to where it was begun',
  async ({ page, wallet: _ }) => {
    const lab = new LabPage(page)
    // Without services nothing is swapped.
    await lab.make({ projectId: 'latchkey-dev', endpoints: {} })
    await lab.connectByHandle('Meadow Wallet')
    await page.evaluate(() => window.latchkey?.open({ view: 'FundWallet' }))
    await lab.expectView('WalletReceive')
    expect(await page.evaluate(() => window.latchkey?.getState().view)).toBe('WalletReceive')
    await page.keyboard.press('Escape')
    await expect(lab.dialog).toBeHidden()

    await lab.openAccount()
    await lab.row('Receive').click()
    await lab.expectView('WalletReceive')
    await lab.button('Back').click()
    await lab.expectView('Account')
  },
)

togetherInLab('with services swapping is a second way', async ({ page, wallet: _ }) => {
  const lab = new LabPage(page)
  await lab.make({ projectId: 'latchkey-dev', features: { swaps: true } })
  await lab.connectByHandle('Meadow Wallet')
  await page.evaluate(() => window.latchkey?.open({ view: 'FundWallet' }))
  await lab.expectView('FundWallet')
  await lab.dialog.getByRole('button', { name: /^Swap/ }).click()
  await lab.expectView('Swap')
  await lab.button('Back').click()
  await lab.expectView('FundWallet')
})

togetherInLab('nobody is connected: the wallet list comes first', async ({ page, wallet: _ }) => {
  const lab = new LabPage(page)
  await lab.make({ projectId: 'latchkey-dev' })
  await page.evaluate(() => window.latchkey?.open({ view: 'FundWallet' }))
  await lab.expectView('Connect')
})

togetherInLab('with nothing on, it says so', async ({ page, wallet: _ }) => {
  const lab = new LabPage(page)
  await lab.make({ projectId: 'latchkey-dev', endpoints: {}, features: { receive: false } })
  await lab.connectByHandle('Meadow Wallet')
  await page.evaluate(() => window.latchkey?.open({ view: 'FundWallet' }))
  await lab.expectView('FundWallet')
  await expect(lab.status).toContainText('You can’t add funds here')
})

test.describe('SPEC §6 in a restricted time zone', () => {
  test.use({ timezoneId: 'Asia/Shanghai' })

  test('receiving is there as everywhere, and nothing is for sale', async ({ page, wallet: _ }) => {
    const lab = new LabPage(page)
    await lab.make({
      projectId: 'latchkey-dev',
      features: { onramp: true, swaps: true, payWithExchange: true },
    })
    await lab.connectByHandle('Meadow Wallet')
    await lab.openAccount()
    await expect(lab.dialog.getByRole('button', { name: /buy|swap|exchange/i })).toHaveCount(0)
    await lab.openMenu()
    await expect(lab.menuItem('disconnect')).toBeVisible()
    await expect(lab.menuItem('fund')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await lab.row('Receive').click()
    await lab.expectView('WalletReceive')
  })
})
