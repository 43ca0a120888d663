import { describe, expect, it } from 'vitest'
import { testFacts } from '../../chains/fixtures/testFacts.ts'
import type { LatchkeyError } from '../../contract/error.ts'
import type { Network } from '../../contract/network.ts'
import type { LatchkeyOptions } from '../../contract/options.ts'
import { resolveConfig } from './config.ts'

const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const chain = (id: number) => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: ether,
  rpcUrls: { default: { http: [`https://rpc${id}.example`] } },
})
const adapter = (namespace: string) => ({
  namespace,
  facts: testFacts(namespace),
  discover: () => () => undefined,
  load: () => Promise.reject(new Error('not loaded here')),
})

function fault(options: unknown): LatchkeyError {
  try {
    resolveConfig(options as LatchkeyOptions)
  } catch (error) {
    return error as LatchkeyError
  }
  return expect.unreachable('it should have been refused')
}

describe('defaults', () => {
  it('apply to a config with nothing but a project', () => {
    expect(resolveConfig({ projectId: 'p' })).toEqual({
      projectId: 'p',
      id: 'default',
      networks: [],
      adapters: [],
      defaultNetwork: undefined,
      activeNamespace: 'eip155',
    })
  })

  it.each<[string, Partial<LatchkeyOptions>, string]>([
    [
      'defaultNamespace',
      { defaultNamespace: 'sui', networks: [chain(1)], adapters: [adapter('eip155')] },
      'sui',
    ],
    [
      'the first network',
      { networks: [chain(1)], adapters: [adapter('solana'), adapter('eip155')] },
      'eip155',
    ],
    ['the first adapter', { adapters: [adapter('solana'), adapter('eip155')] }, 'solana'],
    [
      'defaultNetwork',
      {
        networks: [chain(1), { ...chain(2), chainNamespace: 'solana', caipNetworkId: 'solana:2' }],
        defaultNetwork: 'solana:2',
      },
      'solana',
    ],
  ])('the active namespace is that of %s', (_name, options, expected) => {
    expect(resolveConfig({ projectId: 'p', ...options }).activeNamespace).toBe(expected)
  })

  it('SPEC §5 a network needs the adapter of its namespace, where there are adapters', () => {
    const networks = [chain(1), { ...chain(2), chainNamespace: 'solana', caipNetworkId: 'solana:2' }]
    expect(fault({ projectId: 'p', networks, adapters: [adapter('eip155')] })).toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('networks.1'),
    })
    expect(resolveConfig({ projectId: 'p', networks } as LatchkeyOptions).networks).toHaveLength(2)
  })

  it('defaultNetwork is an id or one of the networks', () => {
    const networks = [chain(1), chain(2)]
    expect(resolveConfig({ projectId: 'p', networks, defaultNetwork: 'eip155:2' }).defaultNetwork).toBe(
      'eip155:2',
    )
    expect(resolveConfig({ projectId: 'p', networks, defaultNetwork: chain(2) }).defaultNetwork).toBe(
      'eip155:2',
    )
  })
})

describe('a copy (DECISIONS C3)', () => {
  it('is made of plain data, so that later changes by the host have no effect', () => {
    const features = { socials: ['google' as const] as 'google'[] }
    const networks = [chain(1)]
    const config = resolveConfig({ projectId: 'p', features, networks })
    features.socials.push('google')
    networks.push(chain(2))
    networks[0]?.rpcUrls.default.http.push('https://evil.example')
    expect(config.features?.socials).toEqual(['google'])
    expect(config.networks).toHaveLength(1)
    expect(config.networks[0]?.rpcUrls.default.http).toEqual(['https://rpc1.example'])
  })

  it('is frozen to the bottom, without freezing the host’s own objects', () => {
    const options = {
      projectId: 'p',
      features: { socials: ['x' as const] },
      networks: [chain(1)],
      adapters: [adapter('eip155')],
    }
    const config = resolveConfig(options)
    for (const part of [
      config,
      config.features,
      config.features?.socials,
      config.networks,
      config.adapters,
    ]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
    expect(Object.isFrozen(config.networks[0]?.rpcUrls.default.http)).toBe(true)
    expect([options, options.features, options.networks[0], options.adapters[0]].some(Object.isFrozen)).toBe(
      false,
    )
  })

  it('adapters and storage stay the objects they are', () => {
    const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
    const evm = adapter('eip155')
    const config = resolveConfig({ projectId: 'p', storage, adapters: [evm] })
    expect(config.storage).toBe(storage)
    expect(config.adapters[0]).toBe(evm)
  })
})

describe('refused at once, with one clear error', () => {
  it.each([undefined, null, {}, { projectId: '' }, { projectId: '  ' }, { projectId: 7 }, 'p', []])(
    '%j has no project id: APKT008',
    options => {
      expect(fault(options)).toMatchObject({
        name: 'LatchkeyError',
        code: 'APKT008',
        message: 'Project ID Missing',
        kind: 'invalid',
      })
    },
  )

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a default network that is not listed',
      { networks: [chain(1)], defaultNetwork: 'eip155:2' },
      /defaultNetwork.*eip155:2/,
    ],
    ['a network that is none', { networks: [chain(1), undefined as unknown as Network] }, /network/],
    ['networks that are no list', { networks: chain(1) }, /networks/],
    ['adapters that are no list', { adapters: adapter('eip155') }, /adapters/],
    ['an adapter that was not called', { adapters: [undefined] }, /adapters/],
    ['a function among plain data', { texts: { title: () => 'x' } }, /texts|clone/],
  ])('%s', (_name, options, text) => {
    const error = fault({ projectId: 'p', ...options })
    expect(error).toMatchObject({ name: 'LatchkeyError', code: 'CONFIG_INVALID', kind: 'invalid' })
    expect(error.message).toMatch(/^Invalid configuration: /)
    expect(error.message).toMatch(text)
  })
})

describe('a network without its adapter', () => {
  const of = (chainNamespace: string) => ({
    ...chain(1),
    chainNamespace,
    caipNetworkId: `${chainNamespace}:1` as const,
  })

  it.each([
    [
      'bip122',
      "no adapter for bip122 among adapters: import { bitcoin } from 'latchkey/bitcoin', and add bitcoin()",
    ],
    ['eip155', "no adapter for eip155 among adapters: import { evm } from 'latchkey/evm', and add evm()"],
    [
      'cosmos',
      "no adapter for cosmos among adapters: import { cosmos } from 'latchkey/cosmos', and add cosmos()",
    ],
    ['ton', 'no adapter for ton among adapters'],
  ])('%s: the error has the import to add, where the library has one', (namespace, expected) => {
    const options = { projectId: 'p', networks: [of('orbit'), of(namespace)], adapters: [adapter('orbit')] }
    const { code, message } = fault(options)
    expect(code).toBe('CONFIG_INVALID')
    expect(message.endsWith(expected), message).toBe(true)
  })

  it('none is missed by a page without any adapter, where a phone answers for all', () => {
    expect(resolveConfig({ projectId: 'p', networks: [of('sui')] } as LatchkeyOptions).networks).toHaveLength(
      1,
    )
  })
})
