/** Swapping with the embedded wallet: the real frame explains the approval and the swap, and asks once. */
import { devContracts } from '@latchkey/devstack'
import type { Address } from 'viem'
import { framed, frameOf, logInByEmail } from '../setup/embeddedWallet.ts'
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
  const primary = frame.locator('button[data-tone=primary]')
  await expect(primary).toBeVisible()
  await expect(async () => {
    await primary.hover({ timeout: 5_000 })
    await page.mouse.wheel(0, 5_000)
    await primary.click({ timeout: 5_000 })
    await expect(swap.dialog.locator('[data-view=SwapPreview]')).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await swap.expectSwapped()
  expect(await balanceOf(usdc, address)).toBe(0n)
  expect(await swap.amountOf('You received', 18)).toBe(await balanceOf(dai, address))
  expect(await allowanceOf(usdc, address)).toBe(0n)
  expect(await nonceOf(address)).toBe(2)
})
