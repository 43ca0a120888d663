import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { chromiumArgs, findShell } from '../../scripts/chromium/chromium.ts'
import { drawCode } from '../setup/drawCode.ts'
import { enterPhone } from '../setup/enterPhone.ts'
import { PhonePage } from '../setup/PhonePage.ts'
import { type Dapp, startDapp } from '../setup/startDapp.ts'
import { test as base, expect } from '../setup/test.ts'

const test = base.extend<{ readonly dapp: Dapp; readonly phone: PhonePage }>({
  // biome-ignore lint/correctness/noEmptyPattern: the form that Playwright reads a fixture's needs from
  dapp: async ({}, use) => {
    const dapp = await startDapp()
    await use(dapp)
    dapp.stop()
  },
  phone: async ({ page }, use) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await use(new PhonePage(page))
  },
})

/** On a phone that tests before have used. */
const together = test.extend({
  phone: async ({ browser, kept }, use) => use(await enterPhone(kept, browser)),
  page: async ({ phone }, use) => use(phone.page),
})

together('a code is read from a picture that is chosen', async ({ browser, dapp, phone, page }) => {
  await phone.open()
  const attempt = await dapp.connect()
  const buffer = await drawCode(browser, attempt.uri)
  await page.getByLabel('Choose picture').setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer })
  await phone.answer('Connect to this site?', 'Connect')
  await attempt.approval
})

for (const way of ['paste', 'drop'] as const) {
  together(`a code is read from a screenshot: ${way}`, async ({ browser, dapp, phone, page }) => {
    await phone.open()
    const attempt = await dapp.connect()
    await give(page, way, await drawCode(browser, attempt.uri))
    await phone.answer('Connect to this site?', 'Connect')
    await attempt.approval
  })
}

test('a picture without a code, and a file that is no picture, show an error', async ({ phone, page }) => {
  await phone.open()
  const picture = page.getByLabel('Choose picture')
  await picture.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await page.screenshot() })
  await expect(page.getByRole('alert').filter({ hasText: 'No QR code found in this picture.' })).toBeVisible()
  await picture.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('none') })
  await expect(
    page.getByRole('alert').filter({ hasText: 'The browser can’t read this picture' }),
  ).toBeVisible()
})

test('a code is read by the camera', async ({ browser, dapp, playwright }) => {
  const attempt = await dapp.connect()
  const film = test.info().outputPath('code.mjpeg')
  await writeFile(film, await drawCode(browser, attempt.uri, 'jpeg'))
  const withCamera = await playwright.chromium.launch({
    executablePath: findShell() ?? '',
    args: [
      ...chromiumArgs,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  try {
    const phone = new PhonePage(await withCamera.newPage({ viewport: { width: 390, height: 844 } }))
    await phone.open()
    await phone.page.getByRole('button', { name: 'Scan with camera' }).click()
    await phone.answer('Connect to this site?', 'Connect')
    await attempt.approval
  } finally {
    await withCamera.close()
  }
})

test('without a camera the phone says what else there is, and Cancel leads back', async ({ phone, page }) => {
  await phone.open()
  await page.getByRole('button', { name: 'Scan with camera' }).click()
  await expect(phone.sheet.getByRole('alert')).toContainText(
    'Paste the link or a picture of the code instead.',
  )
  await phone.sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Scan with camera' })).toBeFocused()
})

/** Pastes or drops a picture anywhere on the page. */
function give(page: Page, way: 'paste' | 'drop', picture: Buffer): Promise<void> {
  return page.evaluate(
    ({ kind, bytes }) => {
      const file = new File([new Uint8Array(bytes)], 'code.png', { type: 'image/png' })
      const transfer = new DataTransfer()
      transfer.items.add(file)
      const event =
        kind === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
    },
    { kind: way, bytes: [...picture] },
  )
}
