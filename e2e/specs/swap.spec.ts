/** Swapping from the form to the chain's word; what is on the screen is read again from the chain, by viem. */
import { devContracts } from '@latchkey/devstack'
import type { Hex } from 'viem'
import { publicClient } from '../setup/publicClient.ts'
import { allowanceOf, approve, balanceOf, ether, etherOf, mint, nonceOf, router } from '../setup/swapChain.ts'
import { expect, fund, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'

const { usdc, dai, tether, tax, weth } = devContracts
const dollar = 10n ** 6n
const sends = 'eth_sendTransaction'

together('T74 ETH to DAI: balances move by what the view says', async ({ swap, wallet, account }) => {
  await fund(account.address, ether)
  await swap.goto()
  await swap.connectByHandle('Meadow Wallet')
  await swap.openSwap()
  await swap.choose('sell', 'Ether')
  await swap.choose('buy', 'Dai Stablecoin')
  await swap.pay.fill('0.1')
  await expect(swap.receive).toHaveValue(/^2\d\d\./)
  await swap.review()
  const least = await swap.amountOf('You receive at least', 18)
  expect(await swap.amountOf('You pay at most', 18)).toBe(ether / 10n)
  await swap.button('Swap').click()
  await swap.expectSwapped()
  const received = await balanceOf(dai, account.address)
  expect(received).toBeGreaterThanOrEqual(least)
  // By the receipt's logs, to the last unit: no quote.
  expect(await swap.amountOf('You received', 18)).toBe(received)
  expect(await swap.amountOf('You paid', 18)).toBe(ether / 10n)
  const [sent] = await wallet.control.requests(sends)
  const { gasUsed, effectiveGasPrice } = await publicClient(31337).getTransactionReceipt({
    hash: sent?.result as Hex,
  })
  expect(await etherOf(account.address)).toBe(ether - ether / 10n - gasUsed * effectiveGasPrice)
  expect(await wallet.control.requests(sends)).toHaveLength(1)
})

together(
  'T70 USDC to DAI: the allowance is exact, and 0 afterwards; Activity has both legs, also after a reload',
  async ({ page, swap, wallet, account }) => {
    await fund(account.address, ether)
    await mint(usdc, account.address, 500n * dollar)
    await swap.goto()
    await swap.connectByHandle('Meadow Wallet')
    await swap.openFilled({ fromToken: usdc, toToken: dai, amount: '100' })
    await expect(swap.receive).toHaveValue(/^9\d\./)
    await swap.review()
    const least = await swap.amountOf('You receive at least', 18)
    await wallet.control.next(sends, 'approve')
    await wallet.control.next(sends, 'slow')
    await swap.button('Approve and swap').click()
    await expect.poll(async () => (await wallet.control.requests(sends)).length).toBe(2)
    expect(await allowanceOf(usdc, account.address)).toBe(100n * dollar)
    await expect(swap.steps.getByRole('listitem')).toContainText(['Approve USDC', 'Swap'])
    await expect(swap.steps.getByRole('listitem').first()).toContainText('done')
    await wallet.control.release(sends)
    await swap.expectSwapped()
    expect(await allowanceOf(usdc, account.address)).toBe(0n)
    expect(await balanceOf(usdc, account.address)).toBe(400n * dollar)
    const received = await balanceOf(dai, account.address)
    expect(received).toBeGreaterThanOrEqual(least)
    expect(await swap.amountOf('You received', 18)).toBe(received)
    expect(await swap.answer()).toEqual({ hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })

    await page.reload()
    await swap.openAccount()
    await swap.dialog.getByRole('tab', { name: 'Activity' }).click()
    const line = swap.dialog.getByRole('listitem').filter({ hasText: 'Swapped' })
    await expect(line).toContainText('-100.000 USDC')
    await expect(line).toContainText(/\+9\d\.\d{3} DAI/)
    await expect(swap.dialog.getByRole('listitem').filter({ hasText: 'Approved' })).toContainText(
      '100.000 USDC',
    )
    await expect(swap.dialog.getByRole('button', { name: /^Revoke/ })).toHaveCount(0)
  },
)

together('swaps by keyboard alone', async ({ page, swap, wallet: _, account }) => {
  await fund(account.address, ether)
  await mint(usdc, account.address, 50n * dollar)
  await swap.goto()
  await swap.connectByHandle('Meadow Wallet')
  const press = async (name: RegExp | string) => {
    const button = swap.dialog.getByRole('button', { name, exact: typeof name === 'string' })
    await expect(button).toBeVisible()
    while (!(await button.evaluate(each => each.matches(':focus')))) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
  }
  const pick = async (words: string) => {
    await swap.expectView('SwapSelectToken')
    const search = swap.dialog.getByRole('searchbox', { name: 'Search tokens' })
    await expect(search).toBeVisible()
    while (!(await search.evaluate(each => each.matches(':focus')))) await page.keyboard.press('Tab')
    await page.keyboard.type(words)
    await press(new RegExp(`^${words}`))
    await swap.expectView('Swap')
  }
  await swap.accountButton.focus()
  await page.keyboard.press('Enter')
  await swap.expectView('Account')
  await press('Swap')
  await swap.expectView('Swap')
  await press(/^(Token to sell|Choose a token to sell)/)
  await pick('USD Coin')
  await press(/^(Token to buy|Choose a token to buy)/)
  await pick('Dai Stablecoin')
  while (!(await swap.pay.evaluate(field => field.matches(':focus')))) await page.keyboard.press('Tab')
  await page.keyboard.type('25')
  await expect(swap.button('Review')).toBeVisible()
  await page.keyboard.press('Enter')
  await swap.expectView('SwapPreview')
  await press('Approve and swap')
  await swap.expectSwapped()
  expect(await balanceOf(usdc, account.address)).toBe(25n * dollar)
  expect(await balanceOf(dai, account.address)).toBeGreaterThan(24n * ether)
  expect(await allowanceOf(usdc, account.address)).toBe(0n)
})

together(
  'an exact amount received: what is left of the allowance is offered for revoking',
  async ({ swap, wallet, account }) => {
    await fund(account.address, ether)
    await mint(usdc, account.address, 500n * dollar)
    await swap.goto()
    await swap.connectByHandle('Meadow Wallet')
    await swap.openFilled({ fromToken: usdc, toToken: dai })
    await swap.receive.fill('100')
    await expect(swap.pay).toHaveValue(/^10\d\./)
    await swap.review()
    const shown = await swap.amountOf('You pay at most', 6)
    await wallet.control.next(sends, 'approve')
    await wallet.control.next(sends, 'slow')
    await swap.button('Approve and swap').click()
    await expect.poll(async () => (await wallet.control.requests(sends)).length).toBe(2)
    // Asked for anew at the press, and looked at again from half of the slippage on: other tests trade in the same pool.
    const most = await allowanceOf(usdc, account.address)
    expect(most * 1_000n).toBeLessThanOrEqual(shown * 1_005n)
    await wallet.control.release(sends)
    await swap.expectSwapped()
    expect(await balanceOf(dai, account.address)).toBe(100n * ether)
    const paid = 500n * dollar - (await balanceOf(usdc, account.address))
    expect(paid).toBeLessThan(most)
    expect(await swap.amountOf('You paid', 6)).toBe(paid)
    expect(await allowanceOf(usdc, account.address)).toBe(most - paid)
    await swap.button('Revoke: USDC').click()
    await expect(swap.button('Revoke: USDC')).toHaveCount(0)
    expect(await allowanceOf(usdc, account.address)).toBe(0n)
    expect(await wallet.control.requests(sends)).toHaveLength(3)
  },
)

together(
  'a token that wants its old allowance cleared first: zero, exactly, and 0 again',
  async ({ swap, wallet, account }) => {
    await fund(account.address, ether)
    await mint(tether, account.address, 100n * dollar)
    await approve(account.privateKey, tether, 1n)
    await swap.goto()
    await swap.connectByHandle('Meadow Wallet')
    await swap.openFilled({ fromToken: tether, toToken: 'native', amount: '50' })
    await swap.review()
    await swap.button('Details').click()
    await expect(swap.dialog.getByText('USDT requires clearing its old approval first.')).toBeVisible()
    await swap.button('Approve and swap').click()
    await swap.expectSwapped()
    expect(await balanceOf(tether, account.address)).toBe(50n * dollar)
    expect(await allowanceOf(tether, account.address)).toBe(0n)
    const asked = await wallet.control.requests(sends)
    const amounts = asked.slice(0, 2).map(({ params }) => {
      const [{ data }] = params as [{ data: Hex }]
      return BigInt(`0x${data.slice(-64)}`)
    })
    expect(amounts).toEqual([0n, 50n * dollar])
    expect(asked).toHaveLength(3)
  },
)

together(
  'F26 a taxed token: what was received is by the logs, and no more than the tax less',
  async ({ swap, wallet: _, account }) => {
    await fund(account.address, ether)
    await swap.goto()
    await swap.connectByHandle('Meadow Wallet')
    await swap.openFilled({ fromToken: 'native', toToken: tax, amount: '0.05' })
    await swap.review()
    await expect(swap.dialog.getByText(/^The token keeps 1\s%\sof each transfer/)).toBeVisible()
    const least = await swap.amountOf('You receive at least', 18)
    await swap.button('Swap').click()
    await swap.expectSwapped()
    const received = await balanceOf(tax, account.address)
    expect(received).toBeGreaterThanOrEqual(least)
    expect(await swap.amountOf('You received', 18)).toBe(received)
  },
)

together('on a small screen: USDC to ETH, all of it', async ({ page, swap, wallet: _, account }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await fund(account.address, ether)
  await mint(usdc, account.address, 20n * dollar)
  await swap.goto()
  await swap.connectByHandle('Meadow Wallet')
  await swap.openSwap()
  await swap.choose('sell', 'USD Coin')
  await swap.choose('buy', 'Ether')
  await swap.button('Max').click()
  await expect(swap.pay).toHaveValue('20')
  await swap.review()
  const least = await swap.amountOf('You receive at least', 18)
  await swap.button('Approve and swap').click()
  await swap.expectSwapped()
  expect(await balanceOf(usdc, account.address)).toBe(0n)
  expect(await swap.amountOf('You received', 18)).toBeGreaterThanOrEqual(least)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await swap.button('Done').click()
})

together('wraps and unwraps one for one, without a quote', async ({ page, swap, wallet: _, account }) => {
  await fund(account.address, ether)
  await swap.goto()
  await swap.connectByHandle('Meadow Wallet')
  const asked: string[] = []
  page.on('request', request => {
    if (/convert\/(quotes|build)/.test(request.url())) asked.push(request.url())
  })
  await swap.openFilled({ fromToken: 'native', toToken: weth, amount: '0.25' })
  await expect(swap.receive).toHaveValue('0.25')
  await swap.review()
  await swap.button('Wrap').click()
  await swap.expectSwapped()
  expect(await balanceOf(weth, account.address)).toBe(ether / 4n)
  await swap.button('Done').click()
  await swap.openFilled({ fromToken: weth, toToken: 'native', amount: '0.25' })
  await swap.review()
  await swap.button('Unwrap').click()
  await swap.expectSwapped()
  expect(await balanceOf(weth, account.address)).toBe(0n)
  expect(asked).toEqual([])
  expect(await nonceOf(account.address)).toBe(2)
})

test.describe('a wallet that promises all or none', () => {
  test.use({ walletOptions: { batches: true, atomic: 'supported' } })

  test('one request for the approval and the swap', async ({ swap, wallet, account }) => {
    await fund(account.address, ether)
    await mint(usdc, account.address, 100n * dollar)
    await swap.goto()
    await swap.connectByHandle('Meadow Wallet')
    await swap.openFilled({ fromToken: usdc, toToken: dai, amount: '100' })
    await swap.review()
    await swap.button('Approve and swap').click()
    await swap.expectSwapped()
    const [batch, ...more] = await wallet.control.requests('wallet_sendCalls')
    expect(more).toEqual([])
    expect(batch?.params).toMatchObject([
      {
        atomicRequired: true,
        calls: [usdc, router].map(to => ({ to: expect.stringMatching(new RegExp(to, 'i')) })),
      },
    ])
    expect(await wallet.control.requests(sends)).toEqual([])
    expect(await balanceOf(usdc, account.address)).toBe(0n)
    expect(await swap.amountOf('You received', 18)).toBe(await balanceOf(dai, account.address))
    expect(await allowanceOf(usdc, account.address)).toBe(0n)
    expect(await swap.answer()).toEqual({ hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
  })
})

together('the shop opens the form filled in, and shows the hash', async ({ page, swap, wallet, account }) => {
  await fund(account.address, ether)
  await swap.goto()
  await swap.connectByHandle('Meadow Wallet')
  await page.getByRole('button', { name: 'Swap 0.1 ETH for DAI' }).click()
  await swap.expectView('Swap')
  await expect(swap.pay).toHaveValue('0.1')
  await swap.review()
  await swap.button('Swap').click()
  await swap.expectSwapped()
  const [sent] = await wallet.control.requests(sends)
  await expect(page.getByText(`Swapped. Transaction ${sent?.result}`)).toBeAttached()
})

test.describe('SPEC §6 in a restricted time zone', () => {
  test.use({ timezoneId: 'Asia/Shanghai' })

  test('swapping is nowhere, and open() rejects for the host', async ({ page, swap, wallet: _ }) => {
    await swap.goto()
    await expect(page.getByRole('button', { name: /swap/i })).toHaveCount(0)
    await swap.connectByHandle('Meadow Wallet')
    await swap.openAccount()
    await expect(swap.dialog.getByRole('button', { name: /swap/i })).toHaveCount(0)
    await page.keyboard.press('Escape')
    const answer = await page.evaluate(() =>
      window.latchkey?.open({ view: 'Swap' }).then(
        () => undefined,
        error => error.code,
      ),
    )
    expect(answer).toBe('SWAP_UNSUPPORTED')
    await swap.expectView('Account')
    await page.evaluate(() => window.latchkey?.open({ view: 'FundWallet' }))
    await expect(swap.dialog.getByRole('button', { name: /swap/i })).toHaveCount(0)
  })
})
