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

  test('wears a preset in the mode that holds, below the variables of the host, and another after update()', async () => {
    const themeVariables = { fontFamily: 'Georgia' }
    const options = { networks, id, themePreset: 'vivid', themeMode: 'dark', themeVariables } as const
    const runtime = start({ options })
    runtime.open()
    const card = () => getComputedStyle(find('.stage-card') as Element)
    await eventually(() => card().backgroundColor).toBe('rgb(21, 15, 40)')
    expect([card().borderTopLeftRadius, card().fontFamily]).toEqual(['30px', 'Georgia'])
    await runtime.verbs.update({ themePreset: 'square' })
    await eventually(() => card().backgroundColor).toBe('rgb(15, 19, 22)')
    expect([card().borderTopLeftRadius, card().fontFamily]).toEqual(['0px', 'Georgia'])
    runtime.configure({ ...runtime.engine.ctx.config, themePreset: undefined, themeVariables: {} } as never)
    await eventually(() => card().backgroundColor).toBe('rgb(22, 24, 29)')
  })

  test('tells the author of the page once which of their colors cannot be read', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const runtime = start({ options: { networks, id, themeMode: 'light' } })
    await runtime.verbs.update({ themeVariables: { accent: '#ffe14d' } })
    await runtime.verbs.update({ locale: 'de' })
    expect(warned.mock.calls).toEqual([
      [expect.stringMatching(/accent #ffe14d reaches 1\.\d\d:1 in light mode/)],
    ])
  })

  test('shows the logo of the mode in the head of Connect alone', async () => {
    const drawn = (fill: string) =>
      `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg"><path fill="${fill}" d="M0 0h9v9H0z"/></svg>`)}`
    const [light, dark] = [drawn('red'), drawn('blue')]
    const runtime = start({ options: { networks, id, themeMode: 'dark', logo: { light, dark } } })
    runtime.open()
    const shown = () =>
      [...root().querySelectorAll<HTMLImageElement>('.header img')]
        .filter(each => each.checkVisibility())
        .map(each => each.src)
    await eventually(shown).toEqual([dark])
    runtime.configure({ ...runtime.engine.ctx.config, themeMode: 'light' })
    await eventually(shown).toEqual([light])
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await expect(runtime.verbs.update({ logo: 'javascript:alert(1)' })).rejects.toThrow(/logo/)
    expect(shown()).toEqual([light])
    runtime.configure({ ...runtime.engine.ctx.config, logo: 'javascript:alert(1)' })
    await eventually(shown).toEqual([])
    runtime.configure({ ...runtime.engine.ctx.config, logo: light })
    runtime.open({ view: 'Networks' })
    await until(() => find('[data-view=Networks]'))
    expect(shown()).toEqual([])
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
