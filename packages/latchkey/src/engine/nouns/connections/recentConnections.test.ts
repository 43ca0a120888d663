import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RecentConnection } from '../../../contract/connection.ts'
import { after, anyEvent, connection, part } from '../../fixtures/connections.ts'
import { restoredConnections } from './connectionsState.ts'
import { connectionsTransition } from './connectionsTransition.ts'
import { followRecents, mostRecentConnections, recentConnectionsKey } from './recentConnections.ts'

const empty = restoredConnections({ connections: [], active: {}, activeNamespace: 'eip155', chosen: {} })
const one = connection('one')
const two = connection('two', { eip155: part(['0xc']), solana: part(['S1'], 'solana:1') })
const connected = (...all: readonly (typeof one)[]) =>
  after(
    connectionsTransition,
    empty,
    ...all.map(each => ({ type: 'connected', connection: each, namespace: 'eip155' }) as const),
  )
const ended = (each: typeof one): RecentConnection => ({ ...each, status: 'disconnected' })

describe('followRecents (SPEC-NOTES §2 "recently connected")', () => {
  it('keeps what ended, the last first', () => {
    const first = followRecents([], connected(two), connected(one, two))
    expect(first).toEqual([ended(one)])
    expect(followRecents(first, empty, connected(two))).toEqual([ended(two), ended(one)])
  })

  it('keeps only the namespaces that ended', () => {
    const before = connected(two)
    const now = after(connectionsTransition, before, {
      type: 'disconnected',
      connectionId: 'two',
      namespace: 'solana',
    })
    expect(followRecents([], now, before)).toEqual([
      ended(connection('two', { solana: part(['S1'], 'solana:1') })),
    ])
  })

  it('a wallet that is connected again is none, whichever connection it is', () => {
    expect(followRecents([ended(one)], connected({ ...one, id: 'new' }), empty)).toEqual([])
  })

  it('one that takes the place of the same wallet leaves nothing behind', () => {
    expect(followRecents([], connected({ ...one, id: 'new' }), connected(one))).toEqual([])
  })

  it('a connection on the shelf has not ended', () => {
    const before = connected(one)
    const now = after(connectionsTransition, before, { type: 'shelved', connectionId: 'one' })
    expect(followRecents([], now, before)).toEqual([])
  })

  it('a picture that fills the store is left out', () => {
    const icon = `data:image/png;base64,${'A'.repeat(20_000)}`
    const heavy = { ...one, wallet: { name: 'one', icon } }
    expect(followRecents([], empty, connected(heavy))[0]?.wallet).toEqual({ name: 'one' })
  })

  it('the same list while nothing changed, never more than are kept, never one that is connected', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 20 }), events => {
        let state = empty
        let recents: readonly RecentConnection[] = []
        for (const event of events) {
          const next = connectionsTransition(state, event)
          recents = followRecents(recents, next, state)
          expect(followRecents(recents, next, next)).toBe(recents)
          expect(recents.length).toBeLessThanOrEqual(mostRecentConnections)
          for (const { walletId, namespaces } of recents) {
            for (const other of next.connections.filter(each => each.walletId === walletId)) {
              expect(Object.keys(other.namespaces).filter(ns => namespaces[ns])).toEqual([])
            }
          }
          state = next
        }
      }),
    )
  })
})

describe('the stored list (F33)', () => {
  it.each<[string, unknown, boolean]>([
    ['nothing', [], true],
    ['one', [ended(one)], true],
    ['an unknown status: an error when it is used, not a lost list', [{ ...one, status: 'paused' }], true],
    ['no status', [one], false],
    ['a status that is no word', [{ ...one, status: 'x'.repeat(33) }], false],
    ['no list', { 0: ended(one) }, false],
    ['something that is no connection', [{ status: 'disconnected' }], false],
    ['null', [null], false],
    ['too many', Array.from({ length: 101 }, () => ended(one)), false],
  ])('%s', (_name, data, isSound) => {
    expect(recentConnectionsKey.parse(data)).toEqual(isSound ? data : undefined)
  })
})
