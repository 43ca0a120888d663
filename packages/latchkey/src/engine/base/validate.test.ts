import fc from 'fast-check'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { evmFacts } from '../../chains/evm/evmFacts.ts'
import { isLatchkeyError } from '../../contract/error.ts'
import type { LatchkeyOptions } from '../../contract/options.ts'
import type { Siwx } from '../../contract/siwx.ts'
import { type ResolvedConfig, resolveConfig } from './config.ts'
import { createMemoryStorage } from './pageStorage.ts'
import { validateConfig } from './validate.ts'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const mainnet = {
  id: 1,
  name: 'One',
  nativeCurrency: ether,
  rpcUrls: { default: { http: ['https://one.example'] } },
}
const adapter = {
  namespace: 'eip155',
  discover: () => () => undefined,
  load: () => Promise.reject(new Error('x')),
}
const base = resolveConfig({ projectId: 'p', networks: [mainnet] })
const network = base.networks[0]
const wallet = { id: 'mine', name: 'Mine' }

/** The complaint about one option, or undefined. */
function complaint(
  name: keyof ResolvedConfig,
  value: unknown,
  adapters: readonly unknown[] = [],
): string | undefined {
  try {
    validateConfig({ ...base, adapters, [name]: value } as ResolvedConfig)
    return undefined
  } catch (error) {
    if (!isLatchkeyError(error, 'CONFIG_INVALID')) throw error
    expect(error.kind).toBe('invalid')
    return error.message
  }
}

interface Samples {
  /** The name it has once resolved, where that differs. */
  readonly as?: keyof ResolvedConfig
  readonly good: readonly unknown[]
  /** A bad value and the place the error must name, below the option. */
  readonly bad: readonly (readonly [value: unknown, place?: string])[]
}

const flag: Samples = { good: [true, false, undefined], bad: [['true'], [1], [null]] }
const ids: Samples = {
  good: [[], ['mm', 'rdns:io.metamask', 'io.metamask']],
  bad: [['mm'], [[1], '.0'], [['mm', ''], '.1'], [['x'.repeat(201)], '.0']],
}
const page: Samples = {
  good: ['https://host.example/terms', 'http://localhost:3000/terms', undefined],
  bad: [
    ['/terms'],
    ['javascript:alert(1)'],
    ['http://host.example'],
    ['data:text/html,x'],
    ['https://a@b.example'],
    [''],
  ],
}

const noop = async () => undefined
const provider = {
  createMessage: noop,
  addSession: noop,
  getSessions: noop,
  setSessions: noop,
  revokeSession: noop,
}
const siwe = {
  getNonce: noop,
  createMessage: noop,
  verifyMessage: noop,
  getSession: noop,
  signOut: noop,
}

const pair = { light: 'https://shop.example/a.svg', dark: 'data:image/svg+xml,x' }

/** Every option: a good value and at least two bad ones. */
const table: Readonly<Record<keyof LatchkeyOptions, Samples>> = {
  projectId: { good: ['latchkey-dev', 'a_B-9'], bad: [['a b'], ['x'.repeat(65)], ['a/b'], [7]] },
  id: { good: ['default', 'a.b_c-1'], bad: [[''], ['a/b'], ['x'.repeat(65)], [7]] },
  networks: {
    good: [[], [network], [{ ...network, testnet: true, id: 'text', more: 1 }]],
    bad: [
      [{}],
      [[{ ...network, name: '' }], '.0.name'],
      [[network, { ...network, caipNetworkId: 'one' }], '.1.caipNetworkId'],
      [[{ ...network, rpcUrls: { default: { http: ['ws://one.example'] } } }], '.0.rpcUrls.default.http.0'],
      [[{ ...network, nativeCurrency: { ...ether, decimals: 256 } }], '.0.nativeCurrency.decimals'],
      [
        [{ ...network, blockExplorers: { default: { name: 'x', url: 'javascript:1' } } }],
        '.0.blockExplorers.default.url',
      ],
      [[{ ...network, assets: { imageUrl: 'javascript:1' } }], '.0.assets.imageUrl'],
      [[{ ...network, testnet: 'yes' }], '.0.testnet'],
    ],
  },
  adapters: {
    good: [[], [adapter], [{ ...adapter, namespace: 'an-own', more: 1 }]],
    bad: [
      [adapter],
      [[{ ...adapter, namespace: 'X' }], '.0.namespace'],
      [[{ ...adapter, load: undefined }], '.0.load'],
      [[{ ...adapter, facts: { chainIds: '(' } }], '.0.facts.chainIds'],
      [[{ ...adapter, discover: 'x' }], '.0.discover'],
      [[null], '.0'],
    ],
  },
  metadata: {
    good: [
      { name: 'Shop' },
      { name: 'Shop', description: '', url: 'http://192.168.0.7:3000', icons: ['https://a.example/i.png'] },
    ],
    bad: [
      [{}, '.name'],
      [{ name: '' }, '.name'],
      [{ name: 'x', url: 'javascript:1' }, '.url'],
      [{ name: 'x', icons: 'https://a.example' }, '.icons'],
      [{ name: 'x', icons: ['https://a.example', 'data:x'] }, '.icons.1'],
      [{ name: 'x', other: 1 }, '.other'],
    ],
  },
  defaultNetwork: {
    good: ['eip155:1', undefined],
    bad: [['one'], [1], ['eip155:'], [`eip155:${'1'.repeat(33)}`]],
  },
  defaultNamespace: {
    as: 'activeNamespace',
    good: ['eip155', 'an-own'],
    bad: [['EIP155'], ['e'], [''], [1]],
  },
  themeMode: { good: ['light', 'dark', undefined], bad: [['system'], [''], [1], [null]] },
  themePreset: {
    good: ['calm', 'mono', 'vivid', 'rounded', 'square', undefined],
    bad: [['loud'], [''], ['constructor'], [null]],
  },
  logo: {
    good: ['https://shop.example/a.svg', 'data:image/png;base64,AAAA', 'blob:https://shop.example/1', pair],
    bad: [
      ['/a.svg'],
      ['http://localhost/a.svg'],
      ['javascript:alert(1)'],
      [`data:image/png;base64,${'A'.repeat(65_536)}`],
      [{ light: pair.light }, '.dark'],
      [{ ...pair, dark: 'x' }, '.dark'],
      [null],
    ],
  },
  themeVariables: {
    good: [{}, { accent: '#0f7b5f', zIndex: 5, colorMixStrength: 0.5, fontFamily: 'Inter, sans-serif' }],
    bad: [
      ['#fff'],
      [{ accent: 1 }, '.accent'],
      [{ zIndex: '5' }, '.zIndex'],
      [{ colour: 'x' }, '.colour'],
      [{ scrim: 'x'.repeat(201) }, '.scrim'],
    ],
  },
  features: {
    good: [
      {},
      {
        ...Object.fromEntries(
          [
            'email',
            'swaps',
            'onramp',
            'activity',
            'branding',
            'multiWallet',
            'emailCapture',
            'payWithExchange',
            'payments',
            'authentication',
            'send',
            'receive',
            'analytics',
            'legalCheckbox',
            'socials',
          ].map(name => [name, true]),
        ),
        connectMethodsOrder: ['wallet', 'email'],
        connectorTypeOrder: ['custom', 'recent'],
        walletFeaturesOrder: ['send'],
      },
      { socials: ['google', 'x'] },
      { socials: false },
    ],
    bad: [
      [true],
      [{ email: 'yes' }, '.email'],
      [{ socials: 'google' }, '.socials'],
      [{ socials: ['google', 'myspace'] }, '.socials.1'],
      [{ connectMethodsOrder: ['phone'] }, '.connectMethodsOrder.0'],
      [{ connectorTypeOrder: ['recent', 'WALLET'] }, '.connectorTypeOrder.1'],
      [{ walletFeaturesOrder: 'send' }, '.walletFeaturesOrder'],
      [{ swap: true }, '.swap'],
      [{ legalCheckbox: 1 }, '.legalCheckbox'],
    ],
  },
  layout: { good: ['wide', 'narrow', undefined], bad: [['Wide'], [true], [null]] },
  basic: flag,
  enableWallets: flag,
  enableInjected: flag,
  enableEIP6963: flag,
  enableReconnect: flag,
  enableNetworkSwitch: flag,
  allowUnsupportedChain: flag,
  autoMount: flag,
  manualWCControl: flag,
  signOutOnDisconnect: flag,
  revokeOnDisconnect: flag,
  sharedRelay: flag,
  defaultAccountTypes: {
    good: [{}, { eip155: 'eoa' }, { eip155: 'smartAccount', solana: 'eoa' }],
    bad: [['eoa'], [{ eip155: 'payment' }, '.eip155'], [{ eip155: true }, '.eip155']],
  },
  protectAbove: { good: [0, 99.5, Number.POSITIVE_INFINITY], bad: [[-1], ['0'], [Number.NaN]] },
  includeWalletIds: ids,
  excludeWalletIds: ids,
  featuredWalletIds: ids,
  customWallets: {
    good: [
      [],
      [wallet],
      [
        {
          ...wallet,
          rdns: 'com.example.wallet',
          image_id: 'x',
          image_url: 'data:image/svg+xml,<svg/>',
          mobile_link: 'mine://',
          desktop_link: 'https://mine.example/open',
          webapp_link: 'http://localhost:4000',
          app_store: 'https://apps.example',
          play_store: 'https://play.example',
          chrome_store: 'https://chrome.example',
          homepage: 'https://mine.example',
          chains: ['eip155:1'],
          browse: 'https://mine.example/open?url={url}',
          aliases: ['my'],
        },
      ],
    ],
    bad: [
      [wallet],
      [[{ name: 'x' }], '.0.id'],
      [[{ id: 'x' }], '.0.name'],
      [[wallet, { ...wallet, mobile_link: 'javascript:alert(1)' }], '.1.mobile_link'],
      [[{ ...wallet, desktop_link: 'intent://x' }], '.0.desktop_link'],
      [[{ ...wallet, browse: 'mine://{url}' }], '.0.browse'],
      [[{ ...wallet, browse: 'https://{page}' }], '.0.browse'],
      [[{ ...wallet, webapp_link: 'mine://' }], '.0.webapp_link'],
      [[{ ...wallet, homepage: 'http://mine.example' }], '.0.homepage'],
      [[{ ...wallet, image_url: 'data:text/html,x' }], '.0.image_url'],
      [[{ ...wallet, image_url: `data:image/png;base64,${'A'.repeat(65_536)}` }], '.0.image_url'],
      [[{ ...wallet, rdns: 'mine' }], '.0.rdns'],
      [[{ ...wallet, chains: ['1'] }], '.0.chains.0'],
      [[{ ...wallet, injected: 'x' }], '.0.injected'],
    ],
  },
  customRpcUrls: {
    good: [
      {},
      {
        'eip155:1': [
          'https://a.example',
          { url: 'http://127.0.0.1:8545' },
          { url: 'https://b.example', config: {} },
        ],
      },
    ],
    bad: [
      [['https://a.example']],
      [{ one: ['https://a.example'] }, '.one'],
      [{ 'eip155:1': 'https://a.example' }, '.eip155:1'],
      [{ 'eip155:1': ['wss://a.example'] }, '.eip155:1.0'],
      [{ 'eip155:1': ['https://a.example', { url: 'javascript:1' }] }, '.eip155:1.1.url'],
      [{ 'eip155:1': [null] }, '.eip155:1.0'],
    ],
  },
  termsConditionsUrl: page,
  privacyPolicyUrl: page,
  directoryKeys: {
    good: [[], ['HDVzMOEwBiBtQUqYAiK4TgZEajF3OfSncQ-z9I80Zxw']],
    bad: [[['short'], '.0'], [[`${'A'.repeat(42)}=`], '.0'], [[7], '.0'], ['A'.repeat(43)]],
  },
  endpoints: {
    good: [
      {},
      Object.fromEntries(
        ['api', 'rpc', 'directory', 'frame', 'analytics', 'images'].map(name => [
          name,
          'https://a.example/x',
        ]),
      ),
      { api: 'http://localhost:8787', relay: 'ws://localhost:8788' },
      { relay: 'wss://relay.example' },
    ],
    bad: [
      ['https://a.example'],
      ...['api', 'rpc', 'directory', 'frame', 'analytics', 'images'].flatMap(name => [
        [{ [name]: 'http://a.example' }, `.${name}`] as const,
        [{ [name]: 'javascript:alert(1)' }, `.${name}`] as const,
      ]),
      [{ relay: 'https://relay.example' }, '.relay'],
      [{ relay: 'ws://relay.example' }, '.relay'],
      [{ pulse: 'https://a.example' }, '.pulse'],
    ],
  },
  restrictedTimezones: {
    good: [[], ['Asia/Shanghai', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+1']],
    bad: [['Asia/Shanghai'], [['China'.toLowerCase()], '.0'], [['Asia/Shanghai', 7], '.1'], [['a b'], '.0']],
  },
  demo: { good: [true, false, undefined], bad: [['yes'], [1]] },
  swapPriceImpactLimit: { good: [0, 0.3, 1, undefined], bad: [[-0.1], [1.01], ['0.3'], [Number.NaN]] },
  preload: { good: ['intent', 'idle', 'none', undefined], bad: [['hover'], [true], ['']] },
  locale: {
    good: ['en', 'pt-BR', 'zh-Hant-TW', undefined],
    bad: [['english language'], ['e'], [''], [7], [['en']]],
  },
  texts: { good: [{}, { 'connect.title': 'Log in' }], bad: [['x'], [{ a: 1 }, '.a'], [{ a: null }, '.a']] },
  storage: {
    good: [
      createMemoryStorage(),
      undefined,
      { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    ],
    bad: [[{}, '.getItem'], [{ ...createMemoryStorage(), setItem: 1 }, '.setItem'], ['localStorage'], [null]],
  },
  signInRequired: { good: [true, false], bad: [['yes'], [1]] },
  signInByTransaction: { good: [true, false], bad: [['yes'], [1]] },
  siwx: {
    good: [provider, { ...provider, getRequired: () => true, more: 1 }],
    bad: [
      [{}],
      [7],
      [{ ...provider, addSession: 'x' }, '.addSession'],
      [{ ...provider, getRequired: true }, '.getRequired'],
    ],
  },
  siweConfig: {
    good: [siwe, { ...siwe, required: false, onSignIn: noop }],
    bad: [[{}], [7], [{ ...siwe, getNonce: 'x' }, '.getNonce'], [{ ...siwe, required: 'no' }, '.required']],
  },
  addressLabels: { good: [{}, { '0x1': 'Treasury' }], bad: [['x'], [{ a: '' }, '.a'], [{ a: 1 }, '.a']] },
  initialState: { good: ['', '{"v":1}', undefined], bad: [[{}], [7], ['x'.repeat(500_001)]] },
}

it('the table above has every option of the type, and no other', () => {
  expectTypeOf<keyof typeof table>().toEqualTypeOf<keyof LatchkeyOptions>()
})

it('a sign-in provider is kept as it is', () => {
  const siwx = { ...provider } as unknown as Siwx
  const config = resolveConfig({ projectId: 'p', siwx })
  expect(config.siwx).toBe(siwx)
  expect(Object.isFrozen(siwx)).toBe(false)
  expect(() => validateConfig(config)).not.toThrow()
})

it('two sign-in providers are one too many (SPEC §5)', () => {
  const config = resolveConfig({
    projectId: 'p',
    siwx: { ...provider } as unknown as Siwx,
    siweConfig: siwe as never,
  })
  expect(() => validateConfig(config)).toThrow('siweConfig and siwx cannot both be set')
})

it('an unknown option is named', () => {
  const config = { ...resolveConfig({ projectId: 'p' }), projectID: 'p' }
  expect(() => validateConfig(config)).toThrow(/^Invalid configuration: projectID/)
})

it('a config with nothing but a project is fine', () => {
  expect(() => validateConfig(resolveConfig({ projectId: 'p' }))).not.toThrow()
})

describe.each(Object.entries(table))('%s', (name, { as, good, bad }) => {
  const option = as ?? (name as keyof ResolvedConfig)
  it.each(good.map(value => [value]))('takes %j', value => expect(complaint(option, value)).toBeUndefined())
  it.each(bad)('refuses %j', (value, place = '') => {
    expect(complaint(option, value)).toMatch(/^Invalid configuration: /)
    expect(complaint(option, value)).toContain(`${option}${place}`)
  })
  it('has at least two bad values', () => expect(bad.length).toBeGreaterThanOrEqual(2))
})

describe('the chain id of a network', () => {
  const written = (id: string, adapters: readonly unknown[]) =>
    complaint('networks', [{ ...network, id, caipNetworkId: `eip155:${id}` }], adapters)
  const vouched = { ...adapter, facts: evmFacts }

  it('is refused where it has not the form that the adapter of its namespace gives', () => {
    for (const id of ['mainnet', '0x1', '01', '1e3']) {
      expect(written(id, [vouched])).toContain('networks.0.caipNetworkId: expected a chain id of Ethereum')
    }
  })

  it('is taken where it has the form, and where no adapter says what the form is', () => {
    expect(written('137', [vouched])).toBeUndefined()
    expect(written('mainnet', [])).toBeUndefined()
    expect(written('mainnet', [adapter])).toBeUndefined()
  })
})

it('refuses an unknown option', () => {
  expect(complaint('pulse' as never, 1)).toContain('pulse')
})

it('the sentence says what is expected, and is bounded', () => {
  expect(complaint('features', { socials: ['google', 'myspace'] })).toMatch(
    /features\.socials\.1.*expected one of google, x/,
  )
  expect(complaint('themeMode', 'x'.repeat(10_000))?.length).toBeLessThan(500)
})

it('no value of any option makes it throw anything else', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(table)), fc.anything(), (name, value) => {
      complaint(name as keyof ResolvedConfig, value)
    }),
  )
})

it('leaves the config as it was', () => {
  const config = resolveConfig({ projectId: 'p', networks: [mainnet], features: { socials: ['google'] } })
  const before = JSON.stringify(config)
  validateConfig(config)
  expect(JSON.stringify(config)).toBe(before)
})
