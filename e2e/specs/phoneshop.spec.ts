import { onPhone } from '../setup/enterPhone.ts'
import { PhonePage } from '../setup/PhonePage.ts'
import { expect, fund, test } from '../setup/test.ts'

test('the shop opens the phone by deep link; a print is bought, and its question is in the tab that is the phone', async ({
  page,
  pay: shop,
}) => {
  await shop.goto({ relay: 'on', services: 'on' })
  await shop.openConnect()
  await shop.row(/^Pocket/).click()
  await shop.dialog.getByRole('tab', { name: 'Website' }).click()
  const opened = page.waitForEvent('popup')
  await shop.button('Open Pocket').click()
  const phone = new PhonePage(await opened)
  await expect(phone.sheet).toContainText('Verified: http://')
  await phone.answer('Connect to this site?', 'Connect')
  await expect(shop.accountButton).toBeVisible()
  await fund(await phone.address(), 10n ** 18n)

  // The wallet's own link is opened for each request, and leads to a second tab.
  const reopened = page.waitForEvent('popup')
  await shop.buy.click()
  await shop.choose('Pay with ETH')
  await shop.button('Pay 0.05 ETH').click()
  await expect((await reopened).getByText('The phone is open in another tab.')).toBeVisible()
  await phone.answer('Send this transaction?', 'Send 0.05 ETH')
  await shop.expectPaid()
  await expect(shop.buy).toHaveText('Sold to you')
  await expect(phone.notice('Sent. Transaction 0x')).toBeVisible()

  await phone.disconnect('Fernweh Press')
  await expect(shop.connectButton).toBeVisible()
})

test('a paired phone chooses what it pays with (wallet_pay), and the shop sells by the services’ word', async ({
  browser,
  pay: shop,
}) => {
  const context = await browser.newContext(onPhone)
  const phone = new PhonePage(await context.newPage())
  await phone.open()
  await fund(await phone.address(), 10n ** 18n)
  await shop.goto({ relay: 'on', services: 'on' })
  await shop.openCode()
  await phone.pair(await shop.pairingUri())
  await phone.answer('Connect to this site?', 'Connect')
  await expect(shop.accountButton).toBeVisible()

  await shop.buy.click()
  await shop.choose('Pay with Pocket')
  await shop.button('Pay 0.05 ETH').click()
  await expect(phone.sheet).toContainText('0.05 ETH')
  await phone.answer('Pay this?', 'Reject')
  await expect(shop.dialog).toContainText('You declined it in Pocket. Nothing was paid.')
  await shop.button('Try again').click()
  await shop.button('Pay 0.05 ETH').click()
  await phone.answer('Pay this?', 'Pay')
  await shop.expectPaid()
  await expect(shop.buy).toHaveText('Sold to you')
  await expect(phone.notice('Paid.')).toBeVisible()
  await context.close()
})
