import { expect, shortened, test } from '../setup/test.ts'
import type { Widget } from '../setup/Widget.ts'

/** What every host page must let a visitor do. */
async function makeJourney(host: Widget, account: { readonly address: string }): Promise<void> {
  await host.connect('Meadow Wallet')
  await expect(host.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
  const [left, right] = [await host.networkButton.boundingBox(), await host.accountButton.boundingBox()]
  expect([left?.y, left?.height], 'buttons side by side stand on one line').toEqual([right?.y, right?.height])
  await host.networkButton.click()
  await host.row('Birch').click()
  await expect(host.networkButton).toHaveAccessibleName('Network: Birch')
  await host.openAccount()
  await host.pressMenu('disconnect')
  await expect(host.dialog).toBeHidden()
  await expect(host.connectButton).toBeVisible()
}

for (const [name, version] of [
  ['plain', /^19\./],
  ['react18', /^18\./],
] as const) {
  test(`React ${version.source.slice(1, 3)}: the whole journey`, async ({
    page,
    host,
    wallet: _,
    account,
  }) => {
    await host.open(`${name}/`)
    await expect(page.getByTestId('address')).toHaveAttribute('data-react', version)
    await makeJourney(host, account)
  })
}

test('a plain page: custom elements, whatever came first', async ({ page, host, wallet: _, account }) => {
  await host.open('html/')
  await page.getByRole('button', { name: 'Sign up with a wallet' }).click()
  await host.row('Meadow Wallet').click()
  await expect(page.getByTestId('address')).toHaveText(account.address)
  await expect(host.accountButton).toHaveAccessibleName(`Account ${shortened(account.address)}`)
  await expect(host.dialog).toBeHidden()
  await host.networkButton.click()
  await host.row('Birch').click()
  await expect(host.networkButton).toHaveAccessibleName('Network: Birch')

  // An element that comes later finds its handle too, and one that leaves takes nothing along.
  await page.evaluate(() => {
    const late = document.createElement('latchkey-button')
    late.setAttribute('kind', 'account')
    document.body.append(late)
    document.querySelector('latchkey-button[label]')?.remove()
  })
  await expect(host.accountButton).toHaveCount(1)
  await host.openAccount()
  await host.pressMenu('disconnect')
  await expect(page.getByTestId('address')).toHaveText('Not connected.')
})

test.describe('rendered on a server', () => {
  test('the buttons are empty boxes of their final size, and no text is lost', async ({ request, stack }) => {
    const html = await (await request.get(`${stack.hosts}/ssr/`)).text()
    expect(html).toContain('disconnected')
    expect(html).toContain('nobody')
    expect(html).not.toContain('Connect wallet')
    expect(html.match(/<span data-latchkey-button/g)).toHaveLength(3)
  })

  test('the page hydrates without a complaint, and nothing below it moves', async ({
    page,
    host,
    stack,
    wallet: _,
    account,
  }) => {
    let open = () => {}
    const gate = new Promise<void>(resolve => {
      open = resolve
    })
    await page.route(/\/main\.js$/, async route => {
      await gate
      await route.continue()
    })
    await page.goto(`${stack.hosts}/ssr/`, { waitUntil: 'commit' })
    const places = page.locator('[data-latchkey-button] svg')
    await expect(places).toHaveCount(3)
    const facts = page.getByTestId('facts')
    const [place, below] = [await places.nth(1).boundingBox(), await facts.boundingBox()]
    expect([place?.width, place?.height]).toEqual([160, 44])
    open()
    await expect(host.connectButton).toBeVisible()
    // The width of a text is the font's affair; its place and height are not.
    const button = await host.connectButton.boundingBox()
    expect([button?.y, button?.height]).toEqual([place?.y, place?.height])
    expect(Math.abs((button?.width ?? 0) - (place?.width ?? 0))).toBeLessThan(16)
    expect(await facts.boundingBox()).toEqual(below)
    expect(
      await page.evaluate(() => (window as unknown as { hydrationErrors: unknown[] }).hydrationErrors),
    ).toEqual([])
    await host.openConnect()
    await host.row('Meadow Wallet').click()
    await expect(page.getByTestId('facts')).toContainText(`connected ${account.address}`)
  })
})
