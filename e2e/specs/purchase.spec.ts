/** The first approval that a visitor of the demo sees: the shop's own purchase, paid by the embedded wallet. */
import type { Address } from 'viem'
import { chain } from '../setup/chain.ts'
import { approve, framed, frameOf, logInByEmail } from '../setup/embeddedWallet.ts'
import { expect, fund, test } from '../setup/test.ts'

test.use(framed)

const till = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

test('T58: the purchase reads like money: figure, worth and payee once, then what goes out', async ({
  page,
  pay: shop,
  account: { address: name },
}) => {
  await shop.goto({ login: 'on' })
  await logInByEmail(shop, `${name.toLowerCase()}@mail.example`)
  const address = (await shop.state(state => state.accounts.eip155?.address)) as Address
  await fund(address, 10n ** 18n)
  await shop.buy.click()
  await shop.choose('Pay with ETH')
  await shop.button('Pay 0.05 ETH').click()
  await shop.expectView('ApproveTransaction')
  const frame = frameOf(page)
  await expect(frame.getByRole('heading', { level: 2 })).toHaveText(/^Send 0\.05 ETH · ≈ \$12\d\.\d\d$/)
  await expect(frame.locator('.approve-who')).toHaveText(/^to Fernweh Press 0xa0Ee…a79720$/)
  const fact = (label: string) =>
    frame
      .locator('.approve-fact', { has: frame.getByText(label, { exact: true }) })
      .locator('dd')
      .first()
  await expect(fact('Network')).toHaveText('Alder')
  await expect(fact('You pay')).toHaveText(/^−0\.05 ETH/)
  await expect(fact('Total, at most')).toHaveText(/^0\.0500\d+ ETH · ≈ \$12\d\.\d\d$/)
  // The address in full is one press away: it is exactly the project's own.
  await frame.getByText('Details', { exact: true }).press('Enter')
  await expect(fact('To')).toHaveText(`Fernweh Press${till}`)
  await approve(shop, { stays: true })
  await shop.expectPaid()
  await expect(shop.buy).toHaveText('Sold to you')
  expect(await chain(31337).getBalance(till)).toBeGreaterThan(0n)
})
