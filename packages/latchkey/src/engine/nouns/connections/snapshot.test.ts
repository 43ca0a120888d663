import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mostAccounts } from '../../../contract/connection.ts'
import { decodeStored } from '../../base/stored.ts'
import { account, anyConnection, connection, part } from '../../fixtures/connections.ts'
import { projectState } from '../accounts/projectState.ts'
import { restoredConnections } from './connectionsState.ts'
import { connectionsTransition, snapshotOf } from './connectionsTransition.ts'
import { recentConnectionsKey } from './recentConnections.ts'
import { snapshotKey } from './snapshot.ts'

const one = connection('one', { eip155: part(['0xa', '0xb']) })
const good = {
  activeNamespace: 'eip155',
  connections: [one],
  active: { eip155: { connectionId: 'one', caip10: account('0xb').caip10 } },
  chosen: { solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
}

/** Reads as the first paint does, and paints. */
function paint(text: string) {
  const read = decodeStored(snapshotKey, text, 0)
  if (read.at !== 'ok') return undefined
  const connections = restoredConnections(read.data)
  const state = projectState({
    connections,
    networks: [],
    modal: { open: false, view: 'Connect' },
    loading: false,
    loadingByNamespace: {},
    known: {},
    features: {},
    theme: { mode: 'system', variables: {} },
    addressLabels: {},
  })
  expect(JSON.parse(JSON.stringify(snapshotOf(connections)))).toBeTypeOf('object')
  for (const { status } of Object.values(state.accounts)) expect(status).toBeTypeOf('string')
  return read.data
}

const stored = (data: unknown) => JSON.stringify({ v: 1, at: 0, data })
const bent = (change: (draft: typeof good & Record<string, unknown>) => void) => {
  const draft = structuredClone(good)
  change(draft)
  return stored(draft)
}

describe('parsing', () => {
  it('returns the stored snapshot', () => {
    expect(paint(stored(good))).toEqual(good)
    const richer = { ...account('0xa'), type: 'payment' as const, publicKey: '02ab', path: "m/84'/0'" }
    const rich = {
      ...one,
      transport: 'pairing' as const,
      type: 'WALLET_CONNECT' as const,
      wallet: { name: 'One', icon: 'data:image/png;base64,AA', rdns: 'com.one' },
      namespaces: { eip155: { ...part(['0xa']), accounts: [richer] } },
    }
    const snapshot = { ...good, connections: [rich], active: {} }
    expect(paint(stored(snapshot))).toEqual(snapshot)
  })

  it.each([
    ['injected', undefined, 'INJECTED'],
    ['injected', 'com.one', 'ANNOUNCED'],
    ['pairing', undefined, 'WALLET_CONNECT'],
    ['embedded', undefined, 'AUTH'],
  ] as const)(
    'SPEC §3 a connection over %s (rdns %s) that was stored without a type is %s',
    (transport, rdns, type) => {
      const wallet = { name: 'One', ...(rdns && { rdns }) }
      const { type: _, ...typeless } = { ...one, transport, wallet }
      for (const given of [typeless, { ...typeless, type: 'PIGEON' }, { ...typeless, type: 'MULTI_CHAIN' }])
        expect(paint(stored({ ...good, connections: [given] }))?.connections).toEqual([{ ...typeless, type }])
      expect(recentConnectionsKey.parse([{ ...typeless, status: 'disconnected' }])).toEqual([
        { ...typeless, type, status: 'disconnected' },
      ])
    },
  )

  it('a wallet that shares as many accounts as a session takes is no reason to forget all others', () => {
    const addresses = Array.from({ length: mostAccounts }, (_, at) => `S${at}`)
    const many = connection('many', { solana: part(addresses, 'solana:1') })
    const snapshot = { ...good, connections: [one, many] }
    expect(paint(stored(snapshot))).toEqual(snapshot)
  })

  it('round trip: any state that is stored comes back the same', () => {
    fc.assert(
      fc.property(fc.array(anyConnection, { maxLength: 4 }), many => {
        const start = restoredConnections({
          connections: [],
          active: {},
          activeNamespace: 'eip155',
          chosen: {},
        })
        const state = many.reduce(
          (before, each) =>
            connectionsTransition(before, { type: 'connected', connection: each, namespace: 'eip155' }),
          start,
        )
        expect(paint(stored(snapshotOf(state)))).toEqual(snapshotOf(state))
      }),
    )
  })
})

describe('F33, T19: what makes no sense is refused as a whole', () => {
  it.each<[string, string]>([
    ['nothing', stored(null)],
    ['a text', stored('x')],
    ['a list', stored([])],
    ['an empty object', stored({})],
    ['no namespace', bent(draft => Object.assign(draft, { activeNamespace: 7 }))],
    [
      'a namespace that is a name of Object.prototype',
      bent(draft => Object.assign(draft, { activeNamespace: '__proto__' })),
    ],
    [
      'a namespace that is a page long',
      bent(draft => Object.assign(draft, { activeNamespace: 'x'.repeat(1_000) })),
    ],
    ['connections that are no list', bent(draft => Object.assign(draft, { connections: {} }))],
    ['no active', bent(draft => Object.assign(draft, { active: undefined }))],
    ['active that is nothing', bent(draft => Object.assign(draft, { active: null }))],
    ['no chosen', bent(draft => Object.assign(draft, { chosen: undefined }))],
    [
      'an active account without a connection',
      bent(draft => Object.assign(draft.active.eip155, { connectionId: 'two' })),
    ],
    [
      'an active account that is not shared',
      bent(draft => Object.assign(draft.active.eip155, { caip10: account('0xc').caip10 })),
    ],
    [
      'an active account of another namespace',
      bent(draft => Object.assign(draft, { active: { solana: good.active.eip155 } })),
    ],
    [
      'a chosen network of another namespace',
      bent(draft => Object.assign(draft.chosen, { solana: 'eip155:1' })),
    ],
    ['no connection id', bent(draft => Object.assign(draft.connections[0] ?? {}, { id: 1 }))],
    ['two connections of one id', bent(draft => draft.connections.push(one))],
    ['no wallet', bent(draft => Object.assign(draft.connections[0] ?? {}, { wallet: undefined }))],
    ['another transport', bent(draft => Object.assign(draft.connections[0] ?? {}, { transport: 'pigeon' }))],
    ['no namespaces', bent(draft => Object.assign(draft.connections[0] ?? {}, { namespaces: {} }))],
    [
      'no accounts',
      bent(draft => Object.assign(draft.connections[0]?.namespaces.eip155 ?? {}, { accounts: [] })),
    ],
    [
      'accounts that are no list',
      bent(draft => Object.assign(draft.connections[0]?.namespaces.eip155 ?? {}, { accounts: 'x' })),
    ],
    [
      'a network of another namespace',
      bent(draft =>
        Object.assign(draft.connections[0]?.namespaces.eip155 ?? {}, { caipNetworkId: 'solana:1' }),
      ),
    ],
    [
      'an account of another namespace',
      bent(draft =>
        Object.assign(draft.connections[0]?.namespaces.eip155 ?? {}, {
          accounts: [account('S', 'solana:1')],
        }),
      ),
    ],
    [
      'an account that is a page',
      bent(draft =>
        Object.assign(draft.connections[0]?.namespaces.eip155?.accounts[0] ?? {}, { caip10: 'eip155:1:<b>' }),
      ),
    ],
    [
      'an account of an unknown type',
      bent(draft => Object.assign(draft.connections[0]?.namespaces.eip155?.accounts[0] ?? {}, { type: 'x' })),
    ],
    [
      'active under a name of Object.prototype',
      stored(good).replace('"active":{"eip155"', '"active":{"__proto__"'),
    ],
    ['active under constructor', stored(good).replace('"active":{"eip155"', '"active":{"constructor"')],
    [
      'namespaces under a name of Object.prototype',
      stored({ ...good, active: {} }).replace('"namespaces":{"eip155"', '"namespaces":{"__proto__"'),
    ],
    ['half of it', stored(good).slice(0, 200)],
    [
      'too much of it',
      bent(draft =>
        draft.connections.push(...Array.from({ length: 200 }, (_, at) => ({ ...one, id: `c${at}` }))),
      ),
    ],
  ])('%s', (_name, text) => expect(paint(text)).toBeUndefined())

  it('no prototype is touched', () => {
    paint(stored(good).replace('"active":', '"__proto__":{"polluted":true},"active":'))
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('garbage never throws', () => {
    fc.assert(fc.property(fc.string(), text => void paint(text)))
    fc.assert(fc.property(fc.jsonValue(), data => void paint(stored(data))))
  })

  it('a good snapshot with any one value replaced by garbage never throws', () => {
    const paths: (readonly (string | number)[])[] = []
    const walk = (value: unknown, path: readonly (string | number)[]) => {
      if (path.length > 0) paths.push(path)
      if (typeof value === 'object' && value !== null) {
        for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key])
      }
    }
    walk(good, [])
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, garbage) => {
        const draft: unknown = structuredClone(good)
        const parent = path
          .slice(0, -1)
          .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], draft)
        Object.defineProperty(parent, path.at(-1) ?? '', {
          value: garbage,
          enumerable: true,
          configurable: true,
        })
        paint(stored(draft))
      }),
    )
  })
})
