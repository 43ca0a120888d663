/** Signing in at the stack's own services, with an email address before it: the real calls, the real mail. */
import type { Page } from '@playwright/test'
import { expect, test } from '../setup/test.ts'

interface Mail {
  readonly to: string | readonly string[]
  readonly text: string
}

/** The newest code that was mailed to an address. */
async function codeFor(page: Page, inbox: string, address: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      const mails = (await (await page.request.get(`${inbox}/messages`)).json()) as readonly Mail[]
      const mail = mails.find(each => JSON.stringify(each.to).includes(address))
      code = /\b(\d{4})[ -]?(\d{4})\b/
        .exec(mail?.text ?? '')
        ?.slice(1)
        .join('')
      return code
    })
    .toBeTruthy()
  return code ?? ''
}

test('email capture, then the signature: the code comes by mail; T32 no token is kept where a script could find it', async ({
  page,
  shop,
  stack,
  account,
  wallet,
  faults,
}) => {
  expect(wallet).toBeDefined()
  const email = `${account.address.toLowerCase()}@example.com`
  await shop.goto({ signin: 'hosted', email: 'on', services: 'on' })
  // The flags come with the first opening, and hold from the next one on.
  await shop.openConnect()
  await expect.poll(() => shop.state(state => state.features.authentication)).toBe(true)
  await shop.row('Meadow Wallet').click()
  await shop.expectView('DataCapture')
  const field = shop.dialog.getByLabel('Email address')
  await expect(field).toBeFocused()
  await field.fill('nobody@nowhere')
  await page.keyboard.press('Enter')
  await expect(shop.dialog).toContainText('Please enter a valid email address')

  await field.fill(email)
  await page.keyboard.press('Enter')
  const code = shop.dialog.getByLabel('8-digit code')
  await expect(code).toBeFocused()
  await expect(
    shop.dialog.getByRole('button', { name: /^Please try again after \d+ seconds$/ }),
  ).toBeVisible()
  const real = await codeFor(page, stack.inbox, email)
  const wrong = real === '00000000' ? '11111111' : '00000000'
  await code.fill(wrong)
  await expect(shop.dialog).toContainText('This code is wrong or no longer good')
  // The browser logs the refusal.
  expect(faults.splice(0)).toHaveLength(1)
  await code.fill(`${real.slice(0, 4)} ${real.slice(4)}`)

  await shop.expectView('SIWXSignMessage')
  const verified = page.waitForResponse(/\/v1\/signin\/verify/)
  await shop.button('Sign').click()
  const body = (await (await verified).json()) as { token: string; session: { email: string } }
  expect(body.session.email).toBe(email)
  await expect(shop.dialog).toBeHidden()
  expect(await shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(true)

  const kept = await page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      for (const store of db.objectStoreNames) {
        const all = await new Promise<unknown[]>(resolve => {
          const request = db.transaction(store).objectStore(store).getAll()
          request.onsuccess = () => resolve(request.result)
        })
        texts.push(JSON.stringify(all))
      }
      db.close()
    }
    return texts.join('\n')
  })
  expect(kept).not.toContain(body.token)
  expect(kept).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/)

  // T32 the token alone is worth nothing.
  const stolen = await page.request.get(
    `${stack.services}/v1/signin/session?projectId=latchkey-dev-signin&st=latchkey-js&sv=latchkey-0.0.0`,
    { headers: { Authorization: `DPoP ${body.token}`, Origin: new URL(stack.shop).origin } },
  )
  expect(stolen.status()).toBe(401)
})
