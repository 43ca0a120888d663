import { LabPage } from '../setup/LabPage.ts'
import { registerName } from '../setup/registerName.ts'
import { readStack } from '../setup/stack.ts'
import { expect, shortened, test } from '../setup/test.ts'
import { together, togetherInLab } from '../setup/together.ts'

const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test('a registered account has its name on the button and in Account, and its picture there', async ({
  page,
  account,
  wallet: _,
}) => {
  const name = await registerName(account.privateKey, { avatar: picture })
  const lab = new LabPage(page)
  await lab.make({ projectId: 'latchkey-dev' })
  await lab.connectByHandle('Meadow Wallet')
  await expect(page.getByRole('button', { name: `Account ${name}` })).toBeVisible()
  await lab.openAccount()
  await expect(lab.dialog.locator('.account-name')).toHaveText(name)
  const image = lab.dialog.locator('.avatar-image')
  await expect(image).toHaveAttribute('src', /^blob:/)
  await expect(image).toHaveAttribute('referrerpolicy', 'no-referrer')
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBeGreaterThan(0)
  // T69 the picture comes from the services alone.
  const { origin } = new URL(readStack().services)
  const chains = readStack().chains.map(network => new URL(network.rpcUrls.default.http[0] ?? '').origin)
  for (const { url } of lab.asked) expect([origin, ...chains]).toContain(url.origin)
})

togetherInLab(
  'a page that is loaded again shows the name from memory, and asks nobody before the visitor acts',
  async ({ page, account, wallet: _ }) => {
    const name = await registerName(account.privateKey)
    const lab = new LabPage(page)
    await lab.make({ projectId: 'latchkey-dev' })
    await lab.connectByHandle('Meadow Wallet')
    const named = page.getByRole('button', { name: `Account ${name}` })
    await expect(named).toBeVisible()
    // What the first document still had to ask for is not the second one's.
    await page.goto('about:blank')
    const before = lab.paths().length
    await lab.make({ projectId: 'latchkey-dev' })
    await expect(named).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(lab.paths()).toHaveLength(before)
  },
)

togetherInLab(
  'SPEC §5 a testnet has neither name nor picture nor balance; back on another network the name is back',
  async ({ page, account, wallet }) => {
    const name = await registerName(account.privateKey)
    const lab = new LabPage(page)
    await lab.make({ projectId: 'latchkey-dev' })
    await lab.connectByHandle('Meadow Wallet')
    await expect(page.getByRole('button', { name: `Account ${name}` })).toBeVisible()
    await wallet.control.switchChain(31339)
    await expect(page.getByRole('button', { name: `Account ${shortened(account.address)}` })).toBeVisible()
    const state = await page.evaluate(() => window.latchkey?.getState().accounts.eip155)
    expect(state).not.toHaveProperty('profileName')
    expect(state).not.toHaveProperty('balance')
    await wallet.control.switchChain(31337)
    await expect(page.getByRole('button', { name: `Account ${name}` })).toBeVisible()
  },
)

togetherInLab(
  'SPEC §7 a failing service clears nothing but the name, and the account is whole',
  async ({ page, account, faults, wallet: _ }) => {
    await registerName(account.privateKey)
    const lab = new LabPage(page)
    await page.route(/\/v1\/identity\//, route => route.fulfill({ status: 503, body: '{}' }))
    await lab.make({ projectId: 'latchkey-dev' })
    const answered = page.waitForResponse(/\/v1\/identity\//)
    await lab.connectByHandle('Meadow Wallet')
    await answered
    await expect(page.getByRole('button', { name: `Account ${shortened(account.address)}` })).toBeVisible()
    await lab.openAccount()
    await expect(lab.button('Copy address')).toBeVisible()
    // The browser says it of each answer; the widget says nothing.
    expect(faults.splice(0).every(text => text.includes('503'))).toBe(true)
  },
)

together('the account of a page without services shows its address', async ({ shop, account, wallet: _ }) => {
  await shop.goto({ services: 'off' })
  await shop.connectByHandle('Meadow Wallet')
  await expect(shop.page.getByRole('button', { name: `Account ${shortened(account.address)}` })).toBeVisible()
})
