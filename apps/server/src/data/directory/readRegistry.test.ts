import { readFileSync } from 'node:fs'
import { knownNamespaces } from 'latchkey/contract'
import { describe, expect, it, test } from 'vitest'
import { readRegistry } from './readRegistry.ts'
import bundled from './registry/wallets.json' with { type: 'json' }

const wallet = {
  id: 'one',
  name: 'One',
  color: '#000000',
  badge_type: 'none',
  homepage: 'https://one.example',
  chains: ['eip155:1'],
}
const read = (...wallets: readonly object[]) => readRegistry({ version: 1, evm: ['eip155:1'], wallets })

describe('the bundled registry', () => {
  const { wallets } = readRegistry(bundled)

  it('has at least 60 wallets, and some for each of the seven namespaces', () => {
    expect(wallets.length).toBeGreaterThanOrEqual(60)
    for (const namespace of knownNamespaces) {
      const own = wallets.filter(({ chains }) => chains?.some(id => id.startsWith(`${namespace}:`)))
      expect(own.length, namespace).toBeGreaterThanOrEqual(3)
    }
  })

  it('every wallet can be found installed or leads somewhere', () => {
    const without = wallets.filter(
      ({ rdns, injected, mobile_link, webapp_link, app_store, play_store, chrome_store, homepage }) =>
        ![rdns, injected, mobile_link, webapp_link, app_store, play_store, chrome_store, homepage].some(
          Boolean,
        ),
    )
    expect(without).toEqual([])
  })

  it('says how the wallets that are asked for most open a page', () => {
    const browsing = wallets.flatMap(({ id, browse }) => (browse === undefined ? [] : [id]))
    expect(browsing).toEqual(['metamask', 'coinbase', 'trust', 'phantom', 'okx', 'rabby', 'bitget'])
  })

  it('each store link is of one wallet only', () => {
    for (const field of ['app_store', 'play_store', 'chrome_store', 'mobile_link'] as const) {
      const links = wallets.flatMap(one => one[field] ?? [])
      expect(new Set(links).size, field).toBe(links.length)
    }
  })

  it('a wallet that takes any EVM chain lists the EVM networks that hosts are offered', () => {
    const source = readFileSync(
      new URL('../../../../../packages/latchkey/src/contract/networks/evm.ts', import.meta.url),
      'utf8',
    )
    const known = [...source.matchAll(/caipNetworkId: '(eip155:\d+)'/g)].map(([, id]) => id)
    expect([...bundled.evm].sort()).toEqual(known.sort())
  })
})

test('eip155:* is written out, and nothing twice', () => {
  const source = {
    version: 1,
    evm: ['eip155:1', 'eip155:10'],
    wallets: [{ ...wallet, chains: ['eip155:10', 'eip155:*'] }],
  }
  expect(readRegistry(source).wallets[0]?.chains).toEqual(['eip155:10', 'eip155:1'])
})

test.each([
  ['a link that runs code', { mobile_link: 'javascript:alert(1)' }, /mobile_link/],
  ['a homepage without https', { homepage: 'http://one.example' }, /homepage/],
  ['a store of somebody else', { chrome_store: 'https://evil.example/detail/x' }, /chrome_store/],
  ['a name that turns the text around', { name: 'One\u202e' }, /name/],
  [
    'T22: a page opened by an app’s own scheme',
    { browse: { link: 'one://{url}', source: 'https://one.example', checked: '2026-11-24' } },
    /browse/,
  ],
  [
    'a way to open pages without its source',
    { browse: { link: 'https://one.example/{url}', checked: '2026-11-24' } },
    /browse/,
  ],
  ['an alias with signs', { aliases: ['one\u200b'] }, /aliases/],
  ['a chain that is none', { chains: ['ethereum'] }, /chains/],
  ['no chain', { chains: [] }, /chains/],
  [
    'all chains of a namespace that it lists none of',
    { chains: ['solana:*'] },
    /lists no chain for solana:\*/,
  ],
  ['an id with a comma', { id: 'a,b' }, /id/],
  ['a member nobody knows', { icon: 'x' }, /icon/],
])('refuses %s', (_name, change, place) => {
  expect(() => read({ ...wallet, ...change })).toThrow(place)
})

test('refuses an id or rdns that is there twice, in any case', () => {
  expect(() => read(wallet, wallet)).toThrow('the id one twice')
  expect(() => read({ ...wallet, rdns: 'a.b' }, { ...wallet, id: 'two', rdns: 'A.B' })).toThrow(
    'the rdns a.b twice',
  )
})
