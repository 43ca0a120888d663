/** Reads the code as a phone does: from a screenshot, with an independent QR reader. */
import readQr from 'qr/decode.js'
import { afterEach, describe, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { fakeUri } from '../fixtures/createFakePairing.ts'
import { type ShownState, showViewState } from '../fixtures/showViewState.ts'
import { viewStates } from '../fixtures/viewStates.ts'

let shown: ShownState | undefined

afterEach(async () => {
  shown?.destroy()
  shown = undefined
  await cdp().send('Emulation.setEmulatedMedia', { features: [] } as never)
})

async function readScreen(): Promise<string> {
  const base64 = await page.screenshot({ save: false })
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
  const { width, height } = picture
  const canvas = new OffscreenCanvas(width, height).getContext('2d')
  canvas?.drawImage(picture, 0, 0)
  const data = canvas?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray()
  return readQr({ width, height, data })
}

describe('a phone scans the pairing URI from the code', () => {
  test.each([
    ['with a logo', 'ConnectingWalletConnect/qr', 'light', 1, 1280, 800],
    ['in the dark', 'ConnectingWalletConnect/qr', 'dark', 1, 1280, 800],
    ['without a logo', 'ConnectingWalletConnect/any', 'light', 1, 1280, 800],
    ['renewed', 'ConnectingWalletConnect/renewed', 'dark', 2, 1280, 800],
    ['on a small screen', 'ConnectingWalletConnectBasic/any', 'dark', 1, 390, 844],
    ['on a phone held sideways', 'ConnectingWalletConnect/qr', 'light', 1, 844, 390],
    ['held sideways, below tabs', 'ConnectingWalletConnect/ways', 'light', 1, 844, 390],
    ['in a window of hardly any height', 'ConnectingWalletConnect/qr', 'dark', 1, 640, 300],
  ] as const)('%s', async (_what, id, themeMode, attempt, width, height) => {
    await page.viewport(width, height)
    const state = viewStates.find(each => each.id === id)
    if (!state) throw new Error(`no state ${id}`)
    shown = await showViewState(state, { themeMode })
    // A renewed code is drawn a moment after its view is there.
    await expect.poll(readScreen).toBe(fakeUri(attempt))
  })

  test('reads the link that opens the page in a wallet', async () => {
    await page.viewport(1280, 800)
    const state = viewStates.find(each => each.id === 'ConnectingExternal/browseCode')
    if (state) shown = await showViewState(state)
    await expect.poll(readScreen).toBe('https://link.metamask.io/dapp/shop.example/cart?item=7#pay')
  })

  test('scans an address, in a window of hardly any height', async () => {
    await page.viewport(640, 300)
    const state = viewStates.find(each => each.id === 'WalletReceive/one')
    if (state) shown = await showViewState(state)
    await expect.poll(readScreen).toMatch(/0x[0-9a-f]{40}/i)
  })

  test('scans with the colours of the system', async () => {
    await page.viewport(1280, 800)
    await cdp().send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'forced-colors', value: 'active' },
        { name: 'prefers-color-scheme', value: 'dark' },
      ],
    } as never)
    const state = viewStates.find(each => each.id === 'ConnectingWalletConnect/qr')
    if (state) shown = await showViewState(state)
    await expect.poll(readScreen).toBe(fakeUri(1))
  })
})
