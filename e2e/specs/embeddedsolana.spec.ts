/** The Solana account of the embedded wallet: one login for both namespaces, the real frame, services and VM. */
import { randomUUID } from 'node:crypto'
import {
  approve,
  framed,
  frameOf,
  logInByEmail,
  openAskingAccount,
  pressInFrame,
} from '../setup/embeddedWallet.ts'
import type { Shop } from '../setup/Shop.ts'
import { sol, solanaChain } from '../setup/solanaChain.ts'
import { bothNamespaces } from '../setup/solanaTest.ts'
import { expect, test } from '../setup/test.ts'

test.use(framed)

const dogwood = 'solana:8KaaGZbMUyVEjJpuWTZYMECaZMrzF3Tu'

const addressesOf = (shop: Shop) =>
  shop.state(({ accounts }) => [accounts.eip155?.address ?? '', accounts.solana?.address ?? ''] as const)

test('one login has both accounts: to Dogwood and back without another one, over a reload, and out of both', async ({
  page,
  shop,
}) => {
  await shop.goto({ ...bothNamespaces, login: 'on' })
  await logInByEmail(shop, `${randomUUID()}@mail.example`)
  const [evm, solana] = await addressesOf(shop)
  expect(evm).toMatch(/^0x/)
  expect(solana).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  expect(await shop.state(({ connections }) => connections.length)).toBe(1)

  await test.step('moves to Dogwood, and back', async () => {
    const goTo = async (network: string) => {
      await shop.networkButton.click()
      await shop.expectView('Networks')
      await shop.row(network).click()
      await expect(shop.networkButton).toHaveAccessibleName(`Network: ${network}`)
      await expect(shop.dialog).toBeHidden()
    }
    await goTo('Alder')
    await goTo('Dogwood')
    expect(await shop.state(({ activeNamespace }) => activeNamespace)).toBe('solana')
  })

  await test.step('a reload restores both', async () => {
    await page.reload()
    await expect.poll(() => shop.state(({ accounts }) => accounts.solana?.status)).toBe('connected')
    expect(await addressesOf(shop)).toEqual([evm, solana])
    expect(await shop.state(({ accounts }) => accounts.eip155?.status)).toBe('connected')
    expect(await shop.state(({ accounts }) => accounts.solana?.caipAddress)).toBe(`${dogwood}:${solana}`)
    await expect(shop.networkButton).toHaveAccessibleName('Network: Dogwood')
  })

  await test.step('another library of the page finds the wallet, and its disconnecting ends no login', async () => {
    const found = await page.evaluate(async () => {
      type Wallet = {
        readonly isLogin?: boolean
        readonly features: Record<
          string,
          { connect(): Promise<{ accounts: { address: string }[] }>; disconnect(): Promise<void> }
        >
      }
      const wallets: Wallet[] = []
      const detail = { register: (...all: Wallet[]) => wallets.push(...all) }
      dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail }))
      const own = wallets.find(({ isLogin }) => isLogin)
      const answer = await own?.features['standard:connect']?.connect()
      await own?.features['standard:disconnect']?.disconnect()
      return answer?.accounts[0]?.address
    })
    expect(found).toBe(solana)
    expect(await addressesOf(shop)).toEqual([evm, solana])
  })

  await test.step('logged out of one, it is over for both', async () => {
    await shop.openAccount()
    await shop.pressMenu('disconnect')
    await expect(shop.connectButton).toBeVisible()
    expect(await shop.state(({ connections }) => connections)).toEqual([])
  })
})

test('signs in on Dogwood through the frame', async ({ shop }) => {
  await shop.goto({ networks: 'dogwood', adapters: 'solana', login: 'on', signin: 'required' })
  await logInByEmail(shop, `${randomUUID()}@mail.example`, async ({ page }) => {
    await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Later' }))
  })
  await shop.expectView('SIWXSignMessage')
  await shop.button('Sign').click()
  await expect(frameOf(shop.page).getByRole('heading', { name: /^Sign in to / })).toBeVisible()
  await approve(shop)
  expect(await shop.state(({ accounts }) => accounts.solana?.isAuthenticated)).toBe(true)
})

test('sends SOL with an approval that says what leaves, and nothing when it is refused', async ({
  page,
  send,
}) => {
  const chain = solanaChain()
  await send.goto({ ...bothNamespaces, networks: 'dogwood', adapters: 'solana', login: 'on' })
  await logInByEmail(send, `${randomUUID()}@mail.example`)
  const [, me] = await addressesOf(send)
  await chain.fund(me, 5n * sol)
  const friend = await chain.freshAddress()
  await openAskingAccount(send)
  await send.button('Send').click()
  await send.expectView('WalletSend')
  await send.review('1.5', friend)

  const frame = frameOf(page)
  await send.action.click()
  // Nothing protects the wallet yet: it asks once.
  await send.expectView('WalletSettings')
  await frame.getByRole('button', { name: 'Later' }).click()
  await send.expectView('WalletSendPreview')
  await send.action.click()
  await expect(frame.getByRole('heading', { name: 'Send 1.5 SOL' })).toBeVisible()
  await expect(frame.locator('.approve')).toContainText('Dogwood')
  await expect(frame.locator('.approve')).toContainText('−1.5 SOL')
  await expect(frame.locator('.approve')).not.toContainText('can send it')
  await frame.getByRole('button', { name: /^(?:Reject|Cancel)$/ }).click()
  await expect(send.status).toContainText('Transaction rejected')
  expect(await chain.getBalance(friend)).toBe(0n)

  await send.button('Try again').click()
  await approve(send, { stays: true })
  await expect.poll(() => chain.getBalance(friend)).toBe((3n * sol) / 2n)
})
