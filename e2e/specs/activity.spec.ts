import type { Locator, Page } from '@playwright/test'
import type { LatchkeyOptions } from 'latchkey'
import { examineCard } from 'latchkey/examine'
import type { Address } from 'viem'
import { findBarriers } from '../setup/findBarriers.ts'
import { doings, untilIndexed } from '../setup/history.ts'
import { LabPage } from '../setup/LabPage.ts'
import { readStack } from '../setup/stack.ts'
import { expect, freshAccount, fund, shortened, test } from '../setup/test.ts'
import { togetherInLab } from '../setup/together.ts'

const ether = 10n ** 18n

/** The tab of a connected account. */
async function openTab(page: Page, options: Partial<LatchkeyOptions> = {}): Promise<LabPage> {
  const lab = new LabPage(page)
  await lab.make({ projectId: 'latchkey-dev', features: { activity: true }, ...options } as LatchkeyOptions)
  await lab.connectByHandle('Meadow Wallet')
  await lab.openAccount()
  await lab.dialog.getByRole('tab', { name: 'Activity' }).click()
  return lab
}

function list(lab: LabPage): Locator {
  return lab.dialog.getByRole('list', { name: 'Activity' })
}

function entry(lab: LabPage, name: RegExp): Locator {
  return list(lab).getByRole('button', { name })
}

function imitate(address: Address): Address {
  return `${address.slice(0, 6)}${'0'.repeat(30)}${address.slice(-6)}`.toLowerCase() as Address
}

test('SPEC §2 §9 lists received, sent, swapped and given assets by month; pictures come through the services alone (T69)', async ({
  page,
  account,
  wallet: _,
}) => {
  const does = doings()
  const friend = freshAccount().address
  await fund(account.address, 10n * ether)
  await does.giveToken('usdc', account.address, 1_250_500_000n)
  await does.send(account, friend, ether / 4n)
  await does.swapForUsdc(account, ether / 10n)
  const key = await does.giveKey(account.address)
  await does.sendKey(account, friend, key)
  await untilIndexed(account.address, 5)

  const lab = await openTab(page)
  await expect(list(lab).getByRole('heading', { level: 3 })).toHaveCount(1)
  await expect(list(lab).getByRole('heading', { level: 3 })).toHaveText(/^\w+ \d{4}$/)
  const rows = list(lab).getByRole('button')
  await expect(rows).toHaveCount(5)
  await expect(rows.nth(0)).toContainText(`Sent-Key #${key}`)
  await expect(rows.nth(0)).toContainText(`To ${shortened(friend)}`)
  await expect(rows.nth(1)).toContainText(`Received+Key #${key}`)
  await expect(rows.nth(2)).toContainText('Swapped-0.100 ETH')
  await expect(rows.nth(2)).toContainText(/\+\d+\.\d{3} USDC/)
  await expect(rows.nth(3)).toContainText('Sent-0.250 ETH')
  await expect(rows.nth(4)).toContainText('Received+1,250.500 USDC')
  const picture = rows.nth(0).locator('img')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  const { services, chains } = readStack()
  const own = [services, ...chains.map(network => network.rpcUrls.default.http[0] ?? '')]
  for (const { url } of lab.asked) expect(own.map(each => new URL(each).origin)).toContain(url.origin)

  // A line leads to all of it: both sides in full, and how it stands.
  await rows.nth(3).click()
  await lab.expectView('WalletTransaction')
  const facts = lab.dialog.locator('.transaction dl')
  await expect(facts).toContainText('-0.25 ETH')
  await expect(facts).toContainText('Confirmed')
  // As the chain's receipt says it, to the last digit.
  await expect(facts).toContainText(/Network fee0\.\d+ ETH/)
  const words = (await facts.innerText()).replace(/\s/g, '')
  expect(words).toContain(friend)
  expect(words).toContain(account.address)
  await lab.button('Back').click()
  await expect(rows.nth(3)).toBeVisible()
})

test('a sent transfer is listed at once, and confirms by itself', async ({ page, account, wallet: _ }) => {
  const does = doings()
  const friend = freshAccount().address
  await fund(account.address, 10n * ether)
  const nonce = await does.nonceOf(account.address)
  // One that waits for its turn in the pool.
  const hash = await does.send(account, friend, ether / 2n, nonce + 1)
  const journal = {
    v: 1,
    at: Date.now(),
    data: [
      {
        id: 'draft',
        from: `eip155:31337:${account.address}`,
        caipNetworkId: 'eip155:31337',
        to: friend,
        asset: { symbol: 'ETH', decimals: 18 },
        amount: '0.5',
        at: Date.now(),
        place: String(nonce + 1),
        hash,
        status: 'pending',
      },
    ],
  }
  await page.addInitScript(
    text => localStorage.setItem('@latchkey/default/sends', text),
    JSON.stringify(journal),
  )
  const lab = await openTab(page)
  await expect(entry(lab, /^Sending ?-0\.500 ETH/)).toContainText(`To ${shortened(friend)}`)
  await does.send(account, friend, ether / 8n, nonce)
  const confirmed = entry(lab, /^Sent ?-0\.500 ETH/)
  await expect(confirmed).toBeVisible()
  await expect(entry(lab, /^Sending/)).toHaveCount(0)
  // The other one comes from the services' history now.
  await expect(entry(lab, /^Sent ?-0\.125 ETH/)).toBeVisible()
  await expect(confirmed).toHaveCount(1)
})

togetherInLab(
  'T63 a poisoned history: what imitates is hidden or marked, and never taken for what it looks like',
  async ({ page, account, wallet: _ }) => {
    const does = doings()
    const friend = freshAccount().address
    const twin = imitate(friend)
    const attacker = freshAccount()
    await fund(account.address, 10n * ether)
    await fund(attacker.address, ether)
    await fund(twin, 10n * ether)
    await does.send(account, friend, ether)
    await does.forge(attacker, account.address, twin)
    await does.sendAs(twin, account.address, 1n)
    await does.giveToken('spam', account.address, 5_000n * ether)
    await does.sendAs(twin, account.address, 2n * ether)
    await untilIndexed(account.address, 5)

    const lab = await openTab(page)
    const rows = list(lab).getByRole('button')
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(0)).toContainText('Received+2.000 ETH')
    await expect(rows.nth(0)).toContainText(`Looks like ${shortened(friend)} but isn’t`)
    await expect(rows.nth(1)).toContainText(`To ${shortened(friend)}`)
    await rows.nth(0).click()
    await lab.expectView('WalletTransaction')
    const details = lab.dialog.locator('.transaction dl')
    expect((await details.innerText()).replace(/\s/g, '').toLowerCase()).toContain(twin)
    await expect(details.locator('mark').first()).toHaveText('0000')
    await lab.button('Back').click()
    await expect(rows).toHaveCount(2)

    await lab.dialog.getByRole('switch', { name: 'Show 3 suspicious transactions' }).click()
    // After all others, in a list of their own.
    const suspicious = lab.dialog.getByRole('list', { name: 'Suspicious transactions' })
    await expect(suspicious.getByRole('button')).toHaveCount(3)
    await expect(rows).toHaveCount(2)
    await expect(suspicious).toContainText('Dust')
    await expect(suspicious).toContainText('Spam')
    await expect(lab.dialog.locator('.activity').getByRole('button', { name: /Looks like/ })).toHaveCount(3)
    const [above, below] = await Promise.all([list(lab).boundingBox(), suspicious.boundingBox()])
    expect(below?.y).toBeGreaterThan((above?.y ?? 0) + (above?.height ?? 0))
  },
)

togetherInLab(
  'F21 the services fail: SPEC §8’s words, an empty list, and another try',
  async ({ page, account, faults, wallet: _ }) => {
    const does = doings()
    await fund(account.address, 10n * ether)
    await does.send(account, freshAccount().address, ether)
    await untilIndexed(account.address, 1)
    await page.route(/\/history\?/, route => route.fulfill({ status: 503, body: '{}' }))
    const lab = await openTab(page)
    await expect(lab.status).toContainText('Failed to fetch transactions')
    await expect(list(lab)).toHaveCount(0)
    const failures = await page.evaluateHandle(
      "(() => { const told = []; window.latchkey.on('transactionsFailed', fact => told.push(fact)); return told })()",
    )
    await lab.button('Try again').click()
    await expect
      .poll(() => failures.jsonValue())
      .toEqual([{ caipNetworkId: 'eip155:31337', code: 'APKT009' }])
    await page.unroute(/\/history\?/)
    await lab.button('Try again').click()
    await expect(entry(lab, /^Sent ?-1\.000 ETH/)).toBeVisible()
    // The browser says it of each answer; the widget says nothing.
    expect(faults.splice(0).every(text => text.includes('503'))).toBe(true)
  },
)

togetherInLab(
  'a long history comes page by page, on a phone, by keys alone; axe finds nothing',
  async ({ page, account, wallet: _ }) => {
    test.slow()
    const does = doings()
    const friend = freshAccount().address
    await fund(account.address, 10n * ether)
    for (let n = 0; n < 31; n++) await does.send(account, friend, BigInt(n + 1) * 10n ** 15n, n)
    await untilIndexed(account.address, 25)
    await page.setViewportSize({ width: 390, height: 844 })
    const lab = await openTab(page, { themeMode: 'dark' })
    await expect(entry(lab, /^Sent ?-0\.031 ETH/)).toBeVisible()
    expect(await page.evaluate(examineCard, { touch: true })).toEqual([])
    expect(await findBarriers(page, '[data-latchkey]')).toEqual([])

    await lab.dialog.getByRole('tab', { name: 'Activity' }).focus()
    await page.keyboard.press('Tab')
    await expect(entry(lab, /^Sent ?-0\.031 ETH/)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(entry(lab, /^Sent ?-0\.030 ETH/)).toBeFocused()
    await page.keyboard.press('Enter')
    await lab.expectView('WalletTransaction')
    await page.keyboard.press('Escape')
    await lab.expectView('Account')
    await entry(lab, /^Sent ?-0\.030 ETH/).focus()
    await page.keyboard.press('End')
    await expect
      .poll(async () => {
        await page.keyboard.press('End')
        return entry(lab, /^Sent ?-0\.001 ETH/).count()
      })
      .toBe(1)
    // The last page may have come after the last press.
    await page.keyboard.press('End')
    await expect(entry(lab, /^Sent ?-0\.001 ETH/)).toBeFocused()
    // Two pages; the first is requested again while the tab is shown.
    const pages = lab.asked.filter(({ url }) => url.pathname.endsWith('/history'))
    expect(new Set(pages.map(({ url }) => url.searchParams.get('cursor'))).size).toBe(2)
  },
)

togetherInLab(
  'with an explorer a transaction leads to its page, beside this one',
  async ({ page, account, wallet: _ }) => {
    const does = doings()
    await fund(account.address, 10n * ether)
    const hash = await does.send(account, freshAccount().address, ether)
    await untilIndexed(account.address, 1)
    const networks = readStack().chains.map(network => ({
      ...network,
      blockExplorers: { default: { name: 'Scan', url: 'https://scan.example' } },
    }))
    const lab = await openTab(page, { networks } as unknown as Partial<LatchkeyOptions>)
    await entry(lab, /^Sent ?-1\.000 ETH/).click()
    const link = lab.dialog.getByRole('link', { name: 'View on Scan' })
    await expect(link).toHaveAttribute('href', `https://scan.example/tx/${hash}`)
    await expect(link).toHaveAttribute('target', '_blank')
    await expect(link).toHaveAttribute('rel', /noopener/)
  },
)
