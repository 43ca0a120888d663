import { describe, expect, test, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { mainnet } from '../../contract/networks/evm.ts'
import { solana } from '../../contract/networks/solana.ts'
import { eventually } from '../conformance/eventually.ts'
import { createRuntimePage, fox, foxRow, id, networks } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'
import { untilStill } from '../fixtures/untilStill.ts'

const page = createRuntimePage()
const { root, find, state, button, press, start, startConnected } = page

describe('opening', () => {
  test('shows the dialog in the same task, and the first wallet row before the next frame', async () => {
    const runtime = start()
    runtime.open()
    expect(find('dialog')?.matches(':modal')).toBe(true)
    await Promise.resolve()
    expect(find(foxRow)?.checkVisibility()).toBe(true)
    expect(page.told).toEqual(['opened Connect'])
  })

  test('draws the list before it is opened', async () => {
    start()
    await until(() => find(foxRow))
    expect(state()).toMatchObject({ open: false, view: 'Connect' })
  })

  test('opened before the first drawing, it starts at Connect', async () => {
    const runtime = start()
    runtime.open()
    const title = find('[part=title]')
    expect(title?.getRootNode()).toHaveProperty('activeElement', title)
    expect(find(foxRow)?.checkVisibility()).toBe(true)
    // The title is announced once the dialog is visible.
    await expect.poll(() => find('dialog [role=status]')?.textContent?.trim()).toBe('Connect wallet')
  })

  test('opened again during the fade, it starts at Connect without showing the old view', async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'reject' }] })
    runtime.open()
    await press(foxRow)
    await expect.poll(() => find('[part=title]')?.textContent).toBe('Fox')
    runtime.close()
    await new Promise(requestAnimationFrame)
    expect(find('[part=title]')?.textContent).toBe('Fox')
    runtime.open()
    await Promise.resolve()
    expect(find('[part=title]')?.textContent).toBe('Connect wallet')
    const row = find(foxRow)
    expect(row?.checkVisibility()).toBe(true)
    await untilStill(root())
    expect(row?.isConnected).toBe(true)
  })

  test('open() of WalletSend resolves with the wallet or rejects on close; of other views it resolves at once', async () => {
    const runtime = await startConnected()
    const where = { id: 'draft', namespace: 'eip155', caipNetworkId: 'eip155:1' } as const
    const result = { hash: `0x${'1'.repeat(64)}` }
    expect(runtime.open({ view: 'Account' })).toBeUndefined()
    const sent = runtime.open({ view: 'WalletSend' })
    page.fake.facts.emit('sent', { ...where, kind: 'native', result })
    runtime.close()
    expect(await sent).toEqual(result)
    const left = runtime.open({ view: 'WalletSend' })
    runtime.close()
    await expect(left).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    const refused = runtime.open({ view: 'WalletSend' })
    page.fake.facts.emit('sendFailed', { ...where, code: 'SEND_REJECTED' })
    runtime.close()
    await expect(refused).rejects.toMatchObject({ code: 'SEND_REJECTED' })
    const ended = runtime.open({ view: 'WalletSend' })
    runtime.destroy()
    await expect(ended).rejects.toMatchObject({ code: 'DESTROYED' })
  })

  test('opening for another namespace makes that namespace active first', () => {
    const runtime = start({
      wallets: [fox, { name: 'Otter', namespace: 'solana' }],
      options: { networks: [mainnet, solana] },
    })
    runtime.open({ namespace: 'solana' })
    expect(state()).toMatchObject({ activeNamespace: 'solana', view: 'Connect' })
    expect(find('[data-row="rdns:com.example.otter"]')).not.toBeNull()
  })

  test('opening for a namespace without an adapter throws and changes nothing', async () => {
    const runtime = await startConnected()
    const { connect } = runtime.verbs
    const missing = { code: 'ADAPTER_NOT_FOUND', context: { namespace: 'sui' } }
    await expect(connect({ namespace: 'sui' })).rejects.toMatchObject(missing)
    expect(() => runtime.open({ namespace: 'sui' })).toThrow('Adapter not found')
    expect(state()).toMatchObject({ open: false, activeNamespace: 'eip155' })
  })

  test('opens at Account for a connected visitor', async () => {
    const runtime = await startConnected()
    runtime.open()
    expect(state().view).toBe('Account')
  })

  test('without autoMount nothing is appended, and open() names the missing call', () => {
    const runtime = start({ options: { networks, id, autoMount: false } })
    expect(document.querySelector('[data-latchkey]')).toBeNull()
    expect(() => runtime.open()).toThrow(/autoMount/)
  })
})

describe('closing and going back', () => {
  test('a card that fades out keeps its place and its content', async () => {
    const runtime = await startConnected()
    runtime.open()
    await until(() => find('.account-who'))
    await untilStill(root())
    const before = find('.stage-card')?.getBoundingClientRect()
    page.fake.provider(0).change({ type: 'disconnected' })
    await new Promise(requestAnimationFrame)
    expect(state().open).toBe(false)
    expect(find('.account-who')?.checkVisibility()).toBe(true)
    const now = find('.stage-card')?.getBoundingClientRect()
    expect([now?.left, now?.width, now?.height]).toEqual([before?.left, before?.width, before?.height])
  })

  test('Escape goes back one view and the title follows', async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'hang' }] })
    runtime.open()
    await press(foxRow)
    await eventually(() => find('[part=title]')?.textContent).toBe('Fox')
    await userEvent.keyboard('{Escape}')
    await eventually(() => find('[part=title]')?.textContent).toBe('Connect wallet')
    expect(state()).toMatchObject({ open: true, loading: false })
  })
})

test('ConnectingSocial shows the provider it was opened for, and Farcaster its own view (SPEC §4 "Social login")', async () => {
  const runtime = start({ frame: {}, options: { features: { socials: true } } })
  const view = 'ConnectingSocial'
  runtime.open({ view, arguments: { provider: 'passkey' } })
  await until(() => find('.frame-place[data-drawn]'))
  runtime.open({ view, arguments: { provider: 'google' } })
  await until(() => button('Log in with Google'))
  runtime.open({ view })
  await until(() => find('[data-row=github]'))
  runtime.open({ view, arguments: { provider: 'farcaster' } })
  await until(() => find('.qr[data-state=ready]'))
  expect(state().view).toBe('ConnectingFarcaster')
})

test('with reduced motion views fade and do not move', async () => {
  const features = [{ name: 'prefers-reduced-motion', value: 'reduce' }]
  await cdp().send('Emulation.setEmulatedMedia', { features } as never)
  const runtime = start()
  runtime.open()
  await press(foxRow)
  const view = await until(() => find('.shell-view[data-phase=out]'))
  expect(getComputedStyle(view).translate).toBe('none')
  await cdp().send('Emulation.setEmulatedMedia', { features: [] } as never)
})

test('leaves no listener or element after twenty rounds of open and destroy', async () => {
  const listeners = vi.spyOn(window, 'addEventListener')
  for (let round = 0; round < 20; round++) {
    const runtime = start({ wallets: [{ ...fox, connect: 'hang' }] })
    runtime.open()
    await press(foxRow)
    runtime.destroy()
  }
  const signals = listeners.mock.calls.map(
    ([, , options]) => (options as AddEventListenerOptions | undefined)?.signal,
  )
  expect(signals.filter(signal => signal && !signal.aborted)).toEqual([])
  expect(document.querySelectorAll('[data-latchkey]')).toHaveLength(0)
  expect(document.documentElement.style.overflow).toBe('')
  start()
})
