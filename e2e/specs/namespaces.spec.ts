/** Every namespace beyond EVM and Solana on the playground's page: connect, restore, sign in, refuse, disconnect. */
import { namespaceCases } from '../setup/namespaceCases.ts'
import { namespacesTest as test } from '../setup/namespacesTest.ts'
import { expect } from '../setup/test.ts'

for (const one of namespaceCases) {
  const { card, wallet, address, symbol } = one

  test(`${card}: by mouse, a wallet connects, stays over a reload without a prompt, and disconnects`, async ({
    site,
  }) => {
    await site.goto()
    await site.press(`Connect ${card}`)
    await site.expectView('Connect')
    // Logins are for the namespaces that the embedded wallet speaks.
    await expect(site.dialog.getByRole('textbox')).toHaveCount(0)
    await site.row(wallet).click()
    await expect(site.dialog).toBeHidden()
    await expect(site.fact(card, 'Address')).toHaveText(address)
    const shown = await site.fact(card, 'Address').textContent()

    await test.step('Account has a balance that is not known, and no tabs', async () => {
      await site.press(`Account on ${card}`)
      await site.expectView('Account')
      await expect(site.dialog.getByText(`— ${symbol}`)).toBeVisible()
      await expect(site.dialog.getByRole('tab')).toHaveCount(0)
      await expect(site.row('Send')).toHaveCount(0)
      await site.page.keyboard.press('Escape')
      await expect(site.dialog).toBeHidden()
    })

    await test.step('a reload asks the wallet nothing that it would ask the visitor', async () => {
      await site.goto({ answer: 'ask' })
      await expect.poll(() => site.account(one, 'isReconnecting')).toBe(false)
      expect(await site.account(one, 'status')).toBe('connected')
      await expect(site.fact(card, 'Address')).toHaveText(shown ?? '')
      expect(await site.pending(one)).toBe(0)
    })

    await site.press(`Disconnect ${card}`)
    await expect(site.cardOf(card)).toContainText('Not connected.')
    await site.goto()
    expect(await site.account(one, 'address')).toBeNull()
  })

  test(`${card}: by keyboard on a small screen, a refusal is said and the second try connects`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await site.goto({ answer: 'reject' })
    await page.getByRole('button', { name: `Connect ${card}`, exact: true }).focus()
    await page.keyboard.press('Enter')
    await site.expectView('Connect')
    await site.row(wallet).focus()
    await page.keyboard.press('Enter')
    await expect(site.status).toContainText('You declined')
    expect(await site.account(one, 'address')).toBeNull()
    await site.setMode(one, 'approve')
    await site.button('Try again').focus()
    await page.keyboard.press('Enter')
    await expect(site.dialog).toBeHidden()
    await expect(site.fact(card, 'Address')).toHaveText(address)
    // The card has another button by now: focus is on the page, which is not lost.
    await page.getByRole('button', { name: `Account on ${card}`, exact: true }).focus()
    await page.keyboard.press('Enter')
    await site.expectView('Account')
    await site.row('Receive').focus()
    await page.keyboard.press('Enter')
    await site.expectView('WalletReceive')
    await expect(site.dialog.getByRole('img', { name: 'QR code of your address' })).toBeVisible()
    await page.keyboard.press('Escape')
    await site.expectView('Account')
    await page.keyboard.press('Escape')
    await expect(site.dialog).toBeHidden()
    await page.getByRole('button', { name: `Disconnect ${card}`, exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(site.cardOf(card)).toContainText('Not connected.')
  })

  test(`${card}: the services verify the sign-in, once they are reached, and a reload keeps it`, async ({
    page,
    site,
    signInProject,
    forgiven,
  }) => {
    // The browser itself logs the request that is cut.
    forgiven.push(/ERR_FAILED/)
    const options = { signin: 'hosted', project: signInProject }
    await site.goto(options)
    await site.press(`Connect ${card}`)
    await site.expectView('Connect')
    await site.setMode(one, 'ask')
    await site.row(wallet).click()
    await site.answer(one, 'approve')
    await site.expectView('SIWXSignMessage')
    // The wallet's own prompt came with no further press.
    await site.answer(one, 'reject')
    await expect(site.status).toContainText('You declined')
    await site.button('Show the message').click()
    const text = site.dialog.getByRole('region', { name: 'Message to sign' })
    await expect(text).toContainText(one.text)
    expect(await site.account(one, 'isAuthenticated')).toBe(false)
    await site.setMode(one, 'approve')
    await page.route('**/v1/signin/verify**', route => route.abort())
    await site.button('Try again').click()
    await expect(site.status).toContainText('Error signing message')
    expect(await site.account(one, 'isAuthenticated')).toBe(false)
    expect(await site.account(one, 'status')).toBe('connected')
    await page.unroute('**/v1/signin/verify**')
    await site.button('Try again').click()
    await expect(site.dialog).toBeHidden()
    await expect(site.fact(card, 'Sign-in')).toHaveText('Signed in')
    await site.goto({ ...options, answer: 'ask' })
    await expect(site.fact(card, 'Sign-in')).toHaveText('Signed in')
    expect(await site.pending(one)).toBe(0)
  })
}
