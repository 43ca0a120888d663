import { beforeEach, describe, expect, test } from 'vitest'
import { getAssetImage } from '../../contract/directory.ts'
import { mainnet } from '../../contract/networks/evm.ts'
import { solana } from '../../contract/networks/solana.ts'
import type { FakeQuestion } from '../fixtures/fakeServices.ts'
import { createRuntimePage, fox, foxRow, id } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const { root, find, press } = page
const networks = [mainnet, solana]

/** What the services answer about the pictures of the two networks: nothing until `arrive` lets a picture come. */
let asked: Map<string, (picture: Blob) => void>

beforeEach(() => {
  asked = new Map()
})

const withPictures = () => ({
  services: {
    [getAssetImage.path]: ({ params }: FakeQuestion) =>
      new Promise<Blob>(resolve => asked.set(params?.id ?? '', resolve)),
  },
  options: { networks, id, endpoints: { images: 'https://images.example' } },
})

/** Lets the picture of a network come: a square that a browser can draw, of a colour of its own. */
async function arrive({ assets }: (typeof networks)[number], colour: string): Promise<void> {
  const canvas = new OffscreenCanvas(8, 8)
  const brush = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  brush.fillStyle = colour
  brush.fillRect(0, 0, 8, 8)
  const picture = await canvas.convertToBlob()
  const answer = await until(() => asked.get(assets.imageId))
  answer(picture)
}

const letter = (row: string) => find(`[data-row="${row}"] .logo-letter`)

/** The address of a row's picture, once the browser has drawn it. */
const drawn = (row: string) =>
  until(() => {
    const image = find(`[data-row="${row}"] .logo-image`) as HTMLImageElement | null
    return image?.complete && image.naturalWidth > 0 && image.src
  })

/** Where the rows are laid out and all that is in them, beside the pictures themselves; the card may be on its way in. */
const places = () =>
  [...root().querySelectorAll<HTMLElement>('[data-row], [data-row] span')].map(
    ({ classList, offsetLeft, offsetTop, offsetWidth, offsetHeight }) => [
      classList[0],
      offsetLeft,
      offsetTop,
      offsetWidth,
      offsetHeight,
    ],
  )

describe('the logo that the services list for a network', () => {
  test('takes the place of the letter in Account, as in the list of networks, and nothing moves', async () => {
    const runtime = await page.startConnected(withPictures())
    runtime.open()
    await until(() => letter('network'))
    await until(() => find('.account-balance')?.textContent?.includes('ETH'))
    const before = places()
    expect(letter('network')?.textContent).toBe('E')

    await arrive(mainnet, 'blue')
    const shown = await drawn('network')
    expect(letter('network')).toBeNull()
    expect(places()).toEqual(before)

    await press('[data-row=network]')
    expect(await drawn(mainnet.caipNetworkId)).toBe(shown)
  })

  test('takes the place of the letter in the choice of a namespace, each its own, and nothing moves', async () => {
    const runtime = page.start({ ...withPictures(), wallets: [fox, { ...fox, namespace: 'solana' }] })
    runtime.open()
    await press(foxRow)
    await until(() => letter('eip155') && letter('solana'))
    const before = places()

    await arrive(solana, 'purple')
    const ofSolana = await drawn('solana')
    expect(letter('solana')).toBeNull()
    expect(letter('eip155')).not.toBeNull()
    expect(places()).toEqual(before)

    await arrive(mainnet, 'blue')
    expect(await drawn('eip155')).not.toBe(ofSolana)
    expect(letter('eip155')).toBeNull()
    expect(places()).toEqual(before)
  })
})
