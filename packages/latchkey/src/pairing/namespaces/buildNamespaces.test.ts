import { expect, test } from 'vitest'
import { knownNamespaces } from '../../contract/namespaces.ts'
import { toNetwork } from '../../contract/network.ts'
import { base, mainnet } from '../../contract/networks/evm.ts'
import { solana } from '../../contract/networks/solana.ts'
import { buildNamespaces } from './buildNamespaces.ts'
import { namespaceData } from './namespaceData.ts'

test('every namespace of the product has methods and events, and none asks for eth_sign', () => {
  expect(Object.keys(namespaceData).sort()).toEqual([...knownNamespaces].sort())
  for (const { methods, events } of Object.values(namespaceData)) {
    expect(methods.length).toBeGreaterThan(0)
    expect(events.length).toBeGreaterThan(0)
    expect(new Set([...methods, ...events]).size).toBe(methods.length + events.length)
  }
  expect(namespaceData.eip155?.methods).not.toContain('eth_sign')
})

test('the active network is asked for first, each once', () => {
  const asked = buildNamespaces([mainnet, base, mainnet, solana], base.caipNetworkId)
  expect(asked.eip155?.chains).toEqual(['eip155:8453', 'eip155:1'])
  expect(asked.solana?.chains).toEqual([solana.caipNetworkId])
  expect(Object.keys(buildNamespaces([mainnet], solana.caipNetworkId))).toEqual(['eip155'])
  // What a chain was called before (SPEC §3 `deprecatedCaipNetworkId`).
  expect(asked.solana?.aliases).toEqual({ [String(solana.deprecatedCaipNetworkId)]: solana.caipNetworkId })
  expect(asked.eip155).not.toHaveProperty('aliases')
})

test('a namespace that pairing knows nothing of is left out', () => {
  const eighth = toNetwork({
    ...mainnet,
    chainNamespace: 'eighth',
    caipNetworkId: 'eighth:1',
    id: '1',
  })
  expect(buildNamespaces([eighth])).toEqual({})
})
