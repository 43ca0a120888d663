import { describe, expect, test } from 'vitest'
import { base, mainnet, optimism } from '../../contract/networks/evm.ts'
import { solana } from '../../contract/networks/solana.ts'
import { eventually } from '../conformance/eventually.ts'
import type { FakeWallet } from '../fixtures/fakeWallet.ts'
import { createRuntimePage, elsewhere, fox, foxRow, id, networks } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const { find, state, button, press, pressButton, start, startConnected } = page

describe('an unsupported network', () => {
  test('does not block the visitor when the host lists no network at all', async () => {
    const runtime = start({ wallets: [fox], options: { networks: [], id } })
    runtime.open()
    await press(foxRow)
    await eventually(() => state().open).toBe(false)
    expect(state().accounts.eip155).toMatchObject({ isConnected: true })
    runtime.open()
    expect(state().view).toBe('Account')
  })

  test('opens the widget when the wallet moves to one, and closes it when the wallet returns', async () => {
    await startConnected()
    page.fake.provider(0).change({ type: 'network', caipNetworkId: elsewhere })
    expect(state()).toMatchObject({ open: true, view: 'UnsupportedChain', network: { name: 'unsupported' } })
    page.fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:10' })
    await eventually(() => state()).toMatchObject({ open: false, network: { name: 'OP Mainnet' } })
  })

  test('returns to the view that was shown before', async () => {
    const runtime = await startConnected()
    runtime.open({ view: 'Networks' })
    page.fake.provider(0).change({ type: 'network', caipNetworkId: elsewhere })
    expect(state().view).toBe('UnsupportedChain')
    page.fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:1' })
    expect(state()).toMatchObject({ open: true, view: 'Networks' })
  })

  test('follows the host when it adds the network or removes it', async () => {
    const { verbs } = await startConnected()
    const changes: boolean[] = []
    page.fake.facts.on('networkChanged', ({ supported }) => void changes.push(supported))
    page.fake.provider(0).change({ type: 'network', caipNetworkId: base.caipNetworkId })
    expect(state()).toMatchObject({ open: true, view: 'UnsupportedChain' })
    await verbs.addNetwork(base)
    await eventually(() => state()).toMatchObject({ open: false, network: { name: base.name } })
    // A change of another network, or one without effect on this one, changes nothing for the visitor.
    await verbs.addNetwork({ ...base, testnet: true })
    await verbs.removeNetwork(optimism.caipNetworkId)
    expect(changes).toEqual([false, true])
    await verbs.removeNetwork(base.caipNetworkId)
    expect(state()).toMatchObject({ open: true, view: 'UnsupportedChain' })
    expect(changes).toEqual([false, true, false])
  })

  test('counts as listed in the task that adds it', async () => {
    const { verbs } = await startConnected()
    const added = verbs.addNetwork(base)
    expect(page.fake.runtime.engine.ctx.config.networks).toContainEqual(
      expect.objectContaining({ id: base.id }),
    )
    await added
  })

  test('is shown for the chosen account, whichever namespace was active', async () => {
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

  test('found by a silent restore waits until the visitor opens the widget', async () => {
    const runtime = await startConnected({}, { ...fox, network: elsewhere })
    expect(state()).toMatchObject({ open: false, network: { name: 'unsupported' } })
    runtime.open()
    expect(state().view).toBe('UnsupportedChain')
  })

  test('found by a silent restore is shown when the widget is open by then', async () => {
    const runtime = start({ wallets: [{ ...fox, network: elsewhere }], connected: 0 })
    page.fake.runtime.engine.ctx.connections.dispatch({
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
      page.fake.provider(0).change({ type: 'network', caipNetworkId: elsewhere })
      expect(state().open).toBe(false)
      runtime.open()
      expect(state().view).toBe('Account')
    },
  )

  test('offers a switch in the wallet and a disconnect', async () => {
    await startConnected()
    page.fake.provider(0).change({ type: 'network', caipNetworkId: elsewhere })
    await press('[data-row="eip155:10"]')
    await eventually(() => [state().open, state().view, state().network.name]).toEqual([
      false,
      'Connect',
      'OP Mainnet',
    ])
    page.fake.provider(0).change({ type: 'network', caipNetworkId: elsewhere })
    await pressButton('Disconnect')
    await eventually(() => state()).toMatchObject({ open: false, connections: [] })
  })

  test('a switch that ends on a third network returns to UnsupportedChain', async () => {
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
