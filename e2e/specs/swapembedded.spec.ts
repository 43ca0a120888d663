/** Swapping with the embedded wallet: the real frame explains the approval and the swap, and asks once. */
import { devContracts } from '@latchkey/devstack'
import type { Address } from 'viem'
import { approve, framed, frameOf, logInByEmail } from '../setup/embeddedWallet.ts'
import { allowanceOf, balanceOf, ether, mint, nonceOf } from '../setup/swapChain.ts'
import { expect, fund, test } from '../setup/test.ts'

const { usdc, dai } = devContracts
const dollar = 10n ** 6n

test.use(framed)

test('T58 one approval for both: it names the swap and what it allows', async ({
  page,
  swap,
  account: { address: name },
}) => {
  await swap.goto({ login: 'on' })
  await logInByEmail(swap, `${name.toLowerCase()}@mail.example`)
  const address = (await swap.state(state => state.accounts.eip155?.address)) as Address
  await fund(address, ether)
  await mint(usdc, address, 100n * dollar)
  await swap.openFilled({ fromToken: usdc, toToken: dai, amount: '100' })
  await swap.review()
  await swap.button('Approve and swap').click()
  await swap.expectView('ApproveTransaction')
  const frame = frameOf(page)
  await expect(frame.getByRole('heading').first()).toContainText(/swap/i)
  await expect(frame.locator('body')).toContainText('100 USDC')
  await approve(swap, { stays: true })
  await swap.expectSwapped()
  expect(await balanceOf(usdc, address)).toBe(0n)
  expect(await swap.amountOf('You received', 18)).toBe(await balanceOf(dai, address))
  expect(await allowanceOf(usdc, address)).toBe(0n)
  expect(await nonceOf(address)).toBe(2)
})
