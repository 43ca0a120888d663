/** Pairing on the phone itself: the list of what opens there, and the wallet opened in the tap. */
import { devices } from '@playwright/test'
import { PhonePage } from '../setup/PhonePage.ts'
import { expect, test } from '../setup/test.ts'

const { userAgent, viewport, isMobile, hasTouch } = devices['iPhone 13']
test.use({ userAgent, viewport, isMobile, hasTouch })

test('a wallet is chosen from those that hear this relay, opened, and approves', async ({ shop }) => {
  await shop.goto({ relay: 'on' })
  await shop.openConnect()
  await shop.row(/^WalletConnect/).tap()
  await shop.expectView('AllWallets')
  const wallets = shop.dialog.getByRole('button', { name: /^Pocket/ })
  await expect(wallets).toBeVisible()
  // The bundled ones listen on the public network's relays.
  await expect(shop.dialog.getByRole('button', { name: /^Rainbow/ })).toBeHidden()
  await wallets.tap()
  await shop.expectView('ConnectingWalletConnect')
  const opening = shop.page.waitForEvent('popup')
  await shop.button('Open Pocket').tap()
  const phone = new PhonePage(await opening)
  await expect(shop.status).toContainText('Approve in Pocket')
  await phone.answer('Connect to this site?', 'Connect')
  await expect(shop.accountButton).toBeVisible()
})
