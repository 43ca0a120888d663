/** What may go wrong between the form and the chain: nothing is lost, and nothing is swapped twice. */
import { devContracts } from '@latchkey/devstack'
import type { Page } from '@playwright/test'
import { formatEther } from 'viem'
import { SwapPage } from '../setup/SwapPage.ts'
import { allowanceOf, balanceOf, buy, ether, mint, nonceOf } from '../setup/swapChain.ts'
import { expect, type Fixtures, freshAccount, fund, test } from '../setup/test.ts'
import { together } from '../setup/together.ts'

const { usdc, dai, thin } = devContracts
const dollar = 10n ** 6n
const sends = 'eth_sendTransaction'
const failed = (fault: string) => /Failed to load resource|ERR_/.test(fault)

test.beforeEach(async ({ account }) => {
  await fund(account.address, ether)
})

/** Gives an account 100 USDC, connects it, and opens their review for DAI. */
async function reviewDollars(swap: SwapPage, address: `0x${string}`): Promise<void> {
  await mint(usdc, address, 100n * dollar)
  await swap.goto()
  await swap.connectByHandle('Meadow Wallet')
  await swap.openFilled({ fromToken: usdc, toToken: dai, amount: '100' })
  await swap.review()
}

/** Cuts requests of the page while it is on. */
async function cut(page: Page, url: RegExp | ((url: URL) => boolean), isCut: () => boolean): Promise<void> {
  await page.route(url, (route, request) =>
    isCut() && !request.headers()['x-wallet'] ? route.abort() : route.continue(),
  )
}

/** Sends the approval of 100 USDC, and cuts the page from its chain before it learns of that; what it returns joins the two again. */
async function loseApproval({
  swap,
  wallet,
  stack,
  account: { address },
}: Pick<Fixtures, 'swap' | 'wallet' | 'stack' | 'account'>): Promise<() => void> {
  const rpc = stack.chains[0]?.rpcUrls.default.http[0] ?? 'none'
  let isCut = false
  await cut(
    swap.page,
    url => url.href.startsWith(rpc),
    () => isCut,
  )
  await reviewDollars(swap, address)
  await wallet.control.next(sends, 'slow')
  await swap.button('Approve and swap').click()
  await wallet.control.waitForRequest(sends)
  isCut = true
  await wallet.control.release(sends)
  await expect(swap.status).toContainText('Waiting for Alder')
  await expect.poll(() => allowanceOf(usdc, address)).toBe(100n * dollar)
  return () => {
    isCut = false
  }
}

together(
  'refused at each step: nothing is lost, and an allowance that is left is offered for revoking',
  async ({ swap, wallet, account }) => {
    const { address } = account
    await reviewDollars(swap, address)
    await wallet.control.next(sends, 'reject')
    await swap.button('Approve and swap').click()
    await expect(swap.status).toContainText('Approval rejected')
    expect([await balanceOf(usdc, address), await allowanceOf(usdc, address)]).toEqual([100n * dollar, 0n])
    expect(await nonceOf(address)).toBe(0)

    await wallet.control.next(sends, 'approve')
    await wallet.control.next(sends, 'reject')
    await swap.button('Try again').click()
    await swap.button('Approve and swap').click()
    await expect(swap.status).toContainText('Transaction rejected')
    expect(await balanceOf(usdc, address)).toBe(100n * dollar)
    expect(await balanceOf(dai, address)).toBe(0n)
    expect(await allowanceOf(usdc, address)).toBe(100n * dollar)
    await expect(swap.dialog.getByText('100 USDC can still be taken')).toBeVisible()
    await swap.button('Revoke: USDC').click()
    await expect.poll(() => allowanceOf(usdc, address)).toBe(0n)
    await expect(swap.dialog.getByText('100 USDC can still be taken')).toHaveCount(0)
    await swap.page.evaluate(() => window.latchkey?.close())
    expect(await swap.answer()).toBe('SEND_REJECTED')
  },
)

together(
  'F26 no services: no number is made up, and the form goes on when they are back',
  async ({ page, swap, faults, wallet, account: { address } }) => {
    let isCut = true
    await cut(page, /\/v1\/convert\/quotes/, () => isCut)
    await swap.goto()
    await swap.connectByHandle('Meadow Wallet')
    await swap.openFilled({ fromToken: 'native', toToken: dai, amount: '0.1' })
    await expect(swap.dialog.getByText('No quotes right now', { exact: true })).toBeVisible()
    await expect(swap.receive).toHaveValue('')
    isCut = false
    await swap.button('Try again').click()
    await expect(swap.receive).toHaveValue(/^2\d\d\./)

    let isBuildCut = true
    await cut(page, /\/v1\/convert\/build-transaction/, () => isBuildCut)
    await swap.button('Review').click()
    await expect(swap.status).toContainText('No quotes right now')
    expect(await wallet.control.requests(sends)).toEqual([])
    isBuildCut = false
    await swap.button('Try again').click()
    await expect(swap.button('Swap')).toBeVisible()
    await expect(swap.action).not.toHaveAttribute('aria-busy', 'true')

    // At the press it is built once more.
    isBuildCut = true
    await swap.button('Swap').click()
    await expect(swap.status).toContainText('No quotes right now')
    expect(await wallet.control.requests(sends)).toEqual([])
    isBuildCut = false
    await swap.button('Try again').click()
    await swap.button('Swap').click()
    await swap.expectSwapped()
    expect(await nonceOf(address)).toBe(1)
    expect(faults.splice(0).every(failed)).toBe(true)
  },
)

together(
  'the wallet loses its network at the approval: nothing is sent',
  async ({ swap, wallet, account: { address } }) => {
    await reviewDollars(swap, address)
    await wallet.control.next(sends, { kind: 'code', code: -32603, message: 'Failed to fetch' })
    await swap.button('Approve and swap').click()
    await expect(swap.status).toHaveAttribute('data-tone', 'error')
    expect(await wallet.control.requests(sends)).toHaveLength(1)
    expect(await nonceOf(address)).toBe(0)
    expect(await allowanceOf(usdc, address)).toBe(0n)
  },
)

together(
  'F15 the page loses the chain after the approval was sent: it waits, and goes on by itself',
  async ({ swap, faults, wallet, account, stack }) => {
    const { address } = account
    const join = await loseApproval({ swap, wallet, stack, account })
    expect(await wallet.control.requests(sends)).toHaveLength(1)
    join()
    await swap.expectSwapped()
    expect(await allowanceOf(usdc, address)).toBe(0n)
    expect(await nonceOf(address)).toBe(2)
    expect(faults.splice(0).every(failed)).toBe(true)
  },
)

for (const step of ['review', 'approval', 'swap'] as const) {
  together(
    `T61 the wallet moves to another network at the ${step}: nothing more is asked`,
    async ({ swap, wallet, account: { address } }) => {
      await reviewDollars(swap, address)
      if (step === 'review') await wallet.control.switchChain(31338)
      else {
        if (step === 'swap') await wallet.control.next(sends, 'approve')
        await wallet.control.next(sends, 'slow')
        await swap.button('Approve and swap').click()
        const count = step === 'swap' ? 2 : 1
        await expect.poll(async () => (await wallet.control.requests(sends)).length).toBe(count)
        await wallet.control.switchChain(31338)
        await wallet.control.reject()
      }
      await expect(swap.networkButton).toHaveAccessibleName('Network: Birch')
      await expect(swap.button('Approve and swap')).toHaveCount(0)
      expect(await balanceOf(usdc, address)).toBe(100n * dollar)
      expect(await nonceOf(address)).toBe(step === 'swap' ? 1 : 0)
      // What was allowed is offered for revoking where it was.
      await wallet.control.switchChain(31337)
      await swap.page.evaluate(() => window.latchkey?.open({ view: 'Account' }))
      await swap.expectView('Account')
      const left = swap.dialog.getByText('100 USDC can still be taken')
      await expect(left).toHaveCount(step === 'swap' ? 1 : 0)
    },
  )
}

for (const step of ['review', 'approval', 'swap'] as const) {
  together(
    `T61 the wallet moves to another account at the ${step}: nothing more is asked`,
    async ({ swap, wallet, account: { address }, room }) => {
      await reviewDollars(swap, address)
      const [mine, other] = [room.guests - 1, room.guests === 1 ? 1 : room.guests - 2]
      const count = { review: 0, approval: 1, swap: 2 }[step]
      if (step === 'swap') await wallet.control.next(sends, 'approve')
      if (count > 0) {
        await wallet.control.next(sends, 'slow')
        await swap.button('Approve and swap').click()
        await expect.poll(async () => (await wallet.control.requests(sends)).length).toBe(count)
      }
      await wallet.control.setAccounts([other])
      if (step === 'approval') await wallet.control.release(sends)
      if (step === 'swap') await wallet.control.reject()
      await expect(swap.button('Approve and swap')).toHaveCount(0)
      const sent = step === 'review' ? 0 : 1
      await expect.poll(() => nonceOf(address)).toBe(sent)
      // What was allowed is offered for revoking to the one who allowed it.
      await wallet.control.setAccounts([mine])
      await swap.page.evaluate(() => window.latchkey?.open({ view: 'Account' }))
      await swap.expectView('Account')
      await expect(swap.dialog.getByText('100 USDC can still be taken')).toHaveCount(sent)
      expect(await wallet.control.requests(sends)).toHaveLength(count)
      expect(await balanceOf(usdc, address)).toBe(100n * dollar)
    },
  )
}

together(
  'F26 too little to pay with: the form says so, and leads to funding',
  async ({ swap, wallet: _ }) => {
    await swap.goto()
    await swap.connectByHandle('Meadow Wallet')
    await swap.openFilled({ fromToken: 'native', toToken: dai, amount: '2' })
    await expect(swap.action).toHaveAccessibleName('Not enough ETH')
    await swap.button('Add ETH').click()
    await swap.expectView('FundWallet')
    await swap.button('Back').click()
    await swap.expectView('Swap')
    await expect(swap.pay).toHaveValue('2')
    // All of it leaves nothing for the fee.
    await swap.pay.fill('1')
    await expect(swap.action).toHaveAccessibleName('Not enough ETH for the fee')
    await swap.button('Max').click()
    await expect(swap.button('Review')).toBeVisible()
  },
)

test('T73 the same swap pressed in two tabs is one swap', async ({
  swap,
  wallet,
  account,
  page,
  recipe,
  stack,
}) => {
  const { installWallets } = await import('@latchkey/testing/playwright')
  const other = await page.context().newPage()
  const options = { name: 'Meadow Wallet', rdns: 'example.meadow', accounts: [account.privateKey] }
  const [theirs] = await installWallets(other, [recipe(options)])
  const second = new SwapPage(other, stack.shop)
  await swap.goto()
  await swap.connectByHandle('Meadow Wallet')
  await second.goto()
  for (const tab of [swap, second]) {
    await tab.page.bringToFront()
    await tab.openFilled({ fromToken: 'native', toToken: dai, amount: '0.1' })
    await tab.review()
  }
  await wallet.control.next(sends, 'slow')
  await page.bringToFront()
  await swap.button('Swap').click()
  await wallet.control.waitForRequest(sends)
  await other.bringToFront()
  await second.button('Swap').click()
  await expect(second.status).toContainText('Another transfer is waiting in your wallet')
  await wallet.control.release(sends)
  await page.bringToFront()
  await swap.expectSwapped()
  expect(await theirs?.control.requests(sends)).toEqual([])
  expect(await nonceOf(account.address)).toBe(1)
})

together(
  'T73 a reload between approval and swap: no second swap, and the allowance is offered for revoking',
  async ({ page, swap, faults, wallet, account, stack }) => {
    const { address } = account
    const join = await loseApproval({ swap, wallet, stack, account })
    join()
    await page.reload()
    await swap.openAccount()
    await expect(swap.dialog.getByText('100 USDC can still be taken')).toBeVisible()
    expect(await wallet.control.requests(sends)).toEqual([])
    await swap.button('Revoke: USDC').click()
    await expect.poll(() => allowanceOf(usdc, address)).toBe(0n)
    await expect(swap.dialog.getByText('100 USDC can still be taken')).toHaveCount(0)
    expect(await wallet.control.requests(sends)).toHaveLength(1)
    expect(await nonceOf(address)).toBe(2)
    expect(await balanceOf(usdc, address)).toBe(100n * dollar)
    expect(faults.splice(0).every(failed)).toBe(true)
  },
)

together(
  'T70 the price moves between the quote and the press: back to the review, with the difference',
  async ({ swap, wallet, account: { address } }) => {
    await swap.goto()
    await swap.connectByHandle('Meadow Wallet')
    await swap.openFilled({ fromToken: 'native', toToken: thin, amount: '0.002' })
    await swap.review()
    const before = await swap.amountOf('You receive at least', 18)
    // Less than a second after the review was built: quotes share what was read of a pool for so long, a built swap does not.
    await buy(freshAccount().privateKey, thin, ether / 20n)
    await swap.button('Swap').click()
    await expect(swap.dialog.getByText('The price changed', { exact: true })).toBeVisible()
    const now = await swap.amountOf('You receive at least', 18)
    expect(now).toBeLessThan(before)
    // Cut to a few digits there; to the last unit it stands below.
    const words = await swap.dialog.getByText(/^Before: /).innerText()
    const [was, is] = words.match(/[\d.]+(?= RARE)/g) ?? []
    expect(formatEther(before)).toMatch(new RegExp(`^${was}`))
    expect(formatEther(now)).toMatch(new RegExp(`^${is}`))
    expect(await wallet.control.requests(sends)).toEqual([])
    await swap.button('Swap').click()
    await swap.expectSwapped()
    expect(await swap.amountOf('You received', 18)).toBe(await balanceOf(thin, address))
  },
)

together(
  'a price impact above 10 % takes a second press, and above 30 % is refused',
  async ({ swap, wallet }) => {
    await swap.goto()
    await swap.connectByHandle('Meadow Wallet')
    await swap.openFilled({ fromToken: 'native', toToken: thin, amount: '0.25' })
    await swap.review()
    await swap.button('Swap').click()
    await expect(swap.button('Swap anyway')).toBeVisible()
    expect(await wallet.control.requests(sends)).toEqual([])
    await swap.button('Back').click()
    await swap.expectView('Swap')
    await swap.pay.fill('0.8')
    await expect(swap.dialog.getByText(/This amount would move the price by/).first()).toBeVisible()
    await expect(swap.button('Review')).toHaveCount(0)
  },
)
