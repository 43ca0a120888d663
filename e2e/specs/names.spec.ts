/** Names of the services' zone: taking one, what comes in between, and giving it up (SPEC §4 "Name registration"). */

import { registerName } from '../setup/registerName.ts'
import type { Shop } from '../setup/Shop.ts'
import { expect, freshAccount, test } from '../setup/test.ts'

let count = 0
/** A label that no other run or test takes. */
const fresh = () => `e2e-${Date.now().toString(36)}-${count++}`

/** From a new visitor to a free name, ready to be registered. */
async function typeName(shop: Shop, label: string): Promise<void> {
  await shop.goto({ services: 'on' })
  await shop.connect('Meadow Wallet')
  await shop.openAccount()
  await shop.pressMenu('name')
  await shop.expectView('RegisterAccountName')
  await shop.dialog.getByRole('textbox', { name: 'Name' }).fill(label)
  await expect(shop.dialog.getByText(`${label}.latch.eth is available`)).toBeVisible()
}

test('a visitor takes a name: it is on the button and in Account, and still there after a reload', async ({
  page,
  shop,
  stack,
  wallet,
}) => {
  const label = fresh()
  const name = `${label}.latch.eth`
  await typeName(shop, label.toUpperCase())
  const { host } = new URL(stack.services)
  await expect(
    shop.dialog.getByText(
      `The development stack (${host}) runs .latch.eth, and can change or withdraw names in it.`,
    ),
  ).toBeVisible()
  await shop.button('Register').click()
  await shop.expectView('RegisterAccountNameSuccess')
  await expect(shop.status).toContainText(`${name} is yours`)
  const requests = await wallet.control.requests('personal_sign')
  expect(requests).toHaveLength(1)
  const [text = ''] = (requests[0]?.params ?? []) as readonly string[]
  const message = JSON.parse(Buffer.from(text.slice(2), 'hex').toString())
  expect(message).toMatchObject({ name, domain: 'latch.eth', chain: 'eip155:31337', attributes: {} })

  await shop.button('Done').click()
  await shop.expectView('Account')
  await expect(shop.dialog.locator('.account-name')).toHaveText(name)
  await shop.openMenu()
  await expect(shop.menuItem('name')).toContainText(name)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Account ${name}` })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: `Account ${name}` })).toBeVisible()
})

test('declining, and a name taken while the wallet is asked, lead back with the name kept', async ({
  shop,
  wallet,
  forgiven,
}) => {
  // The browser reports the refusal that this test is about.
  forgiven.push(/status of 409 \(Conflict\)/)
  const label = fresh()
  await typeName(shop, label)
  const field = shop.dialog.getByRole('textbox', { name: 'Name' })
  await test.step('declined', async () => {
    await wallet.control.next('personal_sign', 'reject')
    await shop.button('Register').click()
    await expect(shop.status).toContainText('You declined the signature in Meadow Wallet.')
    await expect(field).toHaveValue(label)
  })
  await test.step('taken meanwhile: its reason, and suggestions anew', async () => {
    await wallet.control.setMode('ask')
    await shop.button('Register').click()
    await wallet.control.waitForPending('personal_sign')
    await registerName(freshAccount().privateKey, {}, label)
    await wallet.control.approve()
    await expect(shop.status).toContainText(`${label}.latch.eth is taken`)
    await expect(field).toHaveValue(label)
    await expect(field).toHaveAccessibleDescription(
      `${label}.latch.eth is taken, or too similar to a taken name.`,
    )
  })
  await test.step('a suggestion is as good', async () => {
    await wallet.control.setMode('approve')
    const offer = shop.dialog.locator('[data-row^="offer:"]').first()
    const other = await offer.textContent()
    await offer.click()
    await expect(shop.dialog.getByText(`${other} is available`)).toBeVisible()
    await shop.button('Register').click()
    await expect(shop.status).toContainText(`${other} is yours`)
  })
})

test('T66: a signature after 60 s does not count; one more is asked for, and is enough', async ({
  page,
  shop,
  wallet,
}) => {
  const label = fresh()
  await page.clock.install()
  await typeName(shop, label)
  await wallet.control.setMode('ask')
  await shop.button('Register').click()
  await wallet.control.waitForPending('personal_sign')
  await page.clock.runFor(61_000)
  await expect(shop.status).toContainText('No answer from Meadow Wallet')
  await wallet.control.approve()
  await expect(shop.status).toContainText('Sign once more')
  await expect(shop.status).toContainText(`${label}.latch.eth is still selected`)
  await wallet.control.setMode('approve')
  await shop.button('Sign again').click()
  await expect(shop.status).toContainText(`${label}.latch.eth is yours`)
  expect(await wallet.control.requests('personal_sign')).toHaveLength(2)
})

test('records are public, a name is handed on, and one is given up', async ({ shop, stack, wallet: _ }) => {
  const label = fresh()
  const name = `${label}.latch.eth`
  const profileOf = async () => fetch(`${stack.services}/v1/profile/account/${name}?projectId=latchkey-dev`)
  await typeName(shop, label)
  await shop.button('Register').click()
  await shop.expectView('RegisterAccountNameSuccess')
  await shop.button('Done').click()
  await shop.pressMenu('name')
  await shop.expectView('AccountName')

  await test.step('records', async () => {
    await shop.row(/^Picture and details/).click()
    await shop.dialog.getByRole('textbox', { name: 'Website' }).fill('https://visitor.example')
    await shop.button('Save').click()
    await shop.expectView('AccountName')
    expect(await (await profileOf()).json()).toMatchObject({ attributes: { url: 'https://visitor.example' } })
  })
  await test.step('given up', async () => {
    await shop.row('Release name').click()
    await expect(shop.dialog.getByText('Anyone can register it right away')).toBeVisible()
    await shop.button('Release name').click()
    await shop.expectView('Account')
    await shop.openMenu()
    await expect(shop.menuItem('name')).toContainText('Get a name that ends in .latch.eth')
    await expect(shop.dialog.locator('.account-name')).toHaveCount(0)
    expect((await profileOf()).status).toBe(404)
  })
  await test.step('handed on', async () => {
    const receiver = freshAccount().address
    await shop.pressMenu('name')
    await shop.dialog.getByRole('textbox', { name: 'Name' }).fill(label)
    await expect(shop.dialog.getByText(`${name} is available`)).toBeVisible()
    await shop.button('Register').click()
    await shop.button('Done').click()
    await shop.pressMenu('name')
    await shop.row('Transfer to another account').click()
    await shop.dialog.getByRole('textbox', { name: 'Address of the new owner' }).fill(receiver)
    await shop.button('Transfer name').click()
    await shop.expectView('Account')
    expect(await (await profileOf()).json()).toMatchObject({
      addresses: { 60: { address: receiver } },
      attributes: {},
    })
  })
})
