import { describe, expect, it } from 'vitest'
import { testFacts } from '../../../chains/fixtures/testFacts.ts'
import type { LatchkeyOptions } from '../../../contract/options.ts'
import { resolveConfig } from '../../base/config.ts'
import { createMachine } from '../../base/machine.ts'
import type { EngineContext } from '../../context.ts'
import { connection } from '../../fixtures/connections.ts'
import { restoredConnections } from '../connections/connectionsState.ts'
import { connectionsTransition } from '../connections/connectionsTransition.ts'
import { featuresOf } from '../remoteconfig/featuresOf.ts'
import type { RemoteFeatures } from '../remoteconfig/remoteFeatures.ts'
import { createWalletRows } from './createWalletRows.ts'
import { emptyWallets, walletsTransition } from './walletsTransition.ts'

const adapter = (namespace: string) => ({
  namespace,
  facts: testFacts(namespace),
  discover: () => () => undefined,
  load: () => Promise.reject(new Error('not loaded here')),
})
const catalogue = ['a', 'b', 'c', 'd', 'e'].map(id => ({ id, name: id, homepage: `https://${id}.example` }))

function setUp(options: Partial<LatchkeyOptions> = {}) {
  let config = resolveConfig({ projectId: 'p', adapters: [adapter('eip155'), adapter('solana')], ...options })
  const ctx = {
    phone: false,
    get config() {
      return config
    },
    connections: createMachine(
      restoredConnections({ connections: [], active: {}, activeNamespace: 'eip155', chosen: {} }),
      connectionsTransition,
    ),
    wallets: createMachine({ ...emptyWallets, catalogue }, walletsTransition),
    remote: createMachine<RemoteFeatures, RemoteFeatures>({}, (_, next) => next),
  }
  const announce = (key: string, namespace = 'eip155') =>
    ctx.wallets.dispatch({
      type: 'discovered',
      wallet: { key, namespace, source: 'announced', info: { name: key, rdns: `com.${key}` }, provider: {} },
    })
  const rows = createWalletRows(ctx as unknown as EngineContext, () => featuresOf(ctx))
  const configure = (more: Partial<LatchkeyOptions>) => {
    config = {
      ...config,
      ...resolveConfig({ projectId: 'p', ...options, ...more, adapters: config.adapters }),
    }
  }
  return { ctx, rows, announce, configure, ids: (ns?: string) => rows(ns).map(row => row.walletId) }
}

describe('the same array until something changes', () => {
  it('in the wallets, the connections or the options', () => {
    const { ctx, rows, announce, configure } = setUp()
    let last = rows()
    expect(rows()).toBe(last)
    for (const change of [
      () => announce('one'),
      () => ctx.connections.dispatch({ type: 'connected', connection: connection('x'), namespace: 'eip155' }),
      () => configure({ excludeWalletIds: ['a'] }),
    ]) {
      change()
      expect(rows()).not.toBe(last)
      last = rows()
      expect(rows()).toBe(last)
    }
  })

  it('for each namespace apart', () => {
    const { rows } = setUp()
    const [all, evm] = [rows(), rows('eip155')]
    expect([rows(), rows('eip155')]).toEqual([all, evm])
    expect(rows()).toBe(all)
    expect(rows('eip155')).toBe(evm)
  })
})

describe('options', () => {
  it('the adapters say which namespaces there are, a filter narrows them', () => {
    const { announce, ids } = setUp({ excludeWalletIds: catalogue.map(each => each.id) })
    announce('evm')
    announce('sol', 'solana')
    announce('dot', 'polkadot')
    expect(ids()).toEqual(['rdns:com.evm', 'rdns:com.sol'])
    expect(ids('solana')).toEqual(['rdns:com.sol'])
  })

  it.each(['metamask', 'dir:metamask', 'io.metamask'])(
    'keeps out an installed wallet named %s, though no list brings its listing',
    id => {
      const { announce, ids } = setUp({ excludeWalletIds: [id, ...catalogue.map(each => each.id)] })
      announce('metamask')
      expect(ids()).toEqual(['rdns:com.metamask'])
      const real = setUp({ excludeWalletIds: [id, ...catalogue.map(each => each.id)] })
      real.ctx.wallets.dispatch({
        type: 'discovered',
        wallet: {
          key: 'real',
          namespace: 'eip155',
          source: 'announced',
          info: { name: 'MetaMask', rdns: 'io.metamask' },
          provider: {},
        },
      })
      expect(real.ids()).toEqual([])
    },
  )

  it('enableWallets: false shows none', () => {
    const { announce, ids } = setUp({ enableWallets: false })
    announce('one')
    expect(ids()).toEqual([])
  })

  it('a relay brings the row that pairs with any wallet', () => {
    const { rows } = setUp({ endpoints: { relay: 'wss://relay.walletconnect.com' } })
    expect(rows()[0]).toMatchObject({ group: 'walletConnect', tag: 'qrcode' })
    expect(setUp().rows()[0]?.group).toBe('recommended')
  })

  it.each<[string, Partial<LatchkeyOptions>, 'first' | 'last']>([
    ['the public network’s relay', { endpoints: { relay: 'wss://relay.walletconnect.org/?x=1' } }, 'first'],
    ['a relay of the host’s own', { endpoints: { relay: 'wss://relay.example' } }, 'last'],
    ['one that forwards to it', { endpoints: { relay: 'wss://relay.example' }, sharedRelay: true }, 'first'],
    [
      'the public one, by the host’s word no longer shared',
      { endpoints: { relay: 'wss://relay.walletconnect.com' }, sharedRelay: false },
      'last',
    ],
    [
      'a relay of the host’s own, in the host’s own order',
      {
        endpoints: { relay: 'wss://relay.example' },
        features: { connectorTypeOrder: ['walletConnect', 'injected'] },
      },
      'first',
    ],
  ])('the row for any wallet: %s: %s', (_name, options, place) => {
    const groups = setUp(options)
      .rows()
      .map(row => row.group)
    expect(groups.at(place === 'first' ? 0 : -1)).toBe('walletConnect')
    expect(groups.filter(group => group === 'walletConnect')).toHaveLength(1)
    expect(groups).toContain('recommended')
  })

  it.each<[string, Partial<LatchkeyOptions>, number]>([
    ['nothing else', {}, 4],
    ['email with a frame', { features: { email: true }, endpoints: { frame: 'https://frame.example' } }, 3],
    ['email without a frame', { features: { email: true } }, 4],
    [
      'email and socials',
      { features: { email: true, socials: ['x'] }, endpoints: { frame: 'https://frame.example' } },
      2,
    ],
    [
      'socials that are none',
      { features: { socials: [] }, endpoints: { frame: 'https://frame.example' } },
      4,
    ],
    [
      'basic',
      {
        basic: true,
        features: { email: true, socials: true },
        endpoints: { frame: 'https://frame.example' },
      },
      4,
    ],
  ])('%s', (_name, options, expected) => {
    expect(setUp(options).rows()).toHaveLength(expected)
  })

  it('what the remote configuration turns on or off counts, not what it overrides', () => {
    const { ctx, rows } = setUp({ features: { email: true }, endpoints: { frame: 'https://frame.example' } })
    expect(rows()).toHaveLength(3)
    ctx.remote.dispatch({ email: false, socials: false })
    expect(rows()).toHaveLength(4)
    ctx.remote.dispatch({ email: true, socials: ['x'] })
    expect(rows()).toHaveLength(2)
  })

  it('the lists of the host are honoured', () => {
    const { announce, ids } = setUp({
      includeWalletIds: ['b', 'com.one'],
      featuredWalletIds: ['c'],
      customWallets: [{ id: 'mine', name: 'Mine' }],
      features: { connectorTypeOrder: ['custom'] },
    })
    announce('one')
    announce('two')
    expect(ids()).toEqual(['custom:mine', 'rdns:com.one', 'dir:c', 'dir:b'])
  })

  it('a connected wallet is marked', () => {
    const { ctx, announce, rows } = setUp()
    announce('one')
    ctx.connections.dispatch({ type: 'connected', connection: connection('com.one'), namespace: 'eip155' })
    expect(rows()[0]?.tag).toBe('connected')
  })
})
