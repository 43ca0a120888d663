import type { Page } from '@playwright/test'
import { stringToHex } from 'viem'
import { findBarriers } from '../setup/findBarriers.ts'
import { PhonePage } from '../setup/PhonePage.ts'
import { ask, startDapp } from '../setup/startDapp.ts'
import { expect, test } from '../setup/test.ts'

for (const scheme of ['light', 'dark'] as const) {
  test(`LOOK the phone at 390×844, ${scheme}: axe finds nothing, nothing is wider than the screen, targets are 44 px`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: 390, height: 844 })
    const phone = new PhonePage(page)
    const dapp = await startDapp()
    await phone.open()
    await page.getByRole('button', { name: 'Show words' }).click()
    await expect.soft(page.locator('.balance')).toHaveText('0 ETH')
    expect.soft(await examine(page), 'home').toEqual([])

    const attempt = await dapp.connect()
    await phone.pair(attempt.uri)
    await expect(phone.sheet).toBeVisible()
    expect.soft(await examine(page), 'connect').toEqual([])
    await phone.answer('Connect to this site?', 'Connect')
    const { session } = await attempt.approval
    await phone.connection('Corner Shop').locator('summary').click()
    expect.soft(await examine(page), 'a connected site').toEqual([])

    const from = await phone.address()
    const sending = { from, to: from, value: '0x3782dace9d90000', data: `0x${'ab'.repeat(400)}` }
    for (const [method, params, title] of [
      ['personal_sign', [stringToHex('Hello there, '.repeat(300)), from], 'Sign this message?'],
      ['eth_sendTransaction', [sending], 'Send this transaction?'],
    ] as const) {
      const answer = ask(dapp, session, method, params)
      answer.catch(() => undefined)
      await expect(phone.sheet.getByRole('heading', { name: title })).toBeVisible()
      expect.soft(await examine(page), method).toEqual([])
      await phone.answer(title, 'Reject')
      await expect(answer).rejects.toMatchObject({ code: 5000 })
    }
    dapp.stop()
  })
}

test('LOOK with text at 200 % nothing is cut off or wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const phone = new PhonePage(page)
  const dapp = await startDapp()
  await phone.open()
  const attempt = await dapp.connect()
  await phone.pair(attempt.uri)
  await expect(phone.sheet).toBeVisible()
  // What a browser's zoom does to a phone of this size.
  await page.setViewportSize({ width: 195, height: 422 })
  expect(await tooWide(page)).toEqual([])
  await phone.answer('Connect to this site?', 'Connect')
  await attempt.approval
  expect(await tooWide(page)).toEqual([])
  dapp.stop()
})

test('LOOK everything works by keyboard alone, and the focus is where a reader expects it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const phone = new PhonePage(page)
  const dapp = await startDapp()
  await phone.open()
  const attempt = await dapp.connect()
  await page.getByLabel('Pairing link').focus()
  await page.keyboard.insertText(attempt.uri)
  await page.keyboard.press('Enter')
  await expect(phone.sheet.getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(phone.sheet.getByRole('button', { name: 'Later' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: '1 request waiting' })).toBeVisible()
  await page.getByRole('button', { name: '1 request waiting' }).focus()
  await page.keyboard.press('Enter')
  await expect(phone.sheet.getByRole('heading', { level: 2 })).toBeFocused()
  for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press('Tab')
  await expect(phone.sheet.getByRole('button', { name: 'Connect', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await attempt.approval
  await expect(page.getByRole('main')).toBeFocused()
  dapp.stop()
})

/** The findings of axe, elements wider than the screen and targets too small to touch, one line each. */
async function examine(page: Page): Promise<readonly string[]> {
  return [...(await findBarriers(page)), ...(await tooWide(page)), ...(await tooSmall(page))]
}

function tooWide(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const wide = [...document.querySelectorAll('#root *')].filter(element => {
      const box = element.getBoundingClientRect()
      return box.width > 1 && (box.right > width + 1 || box.left < -1)
    })
    return wide.map(element => `${element.tagName} ${element.textContent?.slice(0, 40)} leaves the screen`)
  })
}

function tooSmall(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('button, select, summary, .button, input:not([type=file])')]
      .filter(element => element.checkVisibility())
      .filter(element => element.getBoundingClientRect().height < 43.5)
      .map(element => `${element.tagName} ${element.textContent?.slice(0, 40)} is too small`),
  )
}
