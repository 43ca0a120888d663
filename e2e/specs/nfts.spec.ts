import { devAccounts, devContracts } from '@latchkey/devstack'
import type { Page } from '@playwright/test'
import { createWalletClient, http, parseAbi } from 'viem'
import { chain } from '../setup/chain.ts'
import { LabPage } from '../setup/LabPage.ts'
import { readStack } from '../setup/stack.ts'
import { stopClock } from '../setup/stopClock.ts'
import { giveStrangeNfts } from '../setup/strangeNfts.ts'
import { expect, type FreshAccount, test } from '../setup/test.ts'
import { togetherInLab } from '../setup/together.ts'

const key = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 12h18" stroke="#0f7b5f"/></svg>`
const svg = (source: string) => `data:image/svg+xml;base64,${Buffer.from(source).toString('base64')}`
const plain = { name: 'Plain', description: 'Nothing to see.', image: svg(key) }

/** The tab of a connected account; `before` runs when only the press on it is missing. */
async function openTab(page: Page, before?: () => Promise<void>): Promise<LabPage> {
  const lab = new LabPage(page)
  await lab.make({ projectId: 'latchkey-dev' })
  await lab.connectByHandle('Meadow Wallet')
  await lab.openAccount()
  await before?.()
  await lab.dialog.getByRole('tab', { name: 'NFTs' }).click()
  return lab
}

/** Waits until the services know of an account's collectibles: the indexer is behind the chain by a moment. */
async function untilIndexed({ address }: FreshAccount, count: number): Promise<void> {
  const { services } = readStack()
  const url = `${services}/v1/account/${address}/nfts?projectId=latchkey-dev&chainId=eip155:31337`
  await expect
    .poll(async () => ((await (await fetch(url)).json()) as { data: unknown[] }).data.length)
    .toBeGreaterThanOrEqual(count)
}

togetherInLab(
  'owned collectibles by collection, how many of each, and one of them closer',
  async ({ page, context, account, wallet: _ }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const holder = devAccounts[1]
    if (!holder) throw new Error('There is no such account.')
    const sender = createWalletClient({ account: holder.address, transport: http(chain(31337).rpcUrl) })
    await sender.writeContract({
      chain: null,
      address: devContracts.badges,
      abi: parseAbi(['function safeTransferFrom(address,address,uint256,uint256,bytes)']),
      functionName: 'safeTransferFrom',
      args: [holder.address, account.address, 3n, 4n, '0x'],
    })
    await giveStrangeNfts(account.address, { name: 'Plain Things', metadata: plain, count: 2 })
    await untilIndexed(account, 3)
    const lab = await openTab(page)
    const headings = lab.dialog.getByRole('heading', { level: 3 })
    await expect(headings).toHaveCount(2)
    await expect(headings.filter({ hasText: 'Plain Things' })).toHaveText(/Plain Things\s*2/)
    await expect(lab.dialog.getByRole('list', { name: /Plain Things/ }).getByRole('button')).toHaveCount(2)

    await lab.row(/^Bronze badge × 4$/).click()
    await lab.expectView('WalletNft')
    await expect(lab.title).toHaveText('NFT')
    await expect(lab.dialog.getByRole('heading', { level: 3 })).toHaveText('Bronze badge')
    await expect(lab.dialog.locator('.nft-facts')).toContainText('ERC-1155')
    await expect(lab.dialog.getByRole('img', { name: 'Picture of Bronze badge' })).toBeVisible()
    await lab.button('Copy token ID').click()
    await expect(lab.dialog.getByRole('status').filter({ hasText: 'Token ID copied' })).toBeAttached()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('3')
    await lab.button('Back').click()
    await expect(lab.row(/^Bronze badge/)).toBeVisible()
  },
)

test('T67 T68 T69 hostile pictures and words do nothing, and cause no foreign request', async ({
  page,
  account,
  wallet: _,
}) => {
  const bait = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24" onload="parent.hit=1;fetch('https://evil.example/onload')">
    <script>window.top.hit = 1; fetch('https://evil.example/script')</script>
    <image href="https://evil.example/image.png" width="9" height="9"/><use xlink:href="https://evil.example/use.svg#a"/>
    <style>@import url(https://evil.example/style.css); rect { fill: url(https://evil.example/fill.svg#b) }</style>
    <foreignObject width="24" height="24"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example/frame"/></foreignObject>
    <rect width="24" height="24"/></svg>`
  const words = {
    name: '\u202e<img src=x onerror="hit=1">Gift',
    description:
      'See https://evil.example/claim or <a href="https://evil.example">here</a>.\n\u202eSecond line',
  }
  await giveStrangeNfts(account.address, { name: 'Bait', metadata: { ...words, image: svg(bait) } })
  await giveStrangeNfts(account.address, {
    name: 'Far Away',
    metadata: {
      ...words,
      image: 'https://evil.example/far.svg',
      animation_url: 'https://evil.example/film.html',
    },
  })
  await untilIndexed(account, 2)
  // What a service would hand on that looked no closer than this.
  await page.route(/\/v1\/image\?.*evil/, route =>
    route.fulfill({ contentType: 'image/svg+xml', body: bait }),
  )
  const lab = await openTab(page)
  const tiles = lab.dialog.locator('.nft-tile')
  const toggle = lab.dialog.getByRole('switch')
  await expect(tiles.first().or(toggle)).toBeVisible()
  // What looks like spam is behind the switch; here everything is looked at.
  if (await toggle.isVisible()) await toggle.click()
  await expect(tiles).toHaveCount(2)
  await expect(tiles.locator('.nft-media[data-state=shown]')).toHaveCount(2)
  for (const at of [0, 1]) {
    await tiles.nth(at).click()
    await lab.expectView('WalletNft')
    // Words are text.
    await expect(lab.dialog.locator('.nft-title')).toHaveText('<img src=x onerror="hit=1">Gift')
    await expect(lab.dialog.locator('.nft-description')).toContainText(
      'See https://evil.example/claim or <a href=',
    )
    await expect(
      lab.dialog.locator('.nft a[href*=evil], .nft script, .nft iframe, .nft object, .nft video'),
    ).toHaveCount(0)
    await expect(lab.dialog.locator('.nft-media[data-state=shown]')).toBeVisible()
    await lab.button('Back').click()
    await lab.expectView('Account')
  }
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  // The pictures cause requests only to the services and the chains.
  const { services, chains } = readStack()
  const known = [services, ...chains.map(each => each.rpcUrls.default.http[0] ?? '')].map(
    url => new URL(url).origin,
  )
  expect(lab.asked.filter(({ url }) => !known.includes(url.origin)).map(({ url }) => url.href)).toEqual([])
  const pictures = await lab.dialog
    .locator('.nft-image')
    .evaluateAll(images =>
      images.map(image => [image.getAttribute('src')?.slice(0, 5), image.getAttribute('referrerpolicy')]),
    )
  for (const [scheme, referrer] of pictures)
    expect([scheme, referrer]).toEqual([expect.stringMatching(/^(data:|http:)$/), 'no-referrer'])
})

togetherInLab(
  'what looks like spam is hidden until it is asked for, and marked',
  async ({ page, account, wallet: _ }) => {
    await giveStrangeNfts(account.address, { name: 'Claim at claim-usdc.example', metadata: plain, count: 3 })
    await giveStrangeNfts(account.address, { name: 'Plain Things', metadata: plain })
    await untilIndexed(account, 4)
    const lab = await openTab(page)
    const toggle = lab.dialog.getByRole('switch', { name: 'Show hidden (3)' })
    await expect(toggle).toHaveAttribute('aria-checked', 'false')
    await expect(lab.dialog.locator('.nft-tile')).toHaveCount(1)
    await toggle.press('Space')
    await expect(toggle).toHaveAttribute('aria-checked', 'true')
    await expect(lab.dialog.locator('.nft-tile')).toHaveCount(4)
    await expect(lab.dialog.getByRole('heading', { name: /Claim at/ })).toContainText('Unverified')
    await toggle.press('Space')
    await expect(lab.dialog.locator('.nft-tile')).toHaveCount(1)
  },
)

togetherInLab(
  'seventy come by pages as the list is scrolled; arrows lead through all of them',
  async ({ page, account, wallet: _ }) => {
    await giveStrangeNfts(account.address, { name: 'Many', metadata: plain, count: 70 })
    await untilIndexed(account, 30)
    const lab = await openTab(page)
    const tiles = lab.dialog.locator('.nft-tile')
    await expect(tiles).toHaveCount(30)
    await expect(lab.dialog.getByRole('heading', { level: 3 })).toContainText('30+')
    const asked = () => lab.paths().filter(path => path.endsWith('/nfts')).length
    expect(asked()).toBe(1)
    await tiles.nth(29).scrollIntoViewIfNeeded()
    await expect(tiles).toHaveCount(60)
    await tiles.nth(59).scrollIntoViewIfNeeded()
    await expect(tiles).toHaveCount(70)
    await expect(lab.dialog.getByRole('heading', { level: 3 })).toHaveText(/Many\s*70$/)
    expect(asked()).toBe(3)

    await lab.dialog.getByRole('tab', { name: 'NFTs' }).focus()
    await page.keyboard.press('Tab')
    await expect(tiles.first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(tiles.nth(1)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(tiles.nth(3)).toBeFocused()
    await page.keyboard.press('End')
    await expect(tiles.nth(69)).toBeFocused()
    await page.keyboard.press('Enter')
    await lab.expectView('WalletNft')
    await page.keyboard.press('Escape')
    await lab.expectView('Account')
    // The list is where it was, complete, and no request was repeated.
    await expect(tiles).toHaveCount(70)
    await expect(tiles.nth(69)).toBeInViewport()
    await expect(tiles.nth(69)).toHaveAttribute('tabindex', '0')
    expect(asked()).toBe(3)
  },
)

togetherInLab(
  'SPEC §8 services that do not answer: what happened, and again on demand',
  async ({ page, account, faults, wallet: _ }) => {
    await giveStrangeNfts(account.address, { name: 'Plain Things', metadata: plain })
    await untilIndexed(account, 1)
    await page.route(/\/nfts\?/, route => route.abort())
    const lab = await openTab(page)
    await expect(lab.status.filter({ hasText: 'Failed to fetch NFTs' })).toBeVisible()
    await page.unroute(/\/nfts\?/)
    await lab.dialog.locator('.nfts').getByRole('button', { name: 'Try again' }).click()
    await expect(lab.dialog.locator('.nft-tile')).toHaveCount(1)
    faults.splice(0)
  },
)

test('F25 a picture that does not come is a letter after 2 s, and nothing moves', async ({
  page,
  account,
  wallet: _,
}) => {
  await giveStrangeNfts(account.address, {
    name: 'Slow',
    metadata: { name: 'Zebra', image: 'https://slow.example/1.png' },
  })
  await untilIndexed(account, 1)
  const held: (() => void)[] = []
  await page.route(/\/v1\/image\?/, route => {
    held.push(() => void route.fulfill({ contentType: 'image/svg+xml', body: key }))
  })
  const lab = await openTab(page, () => stopClock(page))
  const media = lab.dialog.locator('.nft-media')
  await expect(media).toHaveAttribute('data-state', 'loading')
  const box = await media.boundingBox()
  await page.clock.runFor(1_900)
  await expect(media).toHaveAttribute('data-state', 'loading')
  await page.clock.runFor(200)
  await expect(media).toHaveAttribute('data-state', 'late')
  await expect(media).toHaveText('Z')
  expect(await media.boundingBox()).toEqual(box)
  for (const answer of held) answer()
  await expect(media).toHaveAttribute('data-state', 'shown')
  await expect(media).toHaveText('')
  expect(await media.boundingBox()).toEqual(box)
})

togetherInLab('an account without any says so', async ({ page, wallet: _ }) => {
  const lab = await openTab(page)
  await expect(lab.status.filter({ hasText: 'No NFTs yet' })).toBeVisible()
})

togetherInLab('another network has its own', async ({ page, account, wallet }) => {
  await giveStrangeNfts(account.address, { name: 'On One', metadata: plain })
  await untilIndexed(account, 1)
  const lab = await openTab(page)
  await expect(lab.dialog.locator('.nft-tile')).toHaveCount(1)
  await wallet.control.switchChain(31338)
  await expect(lab.status.filter({ hasText: 'No NFTs yet' })).toContainText('Birch')
  await expect(lab.dialog.locator('.nft-tile')).toHaveCount(0)
})
