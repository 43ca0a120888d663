import { describe, expect, it } from 'vitest'
import type { Account } from '../../contract/account.ts'
import type { Connection } from '../../contract/connection.ts'
import { connectorStatus } from '../../engine/nouns/connections/chooseConnection.ts'
import { composeWallets, walletAccounts, walletNamespaces } from './composeWallets.ts'

const account = (address: string, type: Account['type'] = 'eoa', ns = 'eip155:1'): Account => ({
  caip10: `${ns}:${address}` as Account['caip10'],
  type,
})
const connection = (id: string, ns: string, ...accounts: readonly Account[]): Connection => ({
  id,
  walletId: `rdns:${id}`,
  transport: 'injected',
  type: 'INJECTED',
  wallet: { name: id },
  namespaces: { [ns]: { accounts, caipNetworkId: `${ns}:1` } },
})
const fox = connection('fox', 'eip155', account('0xa'), account('0xb'))
const otter = connection('otter', 'eip155', account('0xa'))
const satchel = connection('satchel', 'bip122', account('bc1q', 'payment'), account('bc1p', 'ordinals'))
const state = {
  connections: [otter, fox, satchel],
  active: {
    eip155: { connectionId: 'fox', caip10: account('0xb').caip10 },
    bip122: { connectionId: 'satchel', caip10: 'bip122:1:bc1p' as const },
  },
}

describe('ProfileWallets (SPEC-NOTES §2)', () => {
  it('lists active, connected and recent ones of a namespace; an address in two wallets is current in one', () => {
    const recent = { ...connection('heron', 'eip155', account('0xc')), status: 'disconnected' as const }
    const wallets = composeWallets(state, [recent], 'eip155')
    expect(wallets.active).toMatchObject({ connection: fox, current: '0xb' })
    expect(wallets.connected).toMatchObject([{ connection: otter, current: undefined }])
    expect(wallets.recents).toEqual([recent])
    expect(composeWallets(state, [recent], 'bip122').recents).toEqual([])
  })

  it('a bitcoin wallet is one row with its payment and its ordinals address, whichever is in use', () => {
    expect(composeWallets(state, [], 'bip122').active).toMatchObject({
      accounts: [{ address: 'bc1q', ordinals: 'bc1p', type: 'payment' }],
      current: 'bc1q',
    })
    expect(walletAccounts([account('bc1q', 'payment')])).toEqual([
      { address: 'bc1q', type: 'payment', label: undefined },
    ])
  })

  it('has one tab for each namespace of an adapter, a connection or a recent one', () => {
    expect(
      walletNamespaces([satchel, fox], [otter], [{ namespace: 'eip155' }, { namespace: 'solana' }]),
    ).toEqual(['eip155', 'solana', 'bip122'])
  })

  it.each([
    ['fox', 'eip155', 'connected'],
    ['otter', 'eip155', 'active'],
    ['otter', 'bip122', 'disconnected'],
    ['nobody', 'eip155', 'disconnected'],
  ])('the connector of %s in %s is %s (SPEC §4 "Connector status")', (id, namespace, status) => {
    expect(connectorStatus(state, id, namespace)).toBe(status)
  })
})
