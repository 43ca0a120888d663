import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultConnectorOrder } from '../../../contract/limits.ts'
import type { DiscoveredWallet, WalletListing, WalletRow } from '../../../contract/wallet.ts'
import first from './catalogue.json' with { type: 'json' }
import { type ComposeInput, type ComposeOptions, composeRows, walletConnectId } from './composeRows.ts'
import { linkedWallets } from './linkedWallets.ts'
import type { RecentWallet } from './walletsTransition.ts'

const open: ComposeOptions = { namespaces: ['eip155'], hasEmail: false, hasSocials: false, pairing: true }

interface Given extends Partial<Omit<ComposeInput, 'options'>> {
  readonly options?: Partial<ComposeOptions>
}

function compose({ options, ...given }: Given): readonly WalletRow[] {
  return composeRows({
    discovered: [],
    catalogue: [],
    recents: [],
    connectedWalletIds: [],
    link: linkedWallets,
    ...given,
    options: { ...open, ...options },
  })
}

/** 'rdns:io.metamask installed@injected', as a reader of the list would say it. */
function read(rows: readonly WalletRow[]): readonly string[] {
  return rows.map(row => `${row.key}${row.tag ? ` ${row.tag}` : ''}@${row.group}${row.ambiguous ? '!' : ''}`)
}

/** Without the row that pairs with any wallet. */
function readWallets(given: Given): readonly string[] {
  return read(compose({ ...given, options: { ...given.options, pairing: given.options?.pairing ?? false } }))
}

function announced(rdns: string | undefined, more: Partial<DiscoveredWallet> = {}): DiscoveredWallet {
  const name = rdns?.split('.').at(-1) ?? 'Nameless'
  return {
    key: `uuid-${rdns ?? name}`,
    namespace: 'eip155',
    source: 'announced',
    info: { name, ...(rdns !== undefined && { rdns }) },
    provider: {},
    ...more,
  }
}

function injected(name: string): DiscoveredWallet {
  return {
    key: `injected:eip155:${name}`,
    namespace: 'eip155',
    source: 'injected',
    info: { name },
    provider: {},
  }
}

function listing(id: string, more: Partial<WalletListing> = {}): WalletListing {
  return { id, name: id, homepage: `https://${id}.example`, ...more }
}

const metamask = listing('mm', { name: 'MetaMask', rdns: 'io.metamask', image_id: 'mm-image' })
const rabby = listing('rb', { name: 'Rabby Wallet', rdns: 'io.rabby' })
const catalogue = [metamask, rabby, listing('c1'), listing('c2'), listing('c3'), listing('c4'), listing('c5')]
const used = (walletId: string): RecentWallet => ({ walletId, name: walletId })

describe('groups and their order', () => {
  it.each<[string, Given, readonly string[]]>([
    ['nothing known', {}, []],
    ['an announced wallet', { discovered: [announced('io.rabby')] }, ['rdns:io.rabby installed@injected']],
    ['a wallet without an rdns', { discovered: [announced(undefined)] }, ['std:Nameless installed@injected']],
    [
      'a guessed global',
      { discovered: [injected('Browser wallet')] },
      ['std:Browser wallet installed@injected'],
    ],
    [
      'four recommended, in directory rank',
      { catalogue },
      [
        'rdns:io.metamask@recommended',
        'rdns:io.rabby@recommended',
        'dir:c1@recommended',
        'dir:c2@recommended',
      ],
    ],
    [
      'installed wallets in directory rank, unlisted ones behind, as they came',
      {
        catalogue: [metamask, rabby],
        discovered: [announced('z.z'), announced('a.a'), announced('io.rabby'), announced('io.metamask')],
      },
      [
        'rdns:io.metamask installed@injected',
        'rdns:io.rabby installed@injected',
        'rdns:z.z installed@injected',
        'rdns:a.a installed@injected',
      ],
    ],
    [
      'every group in the default order',
      {
        catalogue,
        discovered: [announced('io.rabby')],
        recents: [used('rdns:io.metamask')],
        options: {
          pairing: true,
          featuredWalletIds: ['c5'],
          customWallets: [listing('mine')],
        },
      },
      [
        `${walletConnectId} qrcode@walletConnect`,
        'rdns:io.metamask recent@recent',
        'rdns:io.rabby installed@injected',
        'dir:c5@featured',
        'custom:mine@custom',
        'dir:c1@recommended',
      ],
    ],
    [
      "the host's order, missing groups appended, unknown ones ignored",
      {
        catalogue,
        discovered: [announced('io.rabby')],
        recents: [used('rdns:io.metamask')],
        options: {
          pairing: true,
          featuredWalletIds: ['c5'],
          connectorTypeOrder: ['featured', 'nonsense', 'injected', 'featured'] as never,
        },
      },
      [
        'dir:c5@featured',
        'rdns:io.rabby installed@injected',
        `${walletConnectId} qrcode@walletConnect`,
        'rdns:io.metamask recent@recent',
        'dir:c1@recommended',
        'dir:c2@recommended',
      ],
    ],
    [
      'recommended first is still only what no other group has',
      {
        catalogue,
        discovered: [announced('io.metamask')],
        options: { connectorTypeOrder: ['recommended'], featuredWalletIds: ['rb'] },
      },
      [
        'dir:c1@recommended',
        'dir:c2@recommended',
        'rdns:io.metamask installed@injected',
        'rdns:io.rabby@featured',
      ],
    ],
    [
      'a wallet stands in the first group that has it',
      {
        catalogue,
        discovered: [announced('io.metamask')],
        recents: [used('rdns:io.metamask')],
        options: { featuredWalletIds: ['mm', 'c1', 'c2', 'c3'] },
      },
      ['rdns:io.metamask recent@recent', 'dir:c1@featured', 'dir:c2@featured', 'dir:c3@featured'],
    ],
  ])('%s', (_name, given, expected) => expect(readWallets(given)).toEqual(expected))

  it('with a relay of the host’s own, wallets known to listen there come first and the row for any wallet last', () => {
    const relay = 'wss://relay.example'
    const heard = ['c6', 'c7', 'c8', 'c9', 'c10'].map(id => listing(id, { relays: [`${relay}/v2`] }))
    const rows = readWallets({
      catalogue: [...catalogue, ...heard],
      discovered: [announced('io.rabby'), announced('io.metamask'), announced('z.z')],
      options: { pairing: true, ownRelay: true, device: { phone: false, relay } },
    })
    expect(rows).toEqual([
      'rdns:io.metamask installed@injected',
      'rdns:io.rabby installed@injected',
      'rdns:z.z installed@injected',
      'dir:c6@recommended',
      'dir:c7@recommended',
      'dir:c8@recommended',
      'dir:c9@recommended',
      `${walletConnectId} qrcode@walletConnect`,
    ])
  })

  it('on a phone, recommends and features only what opens there', () => {
    const browse = 'https://wallet.example/{url}'
    const rows = readWallets({
      catalogue: [
        listing('c1'),
        listing('c2', { browse }),
        listing('c3', { mobile_link: 'c3://' }),
        listing('c4', { mobile_link: 'c4://', relays: ['wss://relay.example'] }),
      ],
      options: {
        pairing: true,
        ownRelay: true,
        featuredWalletIds: ['c1', 'c2'],
        customWallets: [listing('mine')],
        device: { phone: true, relay: 'wss://relay.example' },
      },
    })
    expect(rows).toEqual([
      'dir:c2@featured',
      'custom:mine@custom',
      'dir:c4@recommended',
      `${walletConnectId} qrcode@walletConnect`,
    ])
  })

  it('the walletConnect row exists only with a relay', () => {
    expect(compose({ options: { pairing: true } }).map(row => row.group)).toEqual(['walletConnect'])
    expect(compose({ options: { pairing: false } })).toEqual([])
  })
})

describe('how many are recommended: 4 less featured, custom, installed, email and socials', () => {
  it.each<[string, Given, number]>([
    ['nothing else', {}, 4],
    ['email', { options: { hasEmail: true } }, 3],
    ['email and socials', { options: { hasEmail: true, hasSocials: true } }, 2],
    ['one installed', { discovered: [announced('a.a')] }, 3],
    ['two featured', { options: { featuredWalletIds: ['c4', 'c5'] } }, 2],
    ['one custom', { options: { customWallets: [listing('mine')] } }, 3],
    [
      'one that is installed and featured counts once',
      { discovered: [announced('io.rabby')], options: { featuredWalletIds: ['rb'] } },
      3,
    ],
    [
      'a recent one that is installed counts',
      { discovered: [announced('io.rabby')], recents: [used('rdns:io.rabby')] },
      3,
    ],
    ['a recent one that is not installed does not', { recents: [used('dir:c5')] }, 4],
    [
      'an excluded one does not',
      { discovered: [announced('a.a')], options: { excludeWalletIds: ['a.a'] } },
      4,
    ],
    ['more than four', { discovered: ['a.a', 'b.b', 'c.c', 'd.d', 'e.e'].map(rdns => announced(rdns)) }, 0],
  ])('%s', (_name, given, expected) => {
    const rows = compose({ catalogue, ...given })
    expect(rows.filter(row => row.group === 'recommended')).toHaveLength(expected)
  })
})

describe('one row a wallet', () => {
  it('announced and listed are merged by rdns, whatever its case; the wallet speaks for itself', () => {
    const icon = 'data:image/png;base64,AA'
    const wallet = announced('io.metamask', { info: { name: 'MetaMask Flask', icon, rdns: 'IO.MetaMask' } })
    const [row, ...others] = compose({
      discovered: [wallet],
      catalogue: [metamask],
      options: { pairing: false },
    })
    expect(others).toEqual([])
    expect(row).toEqual({
      key: 'rdns:io.metamask',
      walletId: 'rdns:io.metamask',
      name: 'MetaMask Flask',
      icon,
      imageId: 'mm-image',
      group: 'injected',
      tag: 'installed',
      discovered: [wallet],
      listing: metamask,
    })
  })

  it('the same wallet in several namespaces is one row with a provider for each', () => {
    const evm = announced('app.phantom')
    const solana = announced('app.phantom', { key: 'solana-phantom', namespace: 'solana' })
    const rows = compose({
      discovered: [evm, solana],
      options: { namespaces: ['eip155', 'solana'], pairing: false },
    })
    expect(read(rows)).toEqual(['rdns:app.phantom installed@injected'])
    expect(rows[0]?.discovered).toEqual([evm, solana])
  })

  it('a namespace filter leaves the provider of that namespace', () => {
    const evm = announced('app.phantom')
    const solana = announced('app.phantom', { key: 'solana-phantom', namespace: 'solana' })
    const rows = compose({ discovered: [evm, solana], options: { namespaces: ['solana'], pairing: false } })
    expect(rows[0]?.discovered).toEqual([solana])
  })

  it('one object registered for several namespaces is one wallet, even without an rdns', () => {
    const provider = {}
    const both = ['solana', 'sui'].map(namespace =>
      announced(undefined, { key: namespace, namespace, provider }),
    )
    expect(
      compose({ discovered: both, options: { namespaces: ['solana', 'sui'], pairing: false } }),
    ).toHaveLength(1)
  })

  it('announced wallets are never merged by name', () => {
    const rows = readWallets({
      discovered: [announced('evil.example', { info: { name: 'MetaMask', rdns: 'evil.example' } })],
      catalogue: [metamask],
    })
    expect(rows).toEqual(['rdns:evil.example installed@injected', 'rdns:io.metamask@recommended'])
  })

  it('a guessed global stands for the listing of its name', () => {
    const rows = compose({
      discovered: [injected('Rabby')],
      catalogue: [metamask, rabby],
      options: { pairing: false },
    })
    expect(read(rows)).toEqual(['std:Rabby installed@injected', 'rdns:io.metamask@recommended'])
    expect(rows[0]?.listing).toEqual(rabby)
  })

  it('an announcement that comes twice is one', () => {
    expect(readWallets({ discovered: [announced('a.a'), announced('a.a')] })).toHaveLength(1)
  })

  it('a listing that is there twice, by id or by rdns, is one', () => {
    const twice = [metamask, metamask, { ...metamask, id: 'mm2', name: 'Copy' }, listing('c1'), listing('c1')]
    expect(readWallets({ catalogue: twice })).toEqual(['rdns:io.metamask@recommended', 'dir:c1@recommended'])
  })

  it('a custom wallet with the id or rdns of a listing replaces what the listing says', () => {
    const rows = compose({
      catalogue: [metamask, listing('c1', { image_id: 'kept' })],
      options: {
        pairing: false,
        customWallets: [
          listing('own', { rdns: 'io.metamask', name: 'Ours' }),
          listing('c1', { name: 'C One' }),
        ],
      },
    })
    expect(read(rows)).toEqual(['rdns:io.metamask@custom', 'dir:c1@custom'])
    expect(rows.map(row => row.name)).toEqual(['Ours', 'C One'])
    expect(rows[1]?.imageId).toBe('kept')
  })

  it('a custom wallet that is installed is one row', () => {
    const rows = readWallets({
      discovered: [announced('com.mine')],
      options: { customWallets: [listing('mine', { rdns: 'com.mine' })], connectorTypeOrder: ['custom'] },
    })
    expect(rows).toEqual(['rdns:com.mine installed@custom'])
  })
})

describe('one wallet that announces itself in several namespaces (decision 074)', () => {
  const icon = 'data:image/png;base64,AAAA'
  const namespaces = ['eip155', 'solana']
  const phantomListing = listing('phantom', {
    name: 'Phantom',
    rdns: 'app.phantom',
    chains: ['eip155:1', 'solana:x'],
    injected: [{ namespace: 'solana', injected_id: 'Phantom' }],
  })
  /** As Wallet Standard announces: a name and a picture, no rdns. */
  const standard = (name: string, more: Partial<DiscoveredWallet> = {}) =>
    announced(undefined, { key: `std-${name}`, namespace: 'solana', info: { name, icon }, ...more })
  const evm = (rdns: string, name: string, more: Partial<DiscoveredWallet> = {}) =>
    announced(rdns, { info: { name, icon, rdns }, ...more })
  const list = (discovered: readonly DiscoveredWallet[], catalogue = [phantomListing]) =>
    compose({ discovered, catalogue, options: { namespaces, pairing: false, recommended: 0 } })

  it('a name that the catalogue links is the listed wallet, in either order of arrival', () => {
    const [one, two] = [evm('app.phantom', 'Phantom'), standard('Phantom')]
    for (const discovered of [
      [one, two],
      [two, one],
    ]) {
      const rows = list(discovered)
      expect(read(rows)).toEqual(['rdns:app.phantom installed@injected'])
      expect(rows[0]).toMatchObject({ walletId: 'rdns:app.phantom', discovered: [one, two] })
      expect(rows[0]?.listing).toEqual(phantomListing)
    }
  })

  it('a linked wallet whose other namespace is not there is the listed one, once', () => {
    const rows = compose({
      discovered: [standard('Phantom')],
      catalogue: [phantomListing],
      recents: [used('std:Phantom'), used('rdns:app.phantom')],
      connectedWalletIds: ['rdns:app.phantom'],
      options: { namespaces: ['solana'], pairing: false },
    })
    expect(read(rows)).toEqual(['rdns:app.phantom connected@recent'])
  })

  it('a listing without an rdns is the installed wallet of its name in that namespace', () => {
    const solflare = listing('solflare', {
      name: 'Solflare',
      chains: ['solana:x'],
      injected: [{ namespace: 'solana', injected_id: 'Solflare' }],
    })
    const catalogue = [solflare]
    const options = { namespaces, pairing: false }
    expect(read(compose({ discovered: [standard('Solflare')], catalogue, options }))).toEqual([
      'dir:solflare installed@injected',
    ])
    // An rdns says who it is; the name says nothing then.
    const other = evm('evil.example', 'Solflare', { namespace: 'solana' })
    expect(read(compose({ discovered: [other], catalogue, options }))).toHaveLength(2)
  })

  it('unlisted wallets are one by name and picture together, never by the name alone', () => {
    const [one, two] = [evm('com.foo', 'Foo'), standard('Foo')]
    expect(read(list([one, two]))).toEqual(['rdns:com.foo installed@injected'])
    const other = standard('Foo', { info: { name: 'Foo', icon: `${icon}A` } })
    expect(read(list([one, other]))).toHaveLength(2)
    expect(read(list([one, standard('Foo', { info: { name: 'Foo' } })]))).toHaveLength(2)
  })

  it('a row keeps its key and place when a second namespace brings the rdns', () => {
    const before = list([standard('Foo'), standard('Bar')])
    const after = list([standard('Foo'), standard('Bar'), evm('com.foo', 'Foo')])
    expect(after.map(row => row.key)).toEqual(before.map(row => row.key))
    expect(after[0]).toMatchObject({ walletId: 'rdns:com.foo', key: 'std:Foo' })
    expect(after[0]?.discovered.map(each => each.namespace)).toEqual(namespaces)
  })

  it('a page of a list without the listing still has the wallet as one row', () => {
    const rows = compose({
      discovered: [evm('app.phantom', 'Phantom'), standard('Phantom', { info: { name: 'Phantom' } })],
      catalogue: [listing('other')],
      known: [phantomListing],
      options: { namespaces, pairing: false, recommended: 0 },
    })
    expect(read(rows)).toEqual(['rdns:app.phantom installed@injected'])
    expect(rows[0]?.discovered).toHaveLength(2)
  })

  it('a recent wallet of several namespaces says where it was used last', () => {
    const recents = [{ ...used('rdns:app.phantom'), namespace: 'solana' }]
    const rows = compose({
      discovered: [evm('app.phantom', 'Phantom'), standard('Phantom')],
      catalogue: [phantomListing],
      recents,
      options: { namespaces, pairing: false },
    })
    expect(rows[0]).toMatchObject({ tag: 'recent', usedNamespace: 'solana' })
  })

  it('one object that is announced twice in a namespace is one provider', () => {
    const provider = {}
    const twice = ['one', 'two'].map(key => standard('Foo', { key, provider }))
    const rows = list(twice)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ discovered: [twice[0]] })
    expect(rows[0]?.ambiguous).toBeUndefined()
  })

  describe('a wallet that its namespace finds under an id of its own', () => {
    const all = ['bip122', 'stacks', 'polkadot', 'cosmos', 'eip155']
    const global = (namespace: string, injectedId: string, more: Partial<DiscoveredWallet> = {}) =>
      ({
        key: `${namespace}:${injectedId}`,
        namespace,
        source: 'injected',
        info: { name: injectedId },
        injectedId,
        provider: {},
        ...more,
      }) satisfies DiscoveredWallet
    const rowsOf = (discovered: readonly DiscoveredWallet[], more: Given = {}) =>
      compose({
        known: first as readonly WalletListing[],
        discovered,
        ...more,
        options: { namespaces: all, pairing: false, recommended: 0, ...more.options },
      })

    it.each<[string, readonly DiscoveredWallet[], readonly string[]]>([
      ['a name in injectedWeb3', [global('polkadot', 'polkadot-js')], ['dir:polkadotjs Polkadot{.js} 1']],
      [
        'two globals of one listing',
        [
          global('bip122', 'XverseProviders.BitcoinProvider'),
          global('stacks', 'XverseProviders.StacksProvider'),
        ],
        ['dir:xverse Xverse 2'],
      ],
      [
        'a global of a wallet that announces its rdns elsewhere',
        [evm('app.keplr', 'Keplr'), global('cosmos', 'keplr')],
        ['rdns:app.keplr Keplr 2'],
      ],
      ['an id that nothing lists', [global('polkadot', 'comet-js')], ['std:comet-js comet-js 1']],
    ])('%s: its name is of the listing', (_, discovered, expected) => {
      const rows = rowsOf(discovered)
      expect(rows.map(row => `${row.walletId} ${row.name} ${row.discovered.length}`)).toEqual(expected)
    })

    it('one object in two namespaces is one wallet, with a listing or without', () => {
      const provider = {}
      const both = [global('bip122', 'comet', { provider }), global('stacks', 'other', { provider })]
      expect(rowsOf(both).map(row => row.discovered.length)).toEqual([2])
      const leather = [
        global('stacks', 'unlisted', { provider }),
        global('bip122', 'LeatherProvider', { provider }),
      ]
      expect(rowsOf(leather)).toMatchObject([{ walletId: 'dir:leather', name: 'Leather', tag: 'installed' }])
    })

    it('a picture and a name of its own stay', () => {
      const info = { name: 'Xverse Beta', icon: 'data:image/png;base64,AA' }
      const registered = global('bip122', 'XverseProviders.BitcoinProvider', { source: 'announced', info })
      expect(rowsOf([registered])).toMatchObject([{ walletId: 'dir:xverse', ...info }])
    })

    it('T21: two that claim one id of one namespace stand alone and marked, without the name of the listing', () => {
      const rows = rowsOf([global('polkadot', 'talisman'), global('polkadot', 'talisman', { key: 'other' })])
      expect(rows.map(row => [row.name, row.ambiguous])).toEqual([
        ['talisman', true],
        ['talisman', true],
      ])
    })

    it('an id of another namespace links nothing', () => {
      expect(rowsOf([global('cosmos', 'talisman')])).toMatchObject([{ walletId: 'std:talisman' }])
    })
  })

  describe('in a list of one namespace', () => {
    const [foo, fooThere] = [evm('com.foo', 'Foo'), standard('Foo')]
    const inOne = (namespace: string, discovered: readonly DiscoveredWallet[], more: Given = {}) =>
      read(
        compose({
          discovered,
          recents: [used('rdns:com.foo')],
          ...more,
          options: { namespaces: [namespace], recommended: 0, ...more.options },
        }),
      ).filter(row => !row.startsWith(walletConnectId))

    it('a wallet that was used in another one is the same row, once', () => {
      expect(inOne('solana', [foo, fooThere])).toEqual(['rdns:com.foo recent@recent'])
    })

    it('a wallet that is in the page and not in the namespace is no row, used before or not', () => {
      expect(inOne('solana', [foo])).toEqual([])
      expect(inOne('eip155', [fooThere], { recents: [used('std:Foo')] })).toEqual([])
    })

    it('one whose listing has the namespace is offered by its listing', () => {
      const catalogue = [listing('foo', { rdns: 'com.foo', chains: ['eip155:1', 'solana:x'] })]
      const rows = inOne('solana', [foo], { catalogue, recents: [], options: { recommended: 4 } })
      expect(rows).toEqual(['rdns:com.foo@recommended'])
    })
  })

  describe('T21: an imitation does not slip into another wallet’s row', () => {
    const phantom = evm('app.phantom', 'Phantom')
    const real = standard('Phantom')

    it('a second claim of the linked name leaves all who claim it alone and marked', () => {
      const rows = list([phantom, real, standard('Phantom', { key: 'fake' })])
      expect(rows).toHaveLength(3)
      expect(rows.every(row => row.ambiguous && row.discovered.length === 1 && !row.listing)).toBe(true)
    })

    it('another name with the picture of a listed wallet stands alone', () => {
      expect(list([phantom, standard('Phantom Pro')]).map(row => row.discovered.length)).toEqual([1, 1])
    })

    it('an rdns of its own with name and picture of the listed one takes nothing of it', () => {
      const rows = list([evm('evil.example', 'Phantom'), real])
      expect(rows.map(row => [row.walletId, row.discovered.length])).toEqual([
        ['rdns:app.phantom', 1],
        ['rdns:evil.example', 1],
      ])
    })

    it('nothing joins a listed wallet in a namespace that its listing does not have', () => {
      const rabbyHere = listing('rabby', { name: 'Rabby', rdns: 'io.rabby', chains: ['eip155:1'] })
      expect(list([evm('io.rabby', 'Rabby'), standard('Rabby')], [rabbyHere])).toHaveLength(2)
    })

    it('a listed wallet without a name for the namespace is joined by name and picture', () => {
      const onekey = listing('onekey', { rdns: 'so.onekey', chains: ['eip155:1', 'solana:x'] })
      expect(list([evm('so.onekey', 'OneKey'), standard('OneKey')], [onekey])).toHaveLength(1)
    })

    it('two owners of one look: the third joins neither', () => {
      const rows = list([evm('com.a', 'Foo'), evm('com.b', 'Foo'), standard('Foo')])
      expect(rows.map(row => row.discovered.length)).toEqual([1, 1, 1])
    })

    it('two of one look in one namespace are marked, and the first owner stays alone', () => {
      const rows = list([evm('com.a', 'Foo'), standard('Foo'), standard('Foo', { key: 'fake' })])
      expect(rows.map(row => [row.discovered.length, row.ambiguous])).toEqual([
        [1, undefined],
        [1, true],
        [1, true],
      ])
    })
  })
})

describe('T21: two announcements claim one rdns', () => {
  const one = announced('io.metamask', { key: 'one', info: { name: 'MetaMask', rdns: 'io.metamask' } })
  const two = announced('io.metamask', { key: 'two', info: { name: 'MetaMask', rdns: 'io.metamask' } })

  it('both are shown, marked, under keys that do not depend on who came first', () => {
    for (const discovered of [
      [one, two],
      [two, one],
    ]) {
      const rows = compose({ discovered, catalogue: [metamask], options: { pairing: false } })
      expect(rows.map(row => row.key).sort()).toEqual(['rdns:io.metamask#one', 'rdns:io.metamask#two'])
      expect(rows.every(row => row.ambiguous && row.tag === 'installed')).toBe(true)
      expect(rows.map(row => row.discovered)).toEqual(discovered.map(wallet => [wallet]))
    }
  })

  it('neither gets picture, links or tag of the true one', () => {
    const rows = compose({
      discovered: [one, two],
      catalogue: [metamask],
      recents: [used('rdns:io.metamask')],
      connectedWalletIds: ['rdns:io.metamask'],
    })
    expect(read(rows)).toEqual([
      `${walletConnectId} qrcode@walletConnect`,
      'rdns:io.metamask#one installed@injected!',
      'rdns:io.metamask#two installed@injected!',
    ])
    for (const row of rows.slice(1)) {
      expect(row.listing).toBeUndefined()
      expect(row.imageId).toBeUndefined()
    }
  })

  it('a third in another namespace stands alone too', () => {
    const three = announced('io.metamask', { key: 'three', namespace: 'solana' })
    const rows = compose({
      discovered: [one, three, two],
      options: { namespaces: ['eip155', 'solana'], pairing: false },
    })
    expect(rows).toHaveLength(3)
    expect(rows.every(row => row.ambiguous && row.discovered.length === 1)).toBe(true)
  })

  it('two without an rdns and with one name are marked as well', () => {
    const nameless = ['one', 'two'].map(key => announced(undefined, { key, provider: {} }))
    expect(readWallets({ discovered: nameless })).toEqual([
      'std:Nameless#one installed@injected!',
      'std:Nameless#two installed@injected!',
    ])
  })

  it('excluding the rdns or its listing takes both away', () => {
    for (const id of ['io.metamask', 'mm']) {
      const options = { excludeWalletIds: [id], pairing: false }
      expect(compose({ discovered: [one, two], catalogue: [metamask], options })).toEqual([])
    }
  })

  it('a name made to look like a marked key does not break the keys', () => {
    const mimic = announced(undefined, { key: 'three', info: { name: 'Nameless#one' } })
    const nameless = ['one', 'two'].map(key => announced(undefined, { key, provider: {} }))
    const keys = compose({ discovered: [mimic, ...nameless] }).map(row => row.key)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('include, exclude, featured and custom are always honoured', () => {
  const discovered = [announced('io.metamask'), announced('a.a')]
  it.each<[string, Partial<ComposeOptions>, readonly string[]]>([
    [
      'exclude by directory id',
      { excludeWalletIds: ['mm'] },
      ['rdns:a.a', 'rdns:io.rabby', 'dir:c1', 'dir:c2'],
    ],
    [
      'exclude by rdns',
      { excludeWalletIds: ['rdns:io.metamask', 'dir:c1'] },
      ['rdns:a.a', 'rdns:io.rabby', 'dir:c2', 'dir:c3'],
    ],
    [
      'exclude by plain rdns in capitals',
      { excludeWalletIds: ['IO.METAMASK', 'A.A', 'c1', 'c2', 'c3', 'c4', 'c5'] },
      ['rdns:io.rabby'],
    ],
    [
      'include by several spellings',
      { includeWalletIds: ['a.a', 'rb', 'dir:c3', 'unknown'] },
      ['rdns:a.a', 'rdns:io.rabby', 'dir:c3'],
    ],
    [
      'an empty include list includes all',
      { includeWalletIds: [], excludeWalletIds: ['c1'] },
      ['rdns:io.metamask', 'rdns:a.a', 'rdns:io.rabby', 'dir:c2'],
    ],
    [
      'featured and custom need not be included',
      { includeWalletIds: ['rb'], featuredWalletIds: ['c5'], customWallets: [listing('mine')] },
      ['dir:c5', 'custom:mine', 'rdns:io.rabby'],
    ],
    [
      'excluded beats featured and custom',
      {
        excludeWalletIds: ['c5', 'mine'],
        includeWalletIds: ['c5'],
        featuredWalletIds: ['c5', 'c4'],
        customWallets: [listing('mine')],
      },
      ['dir:c4'],
    ],
    [
      'featured in the order of the host, each once',
      {
        featuredWalletIds: ['c5', 'rdns:io.rabby', 'c3', 'c5', 'io.rabby', 'unknown'],
        excludeWalletIds: ['mm', 'a.a'],
      },
      ['dir:c5', 'rdns:io.rabby', 'dir:c3', 'dir:c1'],
    ],
    [
      'custom by canonical id',
      {
        excludeWalletIds: ['custom:mine', 'mm', 'a.a', 'rb'],
        customWallets: [listing('mine'), listing('other')],
      },
      ['custom:other', 'dir:c1', 'dir:c2', 'dir:c3'],
    ],
    [
      'by standard name, in full only',
      { excludeWalletIds: ['std:a', 'a'] },
      ['rdns:io.metamask', 'rdns:a.a', 'rdns:io.rabby', 'dir:c1'],
    ],
  ])('%s', (_name, options, expected) => {
    const rows = compose({ discovered, catalogue, options: { ...options, pairing: false } })
    expect(rows.map(row => row.walletId)).toEqual(expected)
  })

  it('a recent wallet that is excluded or not included is not shown', () => {
    const recents = [used('rdns:io.rabby'), used('dir:c1')]
    const excluded = { excludeWalletIds: ['rb'], includeWalletIds: ['c2'] }
    expect(readWallets({ catalogue, recents, options: excluded })).toEqual(['dir:c2@recommended'])
  })

  it('the row that pairs is no wallet: a list of wallets does not take it away', () => {
    expect(compose({ options: { includeWalletIds: ['mm'] } })).toHaveLength(1)
  })
})

describe('recent wallets', () => {
  it('at most two, those that are shown at all', () => {
    const recents = ['dir:c1', 'dir:c2', 'dir:c3', 'dir:c4'].map(used)
    const rows = compose({ catalogue, recents, options: { excludeWalletIds: ['c1'] } })
    expect(rows.filter(row => row.tag === 'recent').map(row => row.walletId)).toEqual(['dir:c2', 'dir:c3'])
  })

  it('one that is neither in the page nor listed can only be paired with', () => {
    const recents = [{ walletId: 'dir:gone', name: 'Gone', icon: 'data:image/png;base64,AA' }]
    expect(compose({ recents, options: { pairing: false } })).toEqual([])
    expect(compose({ recents })[1]).toEqual({
      key: 'dir:gone',
      walletId: 'dir:gone',
      name: 'Gone',
      icon: 'data:image/png;base64,AA',
      group: 'recent',
      tag: 'recent',
      discovered: [],
    })
  })

  it('the same one twice is one', () => {
    const recents = ['dir:gone', 'dir:gone', 'rdns:io.metamask', 'dir:mm'].map(used)
    expect(read(compose({ recents, catalogue: [metamask] }).slice(1))).toEqual([
      'dir:gone recent@recent',
      'rdns:io.metamask recent@recent',
    ])
  })

  it('connected says more than recent, recent more than installed', () => {
    const discovered = [announced('a.a'), announced('b.b'), announced('c.c')]
    const recents = [used('rdns:a.a'), used('rdns:b.b')]
    expect(readWallets({ discovered, recents, connectedWalletIds: ['rdns:b.b'] })).toEqual([
      'rdns:a.a recent@recent',
      'rdns:b.b connected@recent',
      'rdns:c.c installed@injected',
    ])
  })
})

describe('namespaces and reach', () => {
  const solana = listing('sol', { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] })
  const both = listing('both', { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:1'] })

  it.each<[readonly string[], readonly string[]]>([
    [['eip155'], ['dir:both', 'dir:any']],
    [['solana'], ['dir:sol', 'dir:both', 'dir:any']],
    [['cosmos'], ['dir:any']],
    [[], ['dir:sol', 'dir:both', 'dir:any']],
  ])('for %j: %j', (namespaces, expected) => {
    const rows = compose({
      catalogue: [solana, both, listing('any')],
      options: { namespaces, pairing: false },
    })
    expect(rows.map(row => row.walletId)).toEqual(expected)
  })

  it('a featured or custom wallet of another namespace is not shown either', () => {
    const options = { featuredWalletIds: ['sol'], customWallets: [{ ...solana, id: 'mine' }], pairing: false }
    expect(compose({ catalogue: [solana], options })).toEqual([])
  })

  it('without pairing, a recommended wallet must name a place to get it', () => {
    const nowhere = { id: 'nowhere', name: 'Nowhere' }
    const shops = ['chrome_store', 'app_store', 'play_store'].map((shop, at) => ({
      ...nowhere,
      id: `at${at}`,
      [shop]: 'https://shop.example',
    }))
    expect(readWallets({ catalogue: [nowhere, ...shops] })).toHaveLength(3)
    expect(compose({ catalogue: [nowhere, ...shops] })).toHaveLength(5)
  })
})

describe('hostile input', () => {
  it('names of Object.prototype are names like any other', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const rows = compose({
      discovered: names.map(name => announced(undefined, { key: name, info: { name } })),
      catalogue: names.map(name => listing(name, { rdns: name })),
      recents: names.map(name => used(`dir:${name}`)),
      connectedWalletIds: names,
      options: { featuredWalletIds: names, connectorTypeOrder: ['__proto__', 'constructor'] as never },
    })
    expect(rows.map(row => row.walletId).sort()).toEqual(
      [walletConnectId, ...names.flatMap(name => [`std:${name}`, `rdns:${name.toLowerCase()}`])].sort(),
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('huge lists give a short list of rows, in a moment', () => {
    const many = Array.from({ length: 50_000 }, (_, at) => listing(`w${at}`, { rdns: `w${at}.example` }))
    const ids = many.map(wallet => wallet.id)
    const rows = compose({ catalogue: many, options: { excludeWalletIds: ids.slice(0, 49_999) } })
    expect(rows.map(row => row.walletId)).toEqual([walletConnectId, 'rdns:w49999.example'])
  })
})

describe('properties', () => {
  const word = fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'constructor')
  const rdns = word.map(each => `com.${each}`)
  const id = fc.oneof(
    word,
    rdns,
    rdns.map(each => `rdns:${each}`),
    word.map(each => `dir:${each}`),
    word.map(each => `std:${each}`),
  )
  const wallet = fc
    .record({
      key: fc.uuid(),
      namespace: fc.constantFrom('eip155', 'solana'),
      source: fc.constantFrom('announced' as const, 'injected' as const),
      info: fc.record(
        { name: word, rdns, icon: fc.constantFrom('data:image/png;base64,A', 'data:image/png;base64,B') },
        { requiredKeys: ['name'] },
      ),
    })
    .map((each): DiscoveredWallet => ({ ...each, provider: {} }))
  const entry = fc.record(
    {
      id: word,
      name: word,
      rdns,
      chains: fc.constantFrom(['eip155:1' as const], ['solana:x' as const]),
      injected: fc.array(fc.record({ namespace: fc.constantFrom('eip155', 'solana'), injected_id: word }), {
        maxLength: 2,
      }),
    },
    { requiredKeys: ['id', 'name'] },
  )
  const options = fc.record(
    {
      namespaces: fc.constantFrom([], ['eip155'], ['eip155', 'solana']),
      hasEmail: fc.boolean(),
      hasSocials: fc.boolean(),
      pairing: fc.boolean(),
      excludeWalletIds: fc.array(id),
      featuredWalletIds: fc.array(id),
      customWallets: fc.array(entry),
      connectorTypeOrder: fc.array(fc.constantFrom(...defaultConnectorOrder)),
    },
    { requiredKeys: ['namespaces', 'hasEmail', 'hasSocials', 'pairing'] },
  )
  const input = fc.record({
    discovered: fc.array(wallet, { maxLength: 8 }),
    catalogue: fc.array(entry, { maxLength: 8 }),
    recents: fc.array(fc.record({ walletId: id, name: word })),
    connectedWalletIds: fc.array(id),
    link: fc.constantFrom(undefined, linkedWallets),
    options,
  })
  const seen = (rows: readonly WalletRow[]) => rows.flatMap(row => row.discovered)

  it('keys are unique, and a row of two namespaces has one provider for each', () => {
    fc.assert(
      fc.property(input, given => {
        const rows = composeRows(given)
        expect(new Set(rows.map(row => row.key)).size).toBe(rows.length)
        for (const { discovered } of rows) {
          expect(new Set(discovered.map(each => each.namespace)).size).toBe(discovered.length)
        }
      }),
    )
  })

  it('every announced wallet that is not excluded appears exactly once', () => {
    fc.assert(
      fc.property(input, given => {
        const { namespaces, excludeWalletIds: _no, ...rest } = given.options
        const rows = composeRows({ ...given, options: { ...rest, namespaces } })
        const expected = given.discovered.filter(
          each => namespaces.length === 0 || namespaces.some(namespace => namespace === each.namespace),
        )
        expect(new Set(seen(rows))).toEqual(new Set(expected))
        expect(seen(rows)).toHaveLength(expected.length)
      }),
    )
  })

  it('an excluded wallet is never there, under any of its names', () => {
    fc.assert(
      fc.property(input, given => {
        const excluded = new Set(given.options.excludeWalletIds)
        for (const { walletId, listing: of, discovered } of composeRows(given)) {
          const dir =
            of && !given.options.customWallets?.some(own => own.id === of.id) ? [of.id, `dir:${of.id}`] : []
          const own = discovered.flatMap(({ info }) => (info.rdns ? [info.rdns, `rdns:${info.rdns}`] : []))
          for (const name of [walletId, ...dir, ...own]) expect(excluded).not.toContain(name)
        }
      }),
    )
  })

  it('the same input gives the same rows, and the input is left as it was', () => {
    fc.assert(
      fc.property(input, given => {
        const before = JSON.stringify(given)
        expect(composeRows(given)).toEqual(composeRows(given))
        expect(JSON.stringify(given)).toBe(before)
      }),
    )
  })

  it('rows of a group stand together, in the order that was asked for', () => {
    fc.assert(
      fc.property(input, given => {
        const wanted = [...new Set([...(given.options.connectorTypeOrder ?? []), ...defaultConnectorOrder])]
        const at = composeRows(given).map(row => wanted.indexOf(row.group))
        expect(at).toEqual([...at].sort((a, b) => a - b))
      }),
    )
  })
})
