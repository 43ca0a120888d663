import { describe, expect, test, vi } from 'vitest'
import { mainnet } from '../../contract/networks/evm.ts'
import { solana } from '../../contract/networks/solana.ts'
import { eventually } from '../conformance/eventually.ts'
import { createRuntimePage, fox, foxRow, id, networks } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const { find, state, press, start, root } = page

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

  const terms = { features: { legalCheckbox: true }, termsConditionsUrl: 'https://example.com/t' }
  const endpoints = { relay: 'wss://relay.example.com' }

  test.each([
    ['basic mode', { basic: true }, undefined],
    ['manual pairing', { manualWCControl: true }, undefined],
    ['a pairing view opened directly', {}, 'ConnectingWalletConnect'],
  ] as const)('SPEC §2: %s shows no code before the terms are accepted', async (_, more, view) => {
    const runtime = start({ options: { networks, id, endpoints, ...terms, ...more } })
    runtime.open(view && { view })
    await until(() => find('[data-terms]'))
    await press('[data-terms]')
    expect(find('.qr')).toBeNull()
    await press('input[type=checkbox]')
    await until(() => find('[data-terms]')?.ariaDisabled !== 'true')
    await press('[data-terms]')
    await until(() => find('[data-state=ready] .qr-lines'))
  })

  test('SPEC §2: a login opened directly waits for the terms, and begins once they are accepted', async () => {
    const options = { networks, id, ...terms, features: { ...terms.features, email: true } }
    const runtime = start({ frame: {}, options })
    runtime.open({ view: 'EmailLogin' })
    await until(() => find('[data-terms]'))
    expect(find('input[type=email]')).toBeNull()
    await press('input[type=checkbox]')
    await until(() => find('[data-terms]')?.ariaDisabled !== 'true')
    await press('[data-terms]')
    await until(() => find('input[type=email]'))
    expect(state().view).toBe('EmailLogin')
  })

  test('SPEC §2: a provider opened directly is not asked before the terms are accepted', async () => {
    const runtime = start({
      frame: {},
      options: { networks, id, ...terms, features: { ...terms.features, socials: ['google'] } },
    })
    runtime.open({ view: 'ConnectingSocial', arguments: { provider: 'google' } })
    await until(() => find('[data-terms]'))
    expect(find('.connecting-social')).toBeNull()
    await press('input[type=checkbox]')
    await until(() => find('[data-terms]')?.ariaDisabled !== 'true')
    await press('[data-terms]')
    await until(() => find('.connecting-social'))
  })

  test('SPEC §2: a view of connecting that is opened directly has the legal line', async () => {
    const { termsConditionsUrl } = terms
    const runtime = start({ options: { networks, id, endpoints, termsConditionsUrl } })
    runtime.open({ view: 'ConnectingWalletConnect' })
    await until(() => find('a[href="https://example.com/t"]'))
  })

  test("applies the host's texts and locale, also after update()", async () => {
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

  test("shows the host's own name of a namespace in full on its tab", async () => {
    const texts = { 'namespace.eip155': 'Redes de Ethereum', 'namespace.solana': 'Red Solana' }
    const options = { networks: [mainnet, solana], features: { multiWallet: true }, texts }
    const runtime = start({ wallets: [fox, { name: 'Otter', namespace: 'solana' }], options })
    runtime.open({ view: 'ProfileWallets' })
    await until(() => find('[role=tab]'))
    const tabs = [...root().querySelectorAll('[role=tab]')].map(each => each.textContent)
    expect(tabs).toEqual(['Ethereum', 'Red Solana'])
  })

  test("shows the host's own text for an error code", async () => {
    const runtime = start({
      wallets: [{ ...fox, connect: 'reject' }],
      options: { networks, id, texts: { 'error.CONNECTION_REJECTED': 'Verbindung abgelehnt' } },
    })
    runtime.open()
    await press(foxRow)
    await until(() => find('.status-title')?.textContent === 'Verbindung abgelehnt')
  })

  test('reports an invalid theme variable to the developer', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const alerts: string[] = []
    start({ options: { networks, id, themeVariables: { accent: 'url(x)' } } })
    page.fake.facts.on('alert', ({ code }) => alerts.push(code))
    await eventually(() => alerts).toEqual(['CONFIG_INVALID'])
    await eventually(() => written.mock.calls.length).toBe(1)
  })
})
