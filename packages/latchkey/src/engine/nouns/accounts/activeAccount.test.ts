import { expect, test } from 'vitest'
import { toNetwork } from '../../../contract/network.ts'
import { createMachine } from '../../base/machine.ts'
import { connection, part } from '../../fixtures/connections.ts'
import { restoredConnections } from '../connections/connectionsState.ts'
import { connectionsTransition } from '../connections/connectionsTransition.ts'
import { activeAccount } from './activeAccount.ts'
import { activeNetwork } from './activeNetwork.ts'

const mainnet = toNetwork({
  id: 1,
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

function setUp() {
  const connections = createMachine(
    restoredConnections({ connections: [], active: {}, activeNamespace: 'eip155', chosen: {} }),
    connectionsTransition,
  )
  const ctx = { connections, config: { networks: [mainnet] } }
  const connect = (namespace: string, address: string, chain: string) =>
    connections.dispatch({
      type: 'connected',
      connection: connection(address, { [namespace]: part([address], chain) }),
      namespace,
    })
  return { ctx, connect, connections }
}

test('no account is active before a connection; the network is known all the same', () => {
  const { ctx } = setUp()
  expect([activeAccount(ctx), activeNetwork(ctx)]).toEqual([undefined, mainnet])
})

test('is the account of the active namespace, or of the one that is asked for, on its network', () => {
  const { ctx, connect, connections } = setUp()
  connect('eip155', '0xa', 'eip155:1')
  const ours = {
    key: 'eip155:1:0xa',
    namespace: 'eip155',
    caip10: 'eip155:1:0xa',
    owner: 'eip155:1:0xa',
    address: '0xa',
    network: mainnet,
  }
  expect(activeAccount(ctx)).toMatchObject(ours)
  connect('solana', 'B0b', 'solana:main')
  connections.dispatch({ type: 'namespaceChosen', namespace: 'solana' })
  expect(activeAccount(ctx)).toMatchObject({ namespace: 'solana', address: 'B0b' })
  expect(activeAccount(ctx, 'eip155')).toMatchObject(ours)
})

test('on a network that the host does not list, it is on the placeholder of that network', () => {
  const { ctx, connect } = setUp()
  connect('eip155', '0xa', 'eip155:77')
  expect(activeAccount(ctx)?.network).toMatchObject({ caipNetworkId: 'eip155:77' })
  expect(activeAccount(ctx)?.network).not.toHaveProperty('nativeCurrency.symbol', 'ETH')
})
