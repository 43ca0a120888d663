import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
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
import type { FakeWallet } from '../fixtures/fakeWallet.ts'
import { createRuntimePage, fox, foxRow } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const { root, find, button, press, pressButton, start } = page

describe('live region', () => {
  const said = () => find('dialog > div > [role=status]')?.textContent

  test('an empty list is announced when the widget opens, and not before', async () => {
    const runtime = start({ wallets: [] })
    await until(() => find('.connect-none'))
    const page = () => find('.stage > .visually-hidden [role=status]')?.textContent
    expect(page()).toBe('')
    runtime.open()
    await eventually(() => find('dialog [role=status]')?.textContent).toMatch(/^No wallet/)
    expect(page()).toBe('')
  })

  test('a search that matches no network is announced', async () => {
    const many = [mainnet, optimism, base, polygon, arbitrum, bsc, gnosis, avalanche, linea]
    const runtime = start({ options: { networks: many } })
    runtime.open({ view: 'Networks' })
    const field = await until(() => find('.networks-search input'))
    await eventually(said).toBe('Choose network')
    field.focus()
    await userEvent.keyboard('nowhere')
    await eventually(said).toMatch(/“nowhere”/)
  })

  test('"Disconnect all" announces that no wallet is connected', async () => {
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
  test('the heading takes the focus when the focused button disappears', async () => {
    const runtime = start({ wallets: [{ ...fox, connect: 'reject' }] })
    runtime.open()
    await press(foxRow)
    const again = await until(() => button('Try again'))
    again.focus()
    await userEvent.keyboard('{Enter}')
    await eventually(() => root().activeElement).toBe(find('[part=title]'))
  })
})
