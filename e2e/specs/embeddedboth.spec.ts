/** Both accounts of an embedded wallet by other ways than an email in one tab: a passkey, and a second tab. */
import { randomUUID } from 'node:crypto'
import { address, getPublicKeyFromAddress, signatureBytes, verifySignature } from '@solana/kit'
import { addAuthenticator, approve, framed, frameOf, logInByEmail } from '../setup/embeddedWallet.ts'
import { Shop } from '../setup/Shop.ts'
import { bothNamespaces } from '../setup/solanaTest.ts'
import { expect, test } from '../setup/test.ts'

test.use(framed)

const options = { ...bothNamespaces, login: 'on' }

const accountsOf = (shop: Shop) =>
  shop.state(({ accounts: { eip155, solana } }) => ({ eip155: eip155?.address, solana: solana?.address }))

const both = {
  eip155: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
  solana: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
}

test('a passkey opens both, the same ones again after logging out, and signs on Dogwood', async ({
  page,
  shop,
}) => {
  await addAuthenticator(page, page.context())
  const frame = frameOf(page)
  const press = (name: string) => frame.getByRole('button', { name }).click()
  await shop.goto(options)
  await shop.openConnect()
  await shop.button('Continue with a passkey').click()
  await press('Create a new wallet')
  await press('Create wallet')
  await expect(shop.accountButton).toBeVisible()
  await expect(shop.dialog).toBeHidden()
  const made = await accountsOf(shop)
  expect(made).toEqual(both)
  expect(await shop.state(({ connections }) => connections.length)).toBe(1)

  await test.step('logs out, and in again', async () => {
    await shop.openAccount()
    await shop.pressMenu('disconnect')
    await expect(shop.connectButton).toBeVisible()
    await shop.openConnect()
    // It says now that it was used last.
    await shop.row(/^Continue with a passkey/).click()
    await press('Log in with a passkey')
    await expect(shop.accountButton).toBeVisible()
    await expect(shop.dialog).toBeHidden()
    expect(await accountsOf(shop)).toEqual(made)
  })

  await test.step('signs a message on Dogwood', async () => {
    const signing = page.evaluate(async () => {
      type Features = Record<string, { signMessage(asked: unknown): Promise<{ signature: Uint8Array }[]> }>
      type Wallet = {
        readonly isLogin?: boolean
        readonly accounts: readonly unknown[]
        readonly features: Features & Record<string, { connect(): Promise<unknown> }>
      }
      const wallets: Wallet[] = []
      const detail = { register: (...all: Wallet[]) => wallets.push(...all) }
      dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }))
      const own = wallets.find(({ isLogin }) => isLogin)
      await own?.features['standard:connect']?.connect()
      const message = new TextEncoder().encode('Hello')
      const [account] = own?.accounts ?? []
      const [signed] = (await own?.features['solana:signMessage']?.signMessage({ account, message })) ?? []
      return [...(signed?.signature ?? [])]
    })
    await approve(shop)
    const key = await getPublicKeyFromAddress(address(made.solana ?? ''))
    const signature = signatureBytes(Uint8Array.from(await signing))
    expect(await verifySignature(key, signature, new TextEncoder().encode('Hello'))).toBe(true)
  })
})

test('F36: a second tab has both with the first one, follows it to Dogwood, and out of both', async ({
  page,
  shop,
  stack,
}) => {
  const second = new Shop(await page.context().newPage(), stack.shop)
  await second.goto(options)
  await page.bringToFront()
  await shop.goto(options)
  await logInByEmail(shop, `${randomUUID()}@mail.example`)
  const made = await accountsOf(shop)
  expect(made).toEqual(both)
  await expect.poll(() => accountsOf(second)).toEqual(made)
  await expect(second.accountButton).toBeVisible()
  await expect
    .poll(() => second.state(({ accounts }) => Object.values(accounts).map(({ status }) => status)))
    .toEqual(['connected', 'connected'])

  await shop.networkButton.click()
  await shop.expectView('Networks')
  await shop.row('Dogwood').click()
  await expect(shop.networkButton).toHaveAccessibleName('Network: Dogwood')
  await expect(second.networkButton).toHaveAccessibleName('Network: Dogwood')

  await page.reload()
  await expect.poll(() => shop.state(({ accounts }) => accounts.solana?.status)).toBe('connected')
  await second.page.bringToFront()
  await second.openAccount()
  await second.pressMenu('disconnect')
  await expect(second.connectButton).toBeVisible()
  await expect(shop.connectButton).toBeVisible()
  expect(await shop.state(({ connections }) => connections)).toEqual([])
})
