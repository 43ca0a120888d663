/** wagmi's own hooks, of 2 and of 3, with the smart account that announces itself, and viem over the widget's own provider. */
import { type Address, parseEther } from 'viem'
import { AnnouncedPage } from '../setup/AnnouncedPage.ts'
import { chain } from '../setup/chain.ts'
import { approve, askWallet, framed, frameOf, logInByEmail } from '../setup/embeddedWallet.ts'
import { publicClient } from '../setup/publicClient.ts'
import { needSmartAccounts } from '../setup/smartAccount.ts'
import { expect, freshAccount, fund, test } from '../setup/test.ts'

test.use(framed)

for (const version of [2, 3] as const) {
  test(`wagmi ${version}: capabilities, calls as one, a message, a transaction, and disconnecting (EIP-2255)`, async ({
    page,
  }) => {
    const app = new AnnouncedPage(page)
    const said = (name: string) => page.getByTestId(name)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    const { address: to } = freshAccount()
    await needSmartAccounts()
    await app.goto(`hooks${version}`, { to })
    await logInByEmail(app, `${to.toLowerCase()}@mail.example`)
    await press('connect localhost.keys')
    await expect(said('account')).toHaveText(/^0x[\da-f]{40}$/i)
    const address = (await said('account').innerText()) as Address
    // The host's wish holds from the first connection on: the address is that of the widget.
    expect(await page.evaluate('window.latchkey.getState().accounts.eip155.address')).toBe(address)
    expect(await page.evaluate('window.latchkey.getState().accounts.eip155.user.accountType')).toBe(
      'smartAccount',
    )
    await fund(address, parseEther('1'))

    await expect(said('capabilities')).toContainText('"atomic":{"status":"supported"}')
    await press('sign')
    await approve(app)
    await expect(said('verified')).toHaveText('true')

    await press('send calls')
    await approve(app)
    await expect(said('calls')).toHaveText('success')
    await expect(said('receipts')).toHaveText('1')
    expect(await chain(31337).getBalance(to)).toBe(parseEther('0.2'))

    await press('send')
    await approve(app)
    await expect(said('receipt')).toHaveText('success')
    expect(await chain(31337).getBalance(to)).toBe(parseEther('0.3'))
    // The project pays the fee of both.
    expect(await chain(31337).getBalance(address)).toBe(parseEther('0.7'))
    expect((await publicClient(31337).getCode({ address }))?.length).toBeGreaterThan(100)

    // What wagmi asks with it, which it hears no answer of.
    const asked = await askWallet(page, 'wallet_revokePermissions', [{ eth_accounts: {} }])
    expect(await asked()).toEqual({ answer: null })
    await expect(said('account')).toHaveText('disconnected')
    await press('connect localhost.keys')
    await expect(said('account')).toHaveText(address)
    await press('disconnect')
    await expect(said('account')).toHaveText('disconnected')
  })
}

test('viem: calls that have to be one (forceAtomic) have one receipt; one that fails takes all along, with status 500', async ({
  page,
}) => {
  const app = new AnnouncedPage(page)
  const node = chain(31337)
  const payees = () => [freshAccount().address, freshAccount().address]
  const held = (of: readonly Address[]) => Promise.all(of.map(each => node.getBalance(each)))
  await needSmartAccounts()
  await app.goto('announced', { smart: 'on' })
  await logInByEmail(app, `${freshAccount().address.toLowerCase()}@mail.example`)
  const inUse = await page.evaluate('window.latchkey.getState().accounts.eip155')
  const { address, user } = inUse as { address: Address; user: { accountType: string } }
  expect(user.accountType).toBe('smartAccount')
  await fund(address, parseEther('1'))
  const pay = (to: readonly Address[]) => app.begin((lab, to) => lab.viem.sendAtomic(to, '0.3'), to)

  const paid = payees()
  const sent = await pay(paid)
  await approve(app)
  expect(await sent()).toEqual({ statusCode: 200, atomic: true, receipts: ['success'] })
  expect(await held([...paid, address])).toEqual([parseEther('0.3'), parseEther('0.3'), parseEther('0.4')])

  // Both can be paid when they are shown; when they are done, the first alone.
  await fund(address, parseEther('0.6'))
  const unpaid = payees()
  const failing = await pay(unpaid)
  await app.expectView('ApproveTransaction')
  await expect(frameOf(page).locator('.approve')).toContainText('Paid by')
  await node.setBalance(address, parseEther('0.5'))
  await approve(app)
  expect(await failing()).toMatchObject({ statusCode: 500, atomic: true })
  expect(await held([...unpaid, address])).toEqual([0n, 0n, parseEther('0.5')])
})
