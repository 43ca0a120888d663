/** Signing in with an account of Solana: the shop's own backend. */
import { bothNamespaces, solanaTest as test } from '../setup/solanaTest.ts'
import { expect } from '../setup/test.ts'

const isSignedIn = (state: { accounts: Record<string, { isAuthenticated?: boolean } | undefined> }) =>
  state.accounts.solana?.isAuthenticated

test('a wallet with solana:signIn connects and signs in with one approval', async ({
  page,
  shop,
  sunbeam,
  solanaAccount,
}) => {
  await shop.goto({ ...bothNamespaces, networks: 'dogwood', adapters: 'solana', signin: 'required' })
  await shop.openConnect()
  await shop.row('Sunbeam').click()
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
  expect(await shop.state(isSignedIn)).toBe(true)
  expect((await sunbeam.control.requests()).map(({ method }) => method)).toEqual(['solana:signIn'])
  expect(await page.evaluate(() => fetch('/account').then(response => response.json()))).toMatchObject({
    address: solanaAccount.address,
  })
  await page.reload()
  await expect.poll(() => shop.state(isSignedIn)).toBe(true)
})

test.describe('a wallet without solana:signIn', () => {
  test.use({ sunbeamOptions: { features: ['solana:signMessage', 'solana:signAndSendTransaction'] } })

  test('connects, then signs the text that the view shows', async ({ shop, sunbeam, solanaAccount }) => {
    await sunbeam.control.next('solana:signMessage', 'ask')
    await shop.goto({ ...bothNamespaces, signin: 'required' })
    await shop.openConnect()
    await shop.row('Sunbeam').click()
    await sunbeam.control.waitForPending('solana:signMessage')
    await shop.expectView('SIWXSignMessage')
    await shop.button('Show the message').click()
    const shown = await shop.dialog.getByRole('region', { name: 'Message to sign' }).textContent()
    expect(shown).toContain(`wants you to sign in with your Solana account:\n${solanaAccount.address}\n`)
    expect(shown).toContain('Chain ID: localnet\n')
    await sunbeam.control.approve()
    await expect(shop.dialog).toBeHidden()
    expect(await shop.state(isSignedIn)).toBe(true)
    const asked = (await sunbeam.control.requests()).map(({ method }) => method)
    expect(asked).toEqual(['standard:connect', 'solana:signMessage'])
  })

  test('that refuses to sign can try again', async ({ shop, sunbeam }) => {
    await sunbeam.control.next('solana:signMessage', 'reject')
    await shop.goto({ ...bothNamespaces, signin: 'required' })
    await shop.openConnect()
    await shop.row('Sunbeam').click()
    await shop.expectView('SIWXSignMessage')
    await expect(shop.status).toContainText('You declined')
    expect(await shop.state(isSignedIn)).toBe(false)
    await shop.button('Try again').click()
    await expect(shop.dialog).toBeHidden()
    expect(await shop.state(isSignedIn)).toBe(true)
  })
})
