import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { optimism } from '../../contract/networks/evm.ts'
import { solana } from '../../contract/networks/solana.ts'
import { eventually } from '../conformance/eventually.ts'
import { createFakeSiwx } from '../fixtures/fakeSiwx.ts'
import { createRuntimePage, elsewhere, fox, foxRow, id, networks } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const { root, find, state, button, press, start, startConnected } = page

describe('inline mode', () => {
  test('renders in its element, connects there, and shows the account', async () => {
    const runtime = start({ options: { networks, id, autoMount: false } })
    const place = document.getElementById('place') as HTMLElement
    runtime.mount(place)
    expect(place.querySelector(`[data-latchkey=${id}]`)).not.toBeNull()
    expect(state()).toMatchObject({ open: true, view: 'Connect' })
    await press(foxRow)
    await eventually(() => state().view).toBe('Account')
    await until(() => find('[data-row=disconnect]'))
    expect(find('dialog')?.matches(':modal')).toBe(false)
    expect(find('[part=close]')).toBeNull()
    runtime.close()
    expect(state()).toMatchObject({ open: true, view: 'Account' })
  })

  test('shows the account of a wallet that the page itself connects', async () => {
    const runtime = start({ options: { networks, id, autoMount: false } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    await runtime.verbs.connect({ wallet: runtime.walletRows()[0]?.key as string })
    expect(state().view).toBe('Account')
  })

  test('shows the account again after a visit to a namespace without a connection', async () => {
    const options = { networks: [...networks, solana], id, autoMount: false }
    const runtime = await startConnected({ options })
    runtime.mount(document.getElementById('place') as HTMLElement)
    await runtime.verbs.switchNetwork(solana)
    expect(state().view).toBe('Connect')
    await runtime.verbs.switchNetwork(optimism)
    expect(state()).toMatchObject({ view: 'Account', network: { id: 10 } })
  })

  test('keeps the wallet list on screen while the page connects another wallet', async () => {
    const runtime = start({ options: { networks, id, autoMount: false } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    runtime.open({ view: 'AllWallets' })
    await runtime.verbs.connect({ wallet: runtime.walletRows()[0]?.key as string })
    expect(state().view).toBe('AllWallets')
  })

  test('before mount, a wallet that moves to an unlisted network causes no error', async () => {
    const runtime = await startConnected({ options: { networks, id, autoMount: false } })
    const faults: unknown[] = []
    const hear = (event: ErrorEvent) => {
      event.preventDefault()
      faults.push(event.error)
    }
    addEventListener('error', hear)
    page.fake.provider(0).change({ type: 'network', caipNetworkId: elsewhere })
    removeEventListener('error', hear)
    expect(faults).toEqual([])
    expect(state()).toMatchObject({ open: false, network: { name: 'unsupported' } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    expect(state().open).toBe(true)
  })

  test('before mount, calls are sent without a view or a notice', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { verbs } = await startConnected({ options: { networks, id, autoMount: false } })
    const sent = verbs.sendCalls({ calls: [{ to: `0x${'1'.repeat(40)}` }] })
    await sent.catch(() => undefined)
    expect(written).not.toHaveBeenCalled()
    expect(state().open).toBe(false)
  })

  test('an unlisted network found by a restore is shown at once', async () => {
    const wallets = [{ ...fox, network: elsewhere }]
    const runtime = start({ wallets, connected: 0, options: { networks, id, autoMount: false } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    await runtime.engine.ready
    expect(state().view).toBe('UnsupportedChain')
    page.fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:10' })
    expect(state().view).toBe('Account')
  })

  test.each([
    { required: true, view: 'SIWXSignMessage' },
    { required: false, view: 'Account' },
  ])('a visitor who was connected before and has not signed in: $view', async ({ required, view }) => {
    const siwx = createFakeSiwx({ required })
    const runtime = start({ connected: 0, options: { networks, id, autoMount: false, siwx } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    await eventually(() => state().accounts.eip155?.isAuthenticated).toBe(false)
    await eventually(() => state().view).toBe(view)
  })

  test('a view that cannot be closed is shown when the widget is mounted later', async () => {
    const wallets = [{ ...fox, network: elsewhere }]
    const siwx = createFakeSiwx({ required: true })
    const options = { networks, id, autoMount: false, siwx }
    const runtime = start({ wallets, connected: 0, options })
    const place = (name: string) => document.body.appendChild(document.createElement(name))
    await runtime.engine.ready
    runtime.mount(place('main'))
    expect(state().view).toBe('UnsupportedChain')
    page.fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:10' })
    await eventually(() => state().view).toBe('SIWXSignMessage')
    // As a page does that goes from one of its own views to another.
    runtime.mount(place('section'))
    expect(state().view).toBe('SIWXSignMessage')
  })

  test('renders again in an element that the page emptied, without taking the focus', async () => {
    const runtime = start({ options: { networks, id, autoMount: false } })
    const place = document.getElementById('place') as HTMLElement
    runtime.mount(place)
    const before = await until(() => find(foxRow))
    before.focus()
    runtime.mount(place)
    expect(find(foxRow)).toBe(before)
    place.replaceChildren()
    runtime.mount(place)
    await until(() => find(foxRow))
    expect(place.childElementCount).toBe(1)
    expect(document.activeElement).toBe(document.body)
  })

  test.each([
    { required: true, view: 'SIWXSignMessage' },
    { required: false, view: 'Account' },
  ])('a visitor whose session ends: $view', async ({ required, view }) => {
    const siwx = createFakeSiwx({ required })
    const runtime = start({ connected: 0, options: { networks, id, autoMount: false, siwx } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    const signIn = await runtime.engine.signIn()
    await eventually(() => signIn.machine.getState().at).toBe('ready')
    signIn.sign()
    await eventually(state).toMatchObject({
      view: 'Account',
      accounts: { eip155: { isAuthenticated: true } },
    })
    await runtime.verbs.signOut()
    expect(state()).toMatchObject({ view, accounts: { eip155: { isAuthenticated: false } } })
    // As `useSignIn().open` does.
    runtime.open({ view: 'SIWXSignMessage' })
    await until(() => find('.sign-in[data-state=ready]'))
  })

  test('an element that leaves the page unmounts the widget and stops its requests', () => {
    const runtime = start({ options: { networks, id, autoMount: false } })
    const { ctx } = runtime.engine
    const place = document.getElementById('place') as HTMLElement
    runtime.mount(place)
    expect(ctx.isInPage?.()).toBe(true)
    place.remove()
    expect(ctx.isInPage?.()).toBe(false)
  })

  test('a view opened right after mount leads back to the account', async () => {
    const runtime = await startConnected({ options: { networks, id, autoMount: false } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    expect(find('[part=back]')).toBeNull()
    runtime.open({ view: 'Networks' })
    await press('[part=back]')
    expect(state()).toMatchObject({ open: true, view: 'Account' })
  })

  test('the heading takes the focus when the focused control disappears', async () => {
    const runtime = start({
      wallets: [{ ...fox, connect: 'reject' }],
      options: { networks, id, autoMount: false },
    })
    runtime.mount(document.getElementById('place') as HTMLElement)
    await press(foxRow)
    const again = await until(() => button('Try again'))
    again.focus()
    await userEvent.keyboard('{Enter}')
    await eventually(() => root().activeElement).toBe(find('[part=title]'))
  })

  test('changes in the wallet take no focus from the page', async () => {
    const runtime = await startConnected({ options: { networks, id, autoMount: false } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    const disconnect = await until(() => find('[data-row=disconnect]'))
    disconnect.focus()
    const opener = document.getElementById('opener')
    opener?.focus()
    page.fake.provider(0).change({ type: 'disconnected' })
    await until(() => find(foxRow))
    expect(document.activeElement).toBe(opener)
  })

  test('focus stays on the page after a press outside the widget', async () => {
    const runtime = await startConnected({ options: { networks, id, autoMount: false } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    const disconnect = await until(() => find('[data-row=disconnect]'))
    disconnect.focus()
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    disconnect.blur()
    page.fake.provider(0).change({ type: 'disconnected' })
    await until(() => find(foxRow))
    expect(document.activeElement).toBe(document.body)
  })

  test('a view opened by the page takes the focus', async () => {
    const runtime = await startConnected({ options: { networks, id, autoMount: false } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    await until(() => find('[data-row=disconnect]'))
    document.getElementById('opener')?.focus()
    runtime.open({ view: 'Networks' })
    await until(() => find('[data-view=Networks]'))
    expect(document.activeElement).toBe(root().host)
  })

  test("closing during a connect returns to the list and rejects with 'Modal closed'", async () => {
    const runtime = start({
      wallets: [{ ...fox, connect: 'hang' }],
      options: { networks, id, autoMount: false },
    })
    runtime.mount(document.getElementById('place') as HTMLElement)
    const connecting = runtime.connectInModal()
    await press(foxRow)
    runtime.close()
    await expect(connecting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    expect(state()).toMatchObject({ open: true, view: 'Connect' })
  })
})
