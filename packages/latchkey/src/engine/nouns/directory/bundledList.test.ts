import { expect, test } from 'vitest'
import { findWallets, knownWallets } from './bundledList.ts'
import type { DirectoryQuery } from './directory.ts'

const own = 'wss://own.example'
const browsing = 'metamask coinbase trust phantom okx rabby bitget'

test.each<[DirectoryQuery, string]>([
  [{ device: 'phone', relay: own }, browsing],
  [{ device: 'phone', relay: own, exclude: ['trust', 'io.metamask'] }, 'coinbase phantom okx rabby bitget'],
  [{ device: 'phone', relay: own, include: ['rainbow', 'trust'] }, 'trust'],
  [{ device: 'phone', relay: own, search: 'trust' }, 'trust'],
  [{ device: 'phone', relay: own, search: 'metamsk' }, 'metamask'],
  [{ device: 'phone', relay: own, search: 'mm' }, 'metamask'],
  [{ device: 'phone', relay: own, search: 'rainbow' }, ''],
  [{ search: 'rainbwo' }, 'rainbow'],
  [{ device: 'phone', relay: 'wss://relay.walletconnect.org', search: 'rainbow' }, 'rainbow'],
  [{ search: 'bitkeep' }, 'bitget'],
])('%j finds %s', (query, ids) => {
  const { data, count } = findWallets(knownWallets([]), query)
  expect(data.map(({ id }) => id).join(' ')).toBe(ids)
  expect(count).toBe(data.length)
})
