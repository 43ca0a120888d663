import { describe, expect, it } from 'vitest'
import { testFacts } from '../../../chains/fixtures/testFacts.ts'
import { resolveConfig } from '../../base/config.ts'
import { connection } from '../../fixtures/connections.ts'
import { restoredConnections } from './connectionsState.ts'
import { initialConnections } from './initialConnections.ts'

const network = {
  id: 5,
  name: 'Five',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}
const snapshot = {
  connections: [connection('one')],
  active: { eip155: { connectionId: 'one', caip10: 'eip155:1:0xa' as const } },
  activeNamespace: 'eip155',
  chosen: {},
}

describe('the first paint', () => {
  it('is the stored snapshot, still to be confirmed', () => {
    const state = initialConnections(resolveConfig({ projectId: 'p' }), snapshot)
    expect(state).toEqual(restoredConnections(snapshot))
    expect(state).toMatchObject({ status: { eip155: 'connecting' }, unconfirmed: ['one'] })
  })

  it('is nothing with enableReconnect: false (SPEC §4)', () => {
    const state = initialConnections(resolveConfig({ projectId: 'p', enableReconnect: false }), snapshot)
    expect(state).toMatchObject({ connections: [], active: {}, status: {}, unconfirmed: [] })
  })

  it('a namespace that the host has given up since is not the active one', () => {
    const config = resolveConfig({ projectId: 'p', networks: [network] })
    const since = { ...snapshot, activeNamespace: 'solana' }
    expect(initialConnections(config, since)).toMatchObject({
      activeNamespace: 'eip155',
      unconfirmed: ['one'],
    })
    const adapters = ['eip155', 'solana'].map(namespace => ({
      namespace,
      facts: testFacts(namespace),
      discover: () => () => undefined,
      load: async () => ({}) as never,
    }))
    const still = resolveConfig({ projectId: 'p', networks: [network], adapters })
    expect(initialConnections(still, since).activeNamespace).toBe('solana')
  })

  it('starts on the default network and namespace', () => {
    const config = resolveConfig({
      projectId: 'p',
      networks: [network],
      defaultNetwork: 'eip155:5',
      defaultNamespace: 'solana',
    })
    expect(initialConnections(config, undefined)).toMatchObject({
      activeNamespace: 'solana',
      chosen: { eip155: 'eip155:5' },
    })
  })
})
