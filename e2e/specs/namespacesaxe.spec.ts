/** What axe finds in the views of each namespace beyond EVM and Solana, from the list of wallets to the address. */
import { findBarriers } from '../setup/findBarriers.ts'
import { namespaceCases } from '../setup/namespaceCases.ts'
import { namespacesTest as test } from '../setup/namespacesTest.ts'
import { expect } from '../setup/test.ts'

for (const { scheme, ...viewport } of [
  { scheme: 'light', width: 1280, height: 800 },
  { scheme: 'dark', width: 390, height: 844 },
] as const) {
  test(`from the wallets of a namespace to its account, ${scheme}, ${viewport.width} wide`, async ({
    page,
    site,
    signInProject,
  }) => {
    const expectNone = () => expect.poll(() => findBarriers(page, '[data-latchkey=default]')).toEqual([])
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize(viewport)
    await site.goto({ signin: 'hosted', project: signInProject })
    await test.step('the page', async () => {
      await expect.poll(() => findBarriers(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
    })
    for (const one of namespaceCases) {
      const { card, wallet, text } = one
      await test.step(`${card}: the list, a refusal, the message`, async () => {
        await site.press(`Connect ${card}`)
        await site.expectView('Connect')
        await expect(site.row(wallet)).toBeVisible()
        await expectNone()
        await site.setMode(one, 'reject')
        await site.row(wallet).click()
        await expect(site.status).toContainText('You declined')
        // The same words for each, with its wallet's name.
        if (one === namespaceCases[0]) await expectNone()
        await site.setMode(one, 'ask')
        await site.button('Try again').click()
        await site.answer(one, 'approve')
        await site.expectView('SIWXSignMessage')
        // The prompt comes by itself, and lies over the card.
        await site.answer(one, 'reject')
        await site.button('Show the message').click()
        await expect(site.dialog.getByRole('region', { name: 'Message to sign' })).toContainText(text)
        await expectNone()
        await site.button('Try again').click()
        await site.answer(one, 'approve')
        await expect(site.dialog).toBeHidden()
        await site.setMode(one, 'approve')
      })
      await test.step(`${card}: the account and its address`, async () => {
        await site.press(`Account on ${card}`)
        await site.expectView('Account')
        await expectNone()
        await site.row('Receive').click()
        await site.expectView('WalletReceive')
        await expect(site.dialog.locator('[part=qr][data-state=ready]')).toBeVisible()
        await expectNone()
        await page.keyboard.press('Escape')
        await site.expectView('Account')
        await page.keyboard.press('Escape')
        await expect(site.dialog).toBeHidden()
      })
    }
    await test.step('the accounts of all of them, and the networks', async () => {
      for (const view of ['ProfileWallets', 'Networks'] as const) {
        await page.evaluate(of => void window.latchkey?.open({ view: of }), view)
        await site.expectView(view)
        await expectNone()
        await page.keyboard.press('Escape')
        await expect(site.dialog).toBeHidden()
      }
    })
  })
}
