/** Signing in at the stack's own services, with an email address before it: the real calls, the real mail. */
import type { Page } from '@playwright/test'
import { expect, test } from '../setup/test.ts'

interface Mail {
  readonly to: string | readonly string[]
  readonly text: string
}

test('T32 a reload stays signed in by a key that is not extractable; tokens are renewed; signed out, no key is left', async ({
  page,
  shop,
  stack,
  account,
  wallet,
}) => {
  await page.clock.install()
  // The services' own answer, but for a token that ends soon.
  await page.route(/\/v1\/signin\/verify/, async route => {
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const json = await response.json()
    const expiresAt = new Date(Date.now() + 125_000).toISOString()
    return route.fulfill({ response, json: { ...json, session: { ...json.session, expiresAt } } })
  })
  await shop.goto({ signin: 'hosted', services: 'on' })
  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  // The project wants an address first, of a first visit too.
  await shop.expectView('DataCapture')
  const email = `${account.address.toLowerCase()}@example.com`
  await shop.dialog.getByLabel('Email address').fill(email)
  await page.keyboard.press('Enter')
  const code = shop.dialog.getByLabel('8-digit code')
  await expect(code).toBeFocused()
  // Listened for from here on: the page's clock goes on by itself as well.
  const renewed = page.waitForResponse(/\/v1\/signin\/resume/)
  // The signature is asked for with the last digit.
  await code.fill(await codeFor(page, stack.inbox, email))
  await expect(shop.dialog).toBeHidden()
  const isSignedIn = () => shop.state(state => state.accounts.eip155?.isAuthenticated)
  expect(await isSignedIn()).toBe(true)

  await test.step('renewed ahead of its end', async () => {
    await page.clock.runFor(11_000)
    expect((await renewed).status()).toBe(200)
    expect(await isSignedIn()).toBe(true)
  })

  await test.step('a reload asks the services alone', async () => {
    const taken = page.waitForResponse(/\/v1\/signin\/resume/)
    await page.reload()
    // Its body may be gone with the page that asked first; what came of it is what counts.
    expect((await taken).status()).toBe(200)
    await expect.poll(isSignedIn).toBe(true)
    const { readable, tokens } = await page.evaluate(readStores)
    expect([readable, tokens]).toEqual([[false], 0])
    expect((await wallet.control.requests()).map(({ method }) => method)).not.toContain('personal_sign')
  })

  await test.step('signed out', async () => {
    await page.evaluate('window.latchkey.disconnect()')
    await expect(shop.connectButton).toBeVisible()
    await expect.poll(async () => (await page.evaluate(readStores)).readable).toEqual([])
  })
})

/** Runs in the page: whether the stored private keys can be read, and how many tokens are stored anywhere. */
async function readStores(): Promise<{ readable: boolean[]; tokens: number }> {
  const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
  const readable: boolean[] = []
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
      for (const each of all) {
        const { privateKey } = Object(each) as { privateKey?: CryptoKey }
        if (privateKey) readable.push(privateKey.extractable)
        texts.push(JSON.stringify(each) ?? '')
      }
    }
    db.close()
  }
  return { readable, tokens: texts.join().match(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g)?.length ?? 0 }
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

test('on a first visit too: email capture, then the signature: the code comes by mail; T32 no token is kept where a script could find it', async ({
  page,
  shop,
  stack,
  account,
  wallet,
  faults,
}) => {
  const email = `${account.address.toLowerCase()}@example.com`
  await shop.goto({ signin: 'hosted', email: 'on', services: 'on' })
  await shop.openConnect()
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
  await expect(shop.dialog).toContainText('That code didn’t work')
  // The browser logs the refusal.
  expect(faults.splice(0)).toHaveLength(1)
  await wallet.control.next('personal_sign', 'reject')
  await code.fill(`${real.slice(0, 4)} ${real.slice(4)}`)

  await shop.expectView('SIWXSignMessage')
  // Read on its way: the browser may have dropped the body of an answer by the time it is asked for it.
  const answers: { token: string; session: { email: string } }[] = []
  await page.route(/\/v1\/signin\/verify/, async route => {
    const response = await route.fetch()
    if (response.ok()) answers.push(await response.json())
    return route.fulfill({ response })
  })
  // By keys alone, as the address and the code were.
  const sign = shop.button('Try again')
  await expect(sign).toBeEnabled()
  const hasFocus = () => sign.evaluate(element => element.matches(':focus'))
  for (let presses = 0; presses < 5 && !(await hasFocus()); presses++) await page.keyboard.press('Tab')
  await expect(sign).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(shop.dialog).toBeHidden()
  const [body] = answers
  expect(body?.session.email).toBe(email)
  expect(await shop.state(state => state.accounts.eip155?.isAuthenticated)).toBe(true)

  expect(await page.evaluate(readStores)).toEqual({ readable: [false], tokens: 0 })

  // T32 the token alone is worth nothing.
  const stolen = await page.request.get(
    `${stack.services}/v1/signin/session?projectId=latchkey-dev-signin&st=latchkey-js&sv=latchkey-0.0.0`,
    { headers: { Authorization: `DPoP ${body?.token}`, Origin: new URL(stack.shop).origin } },
  )
  expect(stolen.status()).toBe(401)
})

test('F23 without the flags, on a first visit, hosted sign-in takes the stricter path', async ({
  page,
  shop,
  wallet,
  faults,
}) => {
  expect(wallet).toBeDefined()
  await page.route(/\/appkit\/v1\/config/, route => route.abort())
  await shop.goto({ signin: 'hosted', services: 'on' })
  await shop.openConnect()
  await shop.row('Meadow Wallet').click()
  await shop.expectView('DataCapture')
  // The browser logs each request that was cut.
  faults.splice(0)
})
