import { expect, test } from 'vitest'
import type { ProviderChange } from '../../../contract/adapter.ts'
import type { CaipAddress } from '../../../contract/caip.ts'
import type { PairedSession, PairingEvents } from '../../../pairing/pairing.ts'
import { connection } from '../../fixtures/connections.ts'
import { isConnection } from '../connections/snapshot.ts'
import { plainAdapter } from './plainAdapter.ts'
import type { SessionClient } from './sessionClient.ts'

const [one, other] = ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:One', 'solana:other:Two'] as const
const second = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:Two'

/** A wallet's session whose accounts a test changes. */
function startSession(first: readonly CaipAddress[]) {
  const listeners: ((event: PairingEvents['sessionChanged']) => void)[] = []
  let session = { topic: 'a', expiresAt: 1, namespaces: { solana: { accounts: first } } } as never
  const pairing = {
    get sessions(): readonly PairedSession[] {
      return [session]
    },
    on: (_type: string, listener: (typeof listeners)[number]) => listeners.push(listener),
  }
  const told: ProviderChange[] = []
  plainAdapter({ pairing } as unknown as SessionClient, 'a', 'solana').watch({}, change => told.push(change))
  return {
    told,
    /** As the wallet says it, with a later end. */
    change(accounts: readonly CaipAddress[]) {
      session = { topic: 'a', expiresAt: 2, namespaces: { solana: { accounts } } } as never
      for (const listener of listeners) listener({ session })
    },
  }
}

test('a wallet that only prolongs its session reports nothing: the account that the visitor chose stays', () => {
  const { told, change } = startSession([one, second])
  change([one, second])
  expect(told).toEqual([])
})

test('reports other accounts, or another network, each time', () => {
  const { told, change } = startSession([one, second])
  change([second, one])
  change([other])
  change([one, second])
  expect(
    told.map(each => (each.type === 'accounts' ? each.accounts.map(({ caip10 }) => caip10) : each)),
  ).toEqual([
    { type: 'network', caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
    [second, one],
    { type: 'network', caipNetworkId: 'solana:other' },
    [other],
    { type: 'network', caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
    [one, second],
  ])
})

test('reports no more accounts than the next page reads back', () => {
  const { told, change } = startSession([one])
  change(Array.from({ length: 1_024 }, (_, at) => `solana:other:${at}` as const))
  const part = { accounts: told.flatMap(each => (each.type === 'accounts' ? each.accounts : [])) }
  const stored = connection('a', { solana: { ...part, caipNetworkId: 'solana:other' } })
  expect(part.accounts).not.toEqual([])
  expect(isConnection(stored)).toBe(true)
})
