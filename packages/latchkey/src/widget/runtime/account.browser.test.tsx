import { describe, expect, test } from 'vitest'
import { eventually } from '../conformance/eventually.ts'
import { createRuntimePage, fox } from '../fixtures/runtimePage.ts'

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
