import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import type { CaipNetworkId } from '../../contract/caip.ts'
import type { FactType } from '../../contract/facts.ts'
import type { Network } from '../../contract/network.ts'
import {
  arbitrum,
  avalanche,
  base,
  bsc,
  gnosis,
  linea,
  mainnet,
  optimism,
  polygon,
} from '../../contract/networks/evm.ts'
import { solana } from '../../contract/networks/solana.ts'
import { eventually } from '../conformance/eventually.ts'
import {
  createFakeRuntime,
  type FakeRuntime,
  type FakeRuntimeOptions,
} from '../fixtures/createFakeRuntime.ts'
import { createFakeSiwx } from '../fixtures/fakeSiwx.ts'
import type { FakeWallet } from '../fixtures/fakeWallet.ts'
import { until } from '../fixtures/until.ts'
import { untilStill } from '../fixtures/untilStill.ts'
import { views } from '../views.ts'

const fox: FakeWallet = { name: 'Fox', balance: 10n ** 18n }
const foxRow = '[data-row="rdns:com.example.fox"]'
const elsewhere: CaipNetworkId = 'eip155:31337'
const networks: readonly Network[] = [mainnet, optimism]

let fake: FakeRuntime
let told: string[]

const id = 'test'
const root = () => document.querySelector(`[data-latchkey=${id}]`)?.shadowRoot as ShadowRoot
// Before the widget is drawn it is not on the page.
const find = (selector: string) =>
  document.querySelector(`[data-latchkey=${id}]`)?.shadowRoot?.querySelector<HTMLElement>(selector) ?? null
const state = () => fake.runtime.getState()
const button = (words: string) =>
  [...root().querySelectorAll('button')].find(each => (each.ariaLabel ?? each.textContent) === words)

async function press(selector: string): Promise<void> {
  ;(await until(() => find(selector))).click()
}

async function pressButton(words: string): Promise<void> {
  ;(await until(() => button(words))).click()
}

function start(
  options: Omit<FakeRuntimeOptions, 'wallets'> & { readonly wallets?: readonly FakeWallet[] } = {},
) {
  fake = createFakeRuntime({
    wallets: [fox],
    ...options,
    options: { networks, id, ...options.options },
  })
  told = []
  const types: readonly FactType[] = [
    'opened',
    'closed',
    'viewChanged',
    'connected',
    'connectFailed',
    'disconnected',
  ]
  for (const type of types) {
    fake.facts.on(type, fact => told.push('view' in fact ? `${type} ${fact.view}` : type))
  }
  return fake.runtime
}

async function startConnected(options: Omit<FakeRuntimeOptions, 'wallets'> = {}, wallet: FakeWallet = fox) {
  const runtime = start({ wallets: [wallet], connected: 0, ...options })
  await runtime.engine.ready
  return runtime
}

beforeEach(() => {
  document.body.innerHTML = '<button id="opener">Open</button><div id="place"></div>'
})

afterEach(() => {
  fake.runtime.destroy()
  vi.restoreAllMocks()
})

describe('opening', () => {
  test('shows the dialog in the same task, and the first wallet row before the next frame', async () => {
    const runtime = start()
    runtime.open()
    expect(find('dialog')?.matches(':modal')).toBe(true)
    await Promise.resolve()
    expect(find(foxRow)?.checkVisibility()).toBe(true)
    expect(told).toEqual(['opened Connect'])
  })

  test('draws the list while it is still closed, so that opening has nothing left to do', async () => {
    start()
    await until(() => find(foxRow))
    expect(state()).toMatchObject({ open: false, view: 'Connect' })
  })

  test('opened before it was drawn it begins where it always does', async () => {
    const runtime = start()
    runtime.open()
    const title = find('[part=title]')
    expect(title?.getRootNode()).toHaveProperty('activeElement', title)
    expect(find(foxRow)?.checkVisibility()).toBe(true)
    // It is said once it is seen.
    await expect.poll(() => find('dialog [role=status]')?.textContent?.trim()).toBe('Connect wallet')
  })

  test('opened again while the card still fades it shows where it begins, and what it showed is not seen again', async () => {
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

  test('WalletSend is answered by the wallet, or by who closes it; other views are open and that is all', async () => {
    const runtime = await startConnected()
    const where = { namespace: 'eip155', caipNetworkId: 'eip155:1' } as const
    const result = { hash: `0x${'1'.repeat(64)}` }
    expect(runtime.open({ view: 'Account' })).toBeUndefined()
    const sent = runtime.open({ view: 'WalletSend' })
    fake.facts.emit('sent', { ...where, kind: 'native', result })
    runtime.close()
    expect(await sent).toEqual(result)
    const left = runtime.open({ view: 'WalletSend' })
    runtime.close()
    await expect(left).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    const refused = runtime.open({ view: 'WalletSend' })
    fake.facts.emit('sendFailed', { ...where, code: 'SEND_REJECTED' })
    runtime.close()
    await expect(refused).rejects.toMatchObject({ code: 'SEND_REJECTED' })
    const ended = runtime.open({ view: 'WalletSend' })
    runtime.destroy()
    await expect(ended).rejects.toMatchObject({ code: 'DESTROYED' })
  })

  test('for another namespace makes that one active first', () => {
    const runtime = start({
      wallets: [fox, { name: 'Otter', namespace: 'solana' }],
      options: { networks: [mainnet, solana] },
    })
    runtime.open({ namespace: 'solana' })
    expect(state()).toMatchObject({ activeNamespace: 'solana', view: 'Connect' })
    expect(find('[data-row="rdns:com.example.otter"]')).not.toBeNull()
  })

  test('for a namespace without an adapter is an error that changes nothing', async () => {
    const runtime = await startConnected()
    const { connect } = runtime.verbs
    const missing = { code: 'ADAPTER_NOT_FOUND', context: { namespace: 'sui' } }
    await expect(connect({ namespace: 'sui' })).rejects.toMatchObject(missing)
    expect(() => runtime.open({ namespace: 'sui' })).toThrow('Adapter not found')
    expect(state()).toMatchObject({ open: false, activeNamespace: 'eip155' })
  })

  test('a connected visitor sees the account', async () => {
    const runtime = await startConnected()
    runtime.open()
    expect(state().view).toBe('Account')
  })

  test('without autoMount nothing is appended, and opening says what is missing', () => {
    const runtime = start({ options: { networks, id, autoMount: false } })
    expect(document.querySelector('[data-latchkey]')).toBeNull()
    expect(() => runtime.open()).toThrow(/autoMount/)
  })
})

describe('connecting', () => {
  test('the page learns at once, the tick is shown, then the card goes', async () => {
    const runtime = start()
    const connecting = runtime.connectInModal()
    await press(foxRow)
    const connection = await connecting
    expect(connection.walletId).toBe('rdns:com.example.fox')
    expect(state().accounts.eip155).toMatchObject({ isConnected: true })
    expect(state()).toMatchObject({ open: true, view: 'ConnectingExternal' })
    await eventually(() => state().open).toBe(false)
    expect(told).toEqual(['opened Connect', 'viewChanged ConnectingExternal', 'connected', 'closed'])
  })

  test('the namespace is loading while the wallet is asked', async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'hang' }] })
    runtime.open()
    await press(foxRow)
    expect(state()).toMatchObject({ loading: true, loadingByNamespace: { eip155: true } })
    runtime.close()
    expect(state()).toMatchObject({ loading: false, loadingByNamespace: {} })
  })

  test("closing meanwhile rejects with 'Modal closed', and resets the view (SPEC §2)", async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'hang' }] })
    const connecting = runtime.connectInModal()
    await press(foxRow)
    runtime.close()
    await expect(connecting).rejects.toMatchObject({ code: 'MODAL_CLOSED', message: 'Modal closed' })
    expect(state()).toMatchObject({ open: false, view: 'Connect' })
    expect(told.at(-1)).toBe('connectFailed')
  })

  test('a refusal can be tried again; the promise waits for it', async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'reject' }] })
    const connecting = runtime.connectInModal()
    const settled = vi.fn()
    connecting.then(settled, settled)
    await press(foxRow)
    await pressButton('Try again')
    await until(() => button('Try again'))
    expect(settled).not.toHaveBeenCalled()
    await pressButton('Choose another wallet')
    await eventually(() => state().view).toBe('Connect')
    runtime.close()
    await expect(connecting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
  })

  test('an answer that comes after the visitor left is dropped (F48)', async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'late' }] })
    runtime.open()
    await press(foxRow)
    runtime.close()
    fake.provider(0).answer?.()
    await new Promise(requestAnimationFrame)
    expect(state().accounts.eip155).toMatchObject({ isConnected: false, status: 'disconnected' })
    expect(state().open).toBe(false)
  })

  test('a wallet on a network the host does not list leads to UnsupportedChain, which stays', async () => {
    const runtime = start({ wallets: [{ ...fox, network: elsewhere }] })
    runtime.open()
    await press(foxRow)
    await eventually(() => state().view).toBe('UnsupportedChain')
    await until(() => find('[data-row="eip155:10"]'))
    runtime.close()
    await userEvent.keyboard('{Escape}{Escape}')
    expect(state()).toMatchObject({ open: true, view: 'UnsupportedChain' })
    expect(find('dialog')?.matches(':modal')).toBe(true)
    expect(
      find('.stage-card')
        ?.getAnimations()
        .some(each => each.id === 'shake'),
    ).toBe(true)
  })
})

describe('an unsupported network', () => {
  test('is no reason to hold anybody who could go nowhere else: a host that lists none takes any', async () => {
    const runtime = start({ wallets: [fox], options: { networks: [], id } })
    runtime.open()
    await press(foxRow)
    await eventually(() => state().open).toBe(false)
    expect(state().accounts.eip155).toMatchObject({ isConnected: true })
    runtime.open()
    expect(state().view).toBe('Account')
  })

  test('opens the widget when the wallet moves there, and closes it when the wallet comes back', async () => {
    await startConnected()
    fake.provider(0).change({ type: 'network', caipNetworkId: elsewhere })
    expect(state()).toMatchObject({ open: true, view: 'UnsupportedChain', network: { name: 'unsupported' } })
    fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:10' })
    await eventually(() => state()).toMatchObject({ open: false, network: { name: 'OP Mainnet' } })
  })

  test('goes back to what was shown before', async () => {
    const runtime = await startConnected()
    runtime.open({ view: 'Networks' })
    fake.provider(0).change({ type: 'network', caipNetworkId: elsewhere })
    expect(state().view).toBe('UnsupportedChain')
    fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:1' })
    expect(state()).toMatchObject({ open: true, view: 'Networks' })
  })

  test('is one no more once the host lists it, and is one again when it does not', async () => {
    const { verbs } = await startConnected()
    const changes: boolean[] = []
    fake.facts.on('networkChanged', ({ supported }) => void changes.push(supported))
    fake.provider(0).change({ type: 'network', caipNetworkId: base.caipNetworkId })
    expect(state()).toMatchObject({ open: true, view: 'UnsupportedChain' })
    await verbs.addNetwork(base)
    await eventually(() => state()).toMatchObject({ open: false, network: { name: base.name } })
    // What is about another network, or says the same of this one, changes nothing for the visitor.
    await verbs.addNetwork({ ...base, testnet: true })
    await verbs.removeNetwork(optimism.caipNetworkId)
    expect(changes).toEqual([false, true])
    await verbs.removeNetwork(base.caipNetworkId)
    expect(state()).toMatchObject({ open: true, view: 'UnsupportedChain' })
    expect(changes).toEqual([false, true, false])
  })

  test('is listed in the task that adds it, for who goes there at once', async () => {
    const { verbs } = await startConnected()
    const added = verbs.addNetwork(base)
    expect(fake.runtime.engine.ctx.config.networks).toContainEqual(expect.objectContaining({ id: base.id }))
    await added
  })

  test('of an account that is chosen is shown, whichever namespace was active', async () => {
    const wallets: readonly FakeWallet[] = [
      { ...fox, network: elsewhere },
      { name: 'Otter', namespace: 'solana' },
    ]
    const options = { networks: [mainnet, solana], features: { multiWallet: true } }
    const runtime = start({ wallets, connected: 1, others: [0], options })
    await runtime.engine.ready
    runtime.open({ view: 'ProfileWallets', arguments: { namespace: 'eip155' } })
    await press('.wallets-item > .row')
    await eventually(() => state()).toMatchObject({ open: true, view: 'UnsupportedChain' })
  })

  test('found by a silent restore waits for the visitor to open', async () => {
    const runtime = await startConnected({}, { ...fox, network: elsewhere })
    expect(state()).toMatchObject({ open: false, network: { name: 'unsupported' } })
    runtime.open()
    expect(state().view).toBe('UnsupportedChain')
  })

  test('found by a silent restore is shown to who has opened the widget meanwhile', async () => {
    const runtime = start({ wallets: [{ ...fox, network: elsewhere }], connected: 0 })
    fake.runtime.engine.ctx.connections.dispatch({
      type: 'networkChanged',
      connectionId: 'fixture',
      namespace: 'eip155',
      caipNetworkId: 'eip155:1',
    })
    runtime.open()
    expect(state().view).toBe('Account')
    await runtime.engine.ready
    expect(state()).toMatchObject({ open: true, view: 'UnsupportedChain' })
  })

  test.each([{ allowUnsupportedChain: true }, { enableNetworkSwitch: false }])(
    'is left alone with %o',
    async option => {
      const runtime = await startConnected({ options: { networks, id, ...option } })
      fake.provider(0).change({ type: 'network', caipNetworkId: elsewhere })
      expect(state().open).toBe(false)
      runtime.open()
      expect(state().view).toBe('Account')
    },
  )

  test('is left by asking the wallet, or by disconnecting', async () => {
    await startConnected()
    fake.provider(0).change({ type: 'network', caipNetworkId: elsewhere })
    await press('[data-row="eip155:10"]')
    await eventually(() => [state().open, state().view, state().network.name]).toEqual([
      false,
      'Connect',
      'OP Mainnet',
    ])
    fake.provider(0).change({ type: 'network', caipNetworkId: elsewhere })
    await pressButton('Disconnect')
    await eventually(() => state()).toMatchObject({ open: false, connections: [] })
  })

  test('a switch that ends elsewhere leads back to where one can disconnect', async () => {
    const runtime = await startConnected({}, { ...fox, switching: 'wrong' })
    runtime.open({ view: 'SwitchNetwork', arguments: { caipNetworkId: 'eip155:10' } })
    await until(() => button('Try again'))
    await until(() => find('[part=back]'))
    expect(find('[part=close]')).toBeNull()
    runtime.close()
    expect(state()).toMatchObject({ open: true, view: 'SwitchNetwork' })
    await press('[part=back]')
    expect(state().view).toBe('UnsupportedChain')
  })

  test.each([undefined, {}, { caipNetworkId: 'eip155:404' }])(
    'a switch to no network of the host, %j, is the choice of one',
    async given => {
      const runtime = await startConnected()
      runtime.open({ view: 'SwitchNetwork', arguments: given as { caipNetworkId: 'eip155:10' } })
      expect(state().view).toBe('Networks')
    },
  )
})

describe('leaving', () => {
  test('a card that fades out stays where it is and shows what it showed', async () => {
    const runtime = await startConnected()
    runtime.open()
    await until(() => find('.account-address'))
    await untilStill(root())
    const before = find('.stage-card')?.getBoundingClientRect()
    fake.provider(0).change({ type: 'disconnected' })
    await new Promise(requestAnimationFrame)
    expect(state().open).toBe(false)
    expect(find('.account-address')?.checkVisibility()).toBe(true)
    const now = find('.stage-card')?.getBoundingClientRect()
    expect([now?.left, now?.width, now?.height]).toEqual([before?.left, before?.width, before?.height])
  })

  test('Escape goes back from a view and its title says where one is', async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'hang' }] })
    runtime.open()
    await press(foxRow)
    await eventually(() => find('[part=title]')?.textContent).toBe('Fox')
    await userEvent.keyboard('{Escape}')
    await eventually(() => find('[part=title]')?.textContent).toBe('Connect wallet')
    expect(state()).toMatchObject({ open: true, loading: false })
  })
})

describe('networks', () => {
  test('a network that the wallet agrees to becomes the active one, and the account is shown again', async () => {
    const runtime = await startConnected()
    runtime.open()
    await press('[data-row=network]')
    await press('[data-row="eip155:10"]')
    await eventually(() => state()).toMatchObject({ view: 'Account', network: { name: 'OP Mainnet' } })
  })

  test('a refused switch that the visitor then makes in the wallet counts', async () => {
    const runtime = await startConnected({}, { ...fox, switching: 'reject' })
    runtime.open({ view: 'Networks' })
    await press('[data-row="eip155:10"]')
    await until(() => button('Try again'))
    fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:10' })
    await until(() => find('.ring[data-state=success]'))
    await eventually(() => state().open).toBe(false)
  })

  test('one of another namespace that the visitor goes to in the wallet itself is the active one', async () => {
    const wallets: readonly FakeWallet[] = [
      { ...fox, switching: 'reject' },
      { name: 'Otter', namespace: 'solana' },
    ]
    const runtime = start({
      wallets,
      connected: 1,
      others: [0],
      options: { networks: [...networks, solana] },
    })
    await runtime.engine.ready
    runtime.open({ view: 'Networks' })
    await press('[data-row="eip155:10"]')
    await until(() => button('Try again'))
    fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:10' })
    await eventually(() => state()).toMatchObject({ open: false, network: { name: 'OP Mainnet' } })
  })

  test('one that another wallet is on already is gone to, though that one cannot be asked', async () => {
    const wallets: readonly FakeWallet[] = [fox, { name: 'Otter', namespace: 'solana', switching: 'unable' }]
    const runtime = start({ wallets, connected: 0, others: [1], options: { networks: [mainnet, solana] } })
    await runtime.engine.ready
    runtime.open({ view: 'Networks' })
    await press(`[data-row="${solana.caipNetworkId}"]`)
    await eventually(() => state()).toMatchObject({ open: false, network: { name: 'Solana' } })
  })

  test('one that the wallet did not grant cannot be chosen, and says why (SPEC-NOTES §2)', async () => {
    const runtime = await startConnected({}, { ...fox, reaches: ['eip155:1'] })
    runtime.open({ view: 'Networks' })
    const row = await until(() => find('[data-row="eip155:10"]'))
    expect(row.ariaDisabled).toBe('true')
    expect(row.querySelector('.row-detail')?.textContent).toBe('Not allowed in Fox')
    row.click()
    expect(state().view).toBe('Networks')
    expect(find('[data-row="eip155:1"]')?.ariaDisabled).toBeNull()
  })

  test('while nobody is connected a choice is just remembered', async () => {
    const runtime = start()
    runtime.open({ view: 'Networks' })
    await press('[data-row="eip155:10"]')
    await eventually(() => state()).toMatchObject({ open: false, network: { name: 'OP Mainnet' } })
  })

  test.each([undefined, { caipNetworkId: elsewhere }])(
    'a way to %j, which is no network here, leads to the list',
    async where => {
      const runtime = await startConnected()
      for (const view of ['SwitchNetwork', 'SwitchActiveChain'] as const) {
        runtime.open({ view, arguments: where })
        expect(state().view).toBe('Networks')
      }
    },
  )

  test('staying on a network that the host does not list is offered by its id', async () => {
    const wallets = [
      { ...fox, network: elsewhere },
      { name: 'Otter', namespace: 'solana' },
    ]
    const runtime = start({
      wallets,
      connected: 0,
      options: { networks: [mainnet, solana], allowUnsupportedChain: true },
    })
    await runtime.engine.ready
    runtime.open({ view: 'Networks' })
    await press(`[data-row="${solana.caipNetworkId}"]`)
    await until(() => button('Stay on Network 31337'))
  })

  test('going to a namespace that is not connected is confirmed, and keeps the other', async () => {
    const wallets = [fox, { name: 'Otter', namespace: 'solana' }]
    const runtime = start({ wallets, connected: 0, options: { networks: [mainnet, solana] } })
    await runtime.engine.ready
    runtime.open({ view: 'Networks' })
    await press(`[data-row="${solana.caipNetworkId}"]`)
    await pressButton(`Switch to ${solana.name}`)
    await eventually(() => state()).toMatchObject({ view: 'Connect', activeNamespace: 'solana' })
    await press('[data-row="rdns:com.example.otter"]')
    await eventually(() => state().accounts.solana).toMatchObject({ isConnected: true })
    expect(state().accounts.eip155).toMatchObject({ isConnected: true })
    await eventually(() => state().open).toBe(false)
  })
})

describe('the account', () => {
  test.each([
    [9n * 10n ** 14n, '< 0.001'],
    [0n, '0.000'],
  ])('a balance of %d is %s: more than nothing is never shown as nought', async (balance, text) => {
    const runtime = await startConnected({}, { ...fox, balance })
    runtime.open()
    await eventually(() => find('.account-balance')?.textContent).toBe(`Balance ${text} ETH`)
  })
})

describe('disconnecting', () => {
  test('closes the widget', async () => {
    const runtime = await startConnected()
    runtime.open()
    await press('[data-row=disconnect]')
    await eventually(() => state()).toMatchObject({ open: false, connections: [] })
    expect(told).toEqual(expect.arrayContaining(['disconnected', 'closed']))
  })

  test('in the wallet itself does the same', async () => {
    const runtime = await startConnected()
    runtime.open()
    fake.provider(0).change({ type: 'disconnected' })
    expect(state()).toMatchObject({ open: false, connections: [] })
  })

  test('a stored connection whose wallet never shows up leads to the list', async () => {
    const runtime = await startConnected()
    runtime.open()
    runtime.engine.ctx.connections.dispatch({ type: 'shelved', connectionId: 'fixture' })
    expect(state()).toMatchObject({ open: true, view: 'Connect', connections: [] })
  })

  test('in the wallet while the list of wallets is open leaves it open', async () => {
    const runtime = await startConnected()
    runtime.open({ view: 'Connect', arguments: { add: true } })
    fake.provider(0).change({ type: 'disconnected' })
    expect(state()).toMatchObject({ open: true, view: 'Connect' })
  })
})

describe('a list for one namespace', () => {
  test('offers wallets that the list of all does not, and each leads to where it can be had', async () => {
    const runtime = start({
      wallets: [{ ...fox, namespace: 'solana' }],
      options: { networks: [mainnet, solana], id, excludeWalletIds: ['coinbase', 'trust'] },
    })
    const keys = (namespace?: 'solana') =>
      runtime.engine.walletRows(namespace).map(({ walletId }) => walletId)
    const more = keys('solana').find(key => !keys().includes(key))
    runtime.open({ namespace: 'solana' })
    await press(`[data-row="${more}"]`)
    await eventually(() => state().view).toBe('ConnectingExternal')
    const row = runtime.engine.walletRows('solana').find(({ walletId }) => walletId === more)
    await eventually(() => find('[part=title]')?.textContent).toBe(row?.name)
  })
})

test('an arrow that chooses among what an input method offers stays in the search for wallets', async () => {
  const runtime = start({ directory: { wallets: 20 } })
  runtime.open({ view: 'AllWallets' })
  await until(() => find('.wallet-tile'))
  const field = find('input') as HTMLInputElement
  field.focus()
  const arrow = (isComposing: boolean) =>
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowDown', isComposing, bubbles: true, cancelable: true }),
    )
  expect(arrow(true)).toBe(true)
  expect(root().activeElement).toBe(field)
  expect(arrow(false)).toBe(false)
  expect(root().activeElement?.className).toContain('wallet-tile')
})

test.each(['altKey', 'ctrlKey', 'metaKey'])(
  "among all wallets an arrow with %s is the browser's own",
  async held => {
    const runtime = start({ directory: { wallets: 20 } })
    runtime.open({ view: 'AllWallets' })
    await until(() => find('li:nth-child(2) > .wallet-tile'))
    const tile = find('.wallet-tile') as HTMLElement
    tile.focus()
    const arrow = (more: KeyboardEventInit) =>
      tile.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true, ...more }),
      )
    expect(arrow({ [held]: true })).toBe(true)
    expect(root().activeElement).toBe(tile)
    expect(arrow({})).toBe(false)
    expect(root().activeElement).not.toBe(tile)
  },
)

describe('the verbs', () => {
  test('two changes at once both hold, and one between them stays', async () => {
    const runtime = start()
    const { ctx } = runtime.engine
    const both = [
      runtime.verbs.update({ locale: 'de' }),
      runtime.verbs.update({ texts: { 'title.connect': 'Los' } }),
    ]
    runtime.configure({ ...ctx.config, themeMode: 'dark' })
    await Promise.all(both)
    expect(ctx.config).toMatchObject({ locale: 'de', texts: { 'title.connect': 'Los' }, themeMode: 'dark' })
  })

  test('a change is judged by itself, whatever was wrong before it', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const runtime = start({ options: { networks, id, termsConditionsUrl: '/terms' } })
    await runtime.verbs.update({ locale: 'de' })
    expect(runtime.engine.ctx.config.locale).toBe('de')
    expect(written).not.toHaveBeenCalled()
    await expect(runtime.verbs.update({ privacyPolicyUrl: '/privacy' })).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('privacyPolicyUrl'),
    })
    await runtime.verbs.update({
      termsConditionsUrl: 'https://shop.example/terms',
      features: { socials: ['github'] },
    })
    expect(runtime.engine.ctx.config.termsConditionsUrl).toBe('https://shop.example/terms')
    expect(Object.isFrozen(state().features.socials)).toBe(true)
  })

  test('a change that cannot be copied, such as a proxy of another framework, is refused as any other', async () => {
    const { verbs } = start()
    await expect(verbs.update({ texts: new Proxy({}, {}) })).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  })

  test('a connect with a signal of the host’s ends with the widget, and a late yes connects nothing', async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'late' }] })
    const { signal } = new AbortController()
    const [row] = runtime.walletRows()
    const connecting = runtime.verbs.connect({ wallet: row?.key ?? '', signal })
    const provider = fake.provider(0)
    await eventually(() => provider.answer).toBeDefined()
    runtime.destroy()
    const ended = expect(connecting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    provider.answer?.()
    await ended
    expect(provider.listeners.size).toBe(0)
  })

  test('a connect that is aborted closes the list that nobody waits for', async () => {
    const runtime = start()
    const ending = new AbortController()
    const connecting = runtime.verbs.connect({ signal: ending.signal })
    await eventually(() => state().open).toBe(true)
    ending.abort()
    await expect(connecting).rejects.toMatchObject({ code: 'MODAL_CLOSED' })
    expect(state().open).toBe(false)
    await expect(runtime.verbs.connect({ signal: ending.signal })).rejects.toMatchObject({
      code: 'MODAL_CLOSED',
    })
    expect(state().open).toBe(false)
  })
})

describe('what is said', () => {
  const said = () => find('dialog > div > [role=status]')?.textContent

  test('of an empty list nothing on the page while it is closed, and the words once it is open', async () => {
    const runtime = start({ wallets: [] })
    await until(() => find('.connect-none'))
    const page = () => find('.stage > .visually-hidden [role=status]')?.textContent
    expect(page()).toBe('')
    runtime.open()
    await eventually(() => find('dialog [role=status]')?.textContent).toMatch(/^No wallet/)
    expect(page()).toBe('')
  })

  test('that no network is called so', async () => {
    const many = [mainnet, optimism, base, polygon, arbitrum, bsc, gnosis, avalanche, linea]
    const runtime = start({ options: { networks: many } })
    runtime.open({ view: 'Networks' })
    const field = await until(() => find('.networks-search input'))
    await eventually(said).toBe('Choose network')
    field.focus()
    await userEvent.keyboard('nowhere')
    await eventually(said).toMatch(/“nowhere”/)
  })

  test('that the wallets of one namespace are all disconnected', async () => {
    const away: FakeWallet = {
      name: 'Away',
      namespace: 'solana',
      addresses: ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    }
    const runtime = start({
      wallets: [fox, { name: 'Otter' }, away],
      connected: 0,
      others: [1, 2],
      options: { networks: [mainnet, solana], features: { multiWallet: true } },
    })
    await runtime.engine.ready
    runtime.open({ view: 'ProfileWallets' })
    await eventually(said).toBe('Wallets')
    await pressButton('Disconnect all')
    await eventually(said).toBe('No wallet is connected')
  })
})

describe('keyboard', () => {
  test('focus is caught by the heading when the button that had it goes away', async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'reject' }] })
    runtime.open()
    await press(foxRow)
    const again = await until(() => button('Try again'))
    again.focus()
    await userEvent.keyboard('{Enter}')
    await eventually(() => root().activeElement).toBe(find('[part=title]'))
  })
})

test('what became of a batch is asked for as long as somebody looks', async () => {
  const runtime = await startConnected({}, { ...fox, sending: {} })
  const { live, connections } = runtime.engine.ctx
  const { connectionId = '' } = connections.getState().active.eip155 ?? {}
  const wallet = live.get(connectionId, 'eip155') as NonNullable<ReturnType<typeof live.get>>
  let questions = 0
  let taken: Promise<void> | undefined
  const abilities = {
    ...wallet.abilities,
    sendCall: () => Promise.reject(new Error('one by one')),
    async sendCalls() {
      await taken
      return { id: '0xba7c4' }
    },
    async callsStatus() {
      questions++
      return { status: 'pending', hashes: [] } as const
    },
  }
  live.set(connectionId, 'eip155', { ...wallet, unwatch: () => undefined, abilities })
  const call = { to: `0x${'1'.repeat(40)}` }
  await runtime.verbs.sendCalls({ calls: [call, call] })
  await eventually(() => state().view).toBe('WalletSendCalls')
  await eventually(() => questions).toBe(1)
  fake.clock.advance(1_000)
  await eventually(() => questions).toBe(2)
  runtime.close()
  const later = async () => {
    for (let times = 0; times < 5; times++) {
      fake.clock.advance(15_000)
      await new Promise(resolve => setTimeout(resolve))
    }
  }
  await later()
  expect(questions).toBe(2)
  // Closed before the wallet has taken them, nobody looks at all.
  let take = () => {}
  taken = new Promise(resolve => {
    take = resolve
  })
  const sent = runtime.verbs.sendCalls({ calls: [call, call] })
  await eventually(() => state().open).toBe(true)
  runtime.close()
  take()
  await sent
  await later()
  expect(questions).toBe(2)
})

describe('inline', () => {
  test('stands in its place, connects there, and shows the account', async () => {
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

  test('shows the account again to who comes back from networks where nobody is connected', async () => {
    const options = { networks: [...networks, solana], id, autoMount: false }
    const runtime = await startConnected({ options })
    runtime.mount(document.getElementById('place') as HTMLElement)
    await runtime.verbs.switchNetwork(solana)
    expect(state().view).toBe('Connect')
    await runtime.verbs.switchNetwork(optimism)
    expect(state()).toMatchObject({ view: 'Account', network: { id: 10 } })
  })

  test('leaves alone who has the list of wallets shown while another one connects', async () => {
    const runtime = start({ options: { networks, id, autoMount: false } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    runtime.open({ view: 'AllWallets' })
    await runtime.verbs.connect({ wallet: runtime.walletRows()[0]?.key as string })
    expect(state().view).toBe('AllWallets')
  })

  test('before it has a place, a wallet that moves to an unlisted network is no error of the page', async () => {
    const runtime = await startConnected({ options: { networks, id, autoMount: false } })
    const faults: unknown[] = []
    const hear = (event: ErrorEvent) => {
      event.preventDefault()
      faults.push(event.error)
    }
    addEventListener('error', hear)
    fake.provider(0).change({ type: 'network', caipNetworkId: elsewhere })
    removeEventListener('error', hear)
    expect(faults).toEqual([])
    expect(state()).toMatchObject({ open: false, network: { name: 'unsupported' } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    expect(state().open).toBe(true)
  })

  test('before it has a place, calls are sent unseen, and nothing is said about it', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { verbs } = await startConnected({ options: { networks, id, autoMount: false } })
    const sent = verbs.sendCalls({ calls: [{ to: `0x${'1'.repeat(40)}` }] })
    await sent.catch(() => undefined)
    expect(written).not.toHaveBeenCalled()
    expect(state().open).toBe(false)
  })

  test('nothing is covered there: an unlisted network that a restore finds is shown at once', async () => {
    const wallets = [{ ...fox, network: elsewhere }]
    const runtime = start({ wallets, connected: 0, options: { networks, id, autoMount: false } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    await runtime.engine.ready
    expect(state().view).toBe('UnsupportedChain')
    fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:10' })
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

  test('what holds a visitor is shown as well when the widget is mounted only then', async () => {
    const wallets = [{ ...fox, network: elsewhere }]
    const siwx = createFakeSiwx({ required: true })
    const options = { networks, id, autoMount: false, siwx }
    const runtime = start({ wallets, connected: 0, options })
    const place = (name: string) => document.body.appendChild(document.createElement(name))
    await runtime.engine.ready
    runtime.mount(place('main'))
    expect(state().view).toBe('UnsupportedChain')
    fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:10' })
    await eventually(() => state().view).toBe('SIWXSignMessage')
    // As a page does that goes from one of its own views to another.
    runtime.mount(place('section'))
    expect(state().view).toBe('SIWXSignMessage')
  })

  test('an element that the page emptied is stood in again, without taking the focus', async () => {
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

  test('an element that leaves the page takes the widget with it, also for what it asks the services', () => {
    const runtime = start({ options: { networks, id, autoMount: false } })
    const { ctx } = runtime.engine
    const place = document.getElementById('place') as HTMLElement
    runtime.mount(place)
    expect(ctx.isInPage?.()).toBe(true)
    place.remove()
    expect(ctx.isInPage?.()).toBe(false)
  })

  test('a view that was opened at once leads back to the account', async () => {
    const runtime = await startConnected({ options: { networks, id, autoMount: false } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    expect(find('[part=back]')).toBeNull()
    runtime.open({ view: 'Networks' })
    await press('[part=back]')
    expect(state()).toMatchObject({ open: true, view: 'Account' })
  })

  test('focus goes to the heading when what had it goes away', async () => {
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

  test('what happens in the wallet takes no focus from the page, nor does what goes away', async () => {
    const runtime = await startConnected({ options: { networks, id, autoMount: false } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    const disconnect = await until(() => find('[data-row=disconnect]'))
    disconnect.focus()
    const opener = document.getElementById('opener')
    opener?.focus()
    fake.provider(0).change({ type: 'disconnected' })
    await until(() => find(foxRow))
    expect(document.activeElement).toBe(opener)
  })

  test('whoever pressed beside it on the page stays there', async () => {
    const runtime = await startConnected({ options: { networks, id, autoMount: false } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    const disconnect = await until(() => find('[data-row=disconnect]'))
    disconnect.focus()
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    disconnect.blur()
    fake.provider(0).change({ type: 'disconnected' })
    await until(() => find(foxRow))
    expect(document.activeElement).toBe(document.body)
  })

  test('a view that the page opens has the focus', async () => {
    const runtime = await startConnected({ options: { networks, id, autoMount: false } })
    runtime.mount(document.getElementById('place') as HTMLElement)
    await until(() => find('[data-row=disconnect]'))
    document.getElementById('opener')?.focus()
    runtime.open({ view: 'Networks' })
    await until(() => find('[data-view=Networks]'))
    expect(document.activeElement).toBe(root().host)
  })

  test("closing during a connect returns to the list, and 'Modal closed' is told", async () => {
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

describe('when something is missing', () => {
  test('a view that could not be loaded can be tried again', async () => {
    let tries = 0
    const flaky = views.map(view =>
      view.name === 'Connect'
        ? { ...view, load: () => (tries++ === 0 ? Promise.reject(new Error('offline')) : view.load()) }
        : view,
    )
    const runtime = start({ views: flaky })
    runtime.open()
    await until(() =>
      find('[role=alert]')?.textContent?.startsWith('A part of the widget could not be loaded'),
    )
    const again = await until(() => button('Try again'))
    again.focus()
    again.click()
    await until(() => find(foxRow))
    expect(tries).toBe(2)
    // What was pressed is gone, and with it would be the place of whoever uses the keyboard.
    expect(root().activeElement).toBe(find('[part=title]'))
  })

  test('whoever pressed beside all controls stays there, whatever changes', async () => {
    const runtime = start()
    runtime.open()
    const row = await until(() => find(foxRow))
    find('dialog')?.focus()
    row.remove()
    await new Promise(requestAnimationFrame)
    expect(root().activeElement).toBe(find('dialog'))
  })

  test('a disconnect that the wallet refuses is said on the page, since the card is gone', async () => {
    const runtime = await startConnected({}, { ...fox, disconnect: 'fail' })
    runtime.open()
    await press('[data-row=disconnect]')
    await until(() => find('.toast-message')?.textContent === 'Failed to disconnect')
    expect(state()).toMatchObject({ open: false, connections: [] })
  })

  test('a balance that cannot be read is a dash, and said in the card', async () => {
    const runtime = await startConnected({}, { name: 'Fox' })
    runtime.open()
    await until(() => find('.notice')?.textContent === 'Token Balance Unavailable')
    expect(find('.account-balance')?.textContent).toBe('Balance — ETH')
  })
})

describe('hostile wallets (T21)', () => {
  const evil: FakeWallet = {
    name: '<img src=x onerror="window.pwned=1">\u202egnp.exe',
    rdns: 'com.example.fox',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><script>window.pwned=1</script></svg>',
  }

  test('two that claim one identity stay two marked rows, and their names and icons run nothing', async () => {
    const runtime = start({ wallets: [fox, evil] })
    runtime.open()
    await until(() => find(foxRow))
    const rows = [...root().querySelectorAll(foxRow)]
    expect(rows.map(row => row.querySelector('.tag')?.textContent)).toEqual([
      'browser extension',
      'browser extension',
    ])
    expect(rows.map(row => row.querySelectorAll('img').length)).toEqual([1, 1])
    expect(rows[1]?.querySelector('.row-name')?.textContent).toContain('<img src=x')
    await new Promise(requestAnimationFrame)
    expect('pwned' in window).toBe(false)
  })

  test('each row asks its own provider', async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'reject' }, evil] })
    runtime.open()
    ;(await until(() => root().querySelectorAll<HTMLElement>(foxRow)[1])).click()
    await eventually(() => state().accounts.eip155).toMatchObject({ isConnected: true })
  })
})

describe('options', () => {
  test('the legal checkbox gates every row', async () => {
    const runtime = start({
      options: {
        networks,
        id,
        features: { legalCheckbox: true },
        termsConditionsUrl: 'https://example.com/t',
      },
    })
    runtime.open()
    await press(foxRow)
    expect(state().view).toBe('Connect')
    await press('input[type=checkbox]')
    await until(() => find(foxRow)?.ariaDisabled !== 'true')
    await press(foxRow)
    expect(state().view).toBe('ConnectingExternal')
  })

  test("the host's texts and locale are taken, also later", async () => {
    const runtime = start({
      options: { networks, id, texts: { 'title.connect': 'Brieftasche verbinden' }, locale: 'de' },
    })
    runtime.open()
    await eventually(() => find('[part=title]')?.textContent).toBe('Brieftasche verbinden')
    expect(find('.stage')?.lang).toBe('de')
    runtime.configure({ ...runtime.engine.ctx.config, texts: {}, locale: 'ar' })
    await eventually(() => find('[part=title]')?.textContent).toBe('Connect wallet')
    expect(find('.stage')?.dir).toBe('rtl')
  })

  test('a name of its own for a kind of networks is not cut for its tab', async () => {
    const texts = { 'namespace.eip155': 'Redes de Ethereum', 'namespace.solana': 'Red Solana' }
    const options = { networks: [mainnet, solana], features: { multiWallet: true }, texts }
    const runtime = start({ wallets: [fox, { name: 'Otter', namespace: 'solana' }], options })
    runtime.open({ view: 'ProfileWallets' })
    await until(() => find('[role=tab]'))
    const tabs = [...root().querySelectorAll('[role=tab]')].map(each => each.textContent)
    expect(tabs).toEqual(['Ethereum', 'Red Solana'])
  })

  test('a text of its own for an error keeps its code', async () => {
    const runtime = start({
      wallets: [{ ...fox, connect: 'reject' }],
      options: { networks, id, texts: { 'error.CONNECTION_REJECTED': 'Verbindung abgelehnt' } },
    })
    runtime.open()
    await press(foxRow)
    await until(() => find('.status-title')?.textContent === 'Verbindung abgelehnt')
  })

  test('a theme variable that makes no sense is told to the developer', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const alerts: string[] = []
    start({ options: { networks, id, themeVariables: { accent: 'url(x)' } } })
    fake.facts.on('alert', ({ code }) => alerts.push(code))
    await eventually(() => alerts).toEqual(['CONFIG_INVALID'])
    await eventually(() => written.mock.calls.length).toBe(1)
  })
})

test('SPEC §4 "Social login": a view is for the way it is opened for, whatever was tried last; Farcaster has its own', async () => {
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

test('opened, closed and destroyed twenty times it leaves nothing behind', async () => {
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
