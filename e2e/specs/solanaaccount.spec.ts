/** What an account on Solana holds, from the local chain through the services. */
import { devNfts, devSolanaAccounts, devTokens } from '@latchkey/devstack'
import type { Shop } from '../setup/Shop.ts'
import { bothNamespaces, solanaTest as test } from '../setup/solanaTest.ts'
import { expect } from '../setup/test.ts'

/** The account of the local chain that has some of everything. */
const [visitor] = devSolanaAccounts
const holder = { address: String(visitor?.address), seed: [...(visitor?.privateKey ?? [])] }

test.use({
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads a fixture's needs from
  solanaAccount: async ({}, use) => use(holder),
})

async function openAccount(shop: Shop): Promise<void> {
  await shop.goto({ ...bothNamespaces, services: 'on' })
  await shop.connect('Sunbeam')
  await shop.openAccount()
}

test('SPEC §2 the tokens of both programs, priced where a price is known; no bait, no Activity', async ({
  shop,
  sunbeam: _,
}) => {
  await openAccount(shop)
  const rows = shop.dialog.getByRole('list', { name: 'Tokens' }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'USDC' })).toContainText('$')
  const held = await shop.state(({ accounts }) => accounts.solana?.tokenBalance ?? [])
  expect(new Set(held.map(({ symbol }) => symbol))).toEqual(new Set(['SOL', 'USDC', 'JADE', 'TOLL', 'MOSS']))
  expect(held.find(({ symbol }) => symbol === 'USDC')).toMatchObject({
    address: devTokens.usdc.address,
    price: 1,
    quantity: { decimals: '6' },
  })
  expect(held.find(({ symbol }) => symbol === 'JADE')).toMatchObject({ price: null, value: null })
  await expect(rows.filter({ hasText: 'JADE' })).not.toContainText('$')
  await expect(shop.dialog.getByRole('tab')).toHaveText(['Tokens', 'NFTs'])
})

test('SPEC §2 NFTs of the account, and one of them closer with its own address', async ({
  shop,
  sunbeam: _,
}) => {
  await openAccount(shop)
  await shop.dialog.getByRole('tab', { name: 'NFTs' }).click()
  const list = shop.dialog.getByRole('list', { name: /Not in a collection/ })
  await expect(list.getByRole('button')).toHaveCount(2)
  await list.getByRole('button', { name: /Brass key/ }).click()
  await shop.expectView('WalletNft')
  await expect(shop.dialog.getByText('A key of the local chain.')).toBeVisible()
  await expect(shop.dialog.getByRole('img', { name: 'Picture of Brass key' })).toBeVisible()
  const facts = shop.dialog.locator('.nft-facts')
  await expect(facts.getByRole('term')).toHaveText(['Address', 'Standard', 'Network'])
  await expect(facts).toContainText('Token-2022')
  await expect(facts).toContainText('Dogwood')
  expect(devNfts.brass.decimals).toBe(0)
})
