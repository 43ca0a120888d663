import { describe, expect, test } from 'vitest'
import { getAssetImage } from '../../contract/directory.ts'
import { eventually } from '../conformance/eventually.ts'
import { createRuntimePage, fox, id, networks } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const { find, state, press, startConnected } = page

describe('the account', () => {
  test.each([
    [9n * 10n ** 14n, '< 0.001'],
    [0n, '0.000'],
  ])('shows a balance of %d as %s, never a positive one as zero', async (balance, text) => {
    const runtime = await startConnected({}, { ...fox, balance })
    runtime.open()
    await eventually(() => find('.account-balance')?.textContent).toBe(`Balance ${text} ETH`)
  })

  test('its network has the same picture as in the list of networks, and nothing moves when it comes', async () => {
    const runtime = await startConnected({
      services: { [getAssetImage.path]: new Blob(['\x89PNG'], { type: 'image/png' }) },
      options: { networks, id, endpoints: { images: 'https://images.example' } },
    })
    const picture = (row: string) => find(`[data-row="${row}"] img`)?.getAttribute('src')
    // Beside the row: the card itself may still be on its way in.
    const place = () => {
      const row = (find('[data-row=network]') as HTMLElement).getBoundingClientRect()
      const logo = (find('[data-row=network] .logo') as HTMLElement).getBoundingClientRect()
      return [row.width, row.height, logo.left - row.left, logo.top - row.top, logo.width, logo.height].map(
        Math.round,
      )
    }
    runtime.open()
    await until(() => find('[data-row=network] .logo-letter'))
    const before = place()
    await eventually(() => picture('network')).toMatch(/^data:image/)
    expect(place()).toEqual(before)
    const shown = picture('network')
    await press('[data-row=network]')
    await eventually(() => picture('eip155:1')).toBe(shown)
  })
})

describe('disconnecting', () => {
  test('disconnecting closes the widget', async () => {
    const runtime = await startConnected()
    runtime.open()
    await press('[data-row=disconnect]')
    await eventually(() => state()).toMatchObject({ open: false, connections: [] })
    expect(page.told).toEqual(expect.arrayContaining(['disconnected', 'closed']))
  })

  test('a disconnect in the wallet closes the widget', async () => {
    const runtime = await startConnected()
    runtime.open()
    page.fake.provider(0).change({ type: 'disconnected' })
    expect(state()).toMatchObject({ open: false, connections: [] })
  })

  test('a stored connection whose wallet never appears leads to the wallet list', async () => {
    const runtime = await startConnected()
    runtime.open()
    runtime.engine.ctx.connections.dispatch({ type: 'shelved', connectionId: 'fixture' })
    expect(state()).toMatchObject({ open: true, view: 'Connect', connections: [] })
  })

  test('a disconnect in the wallet leaves an open wallet list open', async () => {
    const runtime = await startConnected()
    runtime.open({ view: 'Connect', arguments: { add: true } })
    page.fake.provider(0).change({ type: 'disconnected' })
    expect(state()).toMatchObject({ open: true, view: 'Connect' })
  })
})
