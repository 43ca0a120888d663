import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { mainnet } from '../../contract/networks/evm.ts'
import { solana } from '../../contract/networks/solana.ts'
import { eventually } from '../conformance/eventually.ts'
import { createFakeSiwx } from '../fixtures/fakeSiwx.ts'
import type { FakeWallet } from '../fixtures/fakeWallet.ts'
import { createRuntimePage, elsewhere, fox, foxRow, id, networks } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const { root, find, state, button, press, pressButton, start, startConnected } = page

describe('connecting', () => {
  test('emits connected at once, shows the tick, then closes the card', async () => {
    const runtime = start()
    const connecting = runtime.connectInModal()
    await press(foxRow)
    const connection = await connecting
    expect(connection.walletId).toBe('rdns:com.example.fox')
    expect(state().accounts.eip155).toMatchObject({ isConnected: true })
    expect(state()).toMatchObject({ open: true, view: 'ConnectingExternal' })
    await eventually(() => state().open).toBe(false)
    expect(page.told).toEqual(['opened Connect', 'viewChanged ConnectingExternal', 'connected', 'closed'])
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
    expect(page.told.at(-1)).toBe('connectFailed')
  })

  test('the promise stays pending after a refusal, until the visitor tries again', async () => {
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

  test('answers with the connection in use once the visitor signed what its account owed', async () => {
    const siwx = createFakeSiwx({ required: true })
    const runtime = await startConnected({ options: { networks, id, siwx } })
    const connecting = runtime.connectInModal()
    await eventually(() => state().view).toBe('SIWXSignMessage')
    await pressButton('Sign')
    await expect(connecting).resolves.toMatchObject({ walletId: 'rdns:com.example.fox' })
    expect(state().open).toBe(false)
  })

  test('drops an answer that comes after the visitor left (F48)', async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'late' }] })
    runtime.open()
    await press(foxRow)
    runtime.close()
    page.fake.provider(0).answer?.()
    await new Promise(requestAnimationFrame)
    expect(state().accounts.eip155).toMatchObject({ isConnected: false, status: 'disconnected' })
    expect(state().open).toBe(false)
  })

  test('a wallet on an unlisted network leads to UnsupportedChain, which cannot be closed', async () => {
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

describe('a list for one namespace', () => {
  test('offers wallets that the full list lacks, each with its store page', async () => {
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

describe('hostile wallets (T21)', () => {
  const evil: FakeWallet = {
    name: '<img src=x onerror="window.pwned=1">\u202egnp.exe',
    rdns: 'com.example.fox',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><script>window.pwned=1</script></svg>',
  }

  test('two wallets that claim one identity stay two marked rows, and run no script of their names and icons', async () => {
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

  test('each of two look-alike rows asks its own provider', async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'reject' }, evil] })
    runtime.open()
    ;(await until(() => root().querySelectorAll<HTMLElement>(foxRow)[1])).click()
    await eventually(() => state().accounts.eip155).toMatchObject({ isConnected: true })
  })
})
