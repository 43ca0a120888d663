import { describe, expect, test } from 'vitest'
import { mainnet } from '../../contract/networks/evm.ts'
import { solana } from '../../contract/networks/solana.ts'
import { eventually } from '../conformance/eventually.ts'
import type { FakeWallet } from '../fixtures/fakeWallet.ts'
import { createRuntimePage, elsewhere, fox, networks } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const { find, state, button, press, pressButton, start, startConnected } = page

describe('networks', () => {
  test('a switch that the wallet approves makes the network active and shows the account', async () => {
    const runtime = await startConnected()
    runtime.open()
    await press('[data-row=network]')
    await press('[data-row="eip155:10"]')
    await eventually(() => state()).toMatchObject({ view: 'Account', network: { name: 'OP Mainnet' } })
  })

  test('a refused switch that the visitor then makes in the wallet is followed', async () => {
    const runtime = await startConnected({}, { ...fox, switching: 'reject' })
    runtime.open({ view: 'Networks' })
    await press('[data-row="eip155:10"]')
    await until(() => button('Try again'))
    page.fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:10' })
    await until(() => find('.ring[data-state=success]'))
    await eventually(() => state().open).toBe(false)
  })

  test('a network of another namespace chosen in the wallet becomes active', async () => {
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
    page.fake.provider(0).change({ type: 'network', caipNetworkId: 'eip155:10' })
    await eventually(() => state()).toMatchObject({ open: false, network: { name: 'OP Mainnet' } })
  })

  test('a network that another wallet is on already is chosen without a prompt', async () => {
    const wallets: readonly FakeWallet[] = [fox, { name: 'Otter', namespace: 'solana', switching: 'unable' }]
    const runtime = start({ wallets, connected: 0, others: [1], options: { networks: [mainnet, solana] } })
    await runtime.engine.ready
    runtime.open({ view: 'Networks' })
    await press(`[data-row="${solana.caipNetworkId}"]`)
    await eventually(() => state()).toMatchObject({ open: false, network: { name: 'Solana' } })
  })

  test('a network that the wallet did not grant is disabled, with the reason (SPEC-NOTES §2)', async () => {
    const runtime = await startConnected({}, { ...fox, reaches: ['eip155:1'] })
    runtime.open({ view: 'Networks' })
    const row = await until(() => find('[data-row="eip155:10"]'))
    expect(row.ariaDisabled).toBe('true')
    expect(row.querySelector('.row-detail')?.textContent).toBe('Not allowed in Fox')
    row.click()
    expect(state().view).toBe('Networks')
    expect(find('[data-row="eip155:1"]')?.ariaDisabled).toBeNull()
  })

  test('without a connection the choice is stored', async () => {
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

  test('an unlisted network is offered by its chain id', async () => {
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

  test('moving to a namespace without a connection asks first and keeps the other connection', async () => {
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
