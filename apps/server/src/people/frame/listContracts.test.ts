import type { CaipNetworkId } from 'latchkey/contract'
import { frameSiteSchema, mostFrameContracts, mostFrameNetworks } from 'latchkey/services'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { Token } from '../../data/chains/chainFacts.ts'
import { readChainSettings } from '../../data/chains/readChainSettings.ts'
import { listContracts } from './listContracts.ts'
import { listNetworks } from './listNetworks.ts'

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const tokenOf = (at: number): Token => ({
  address: `0x${at.toString(16).padStart(40, '0')}`,
  name: 'Token',
  symbol: 'T',
  decimals: 18,
})
const chains = JSON.stringify({
  'eip155:1337': {
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    wrapped: weth.toLowerCase(),
    routers: [router],
  },
  'eip155:1338': { name: 'Bare', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
})
const { described } = readChainSettings((name, fallback, parse) =>
  name === 'CHAINS' ? parse(chains) : (fallback as never),
)

test('S1: the wallet page gets the contracts of CHAINS and of TOKEN_LISTS', () => {
  const tokens = new Map<CaipNetworkId, readonly Token[]>([['eip155:1337', [tokenOf(1)]]])
  expect(listContracts({ described, tokens })).toEqual({
    'eip155:1337': {
      wrapped: weth,
      routers: [router],
      tokens: [tokenOf(1).address],
      words: [['T', 18]],
    },
  })
})

test('S1: long lists are cut to what the page takes, and the rest stays known', () => {
  const many = Array.from({ length: 300 }, (_, at) => tokenOf(at + 1))
  const tokens = new Map<CaipNetworkId, readonly Token[]>([
    ['eip155:1', many],
    ['eip155:1337', many],
  ])
  const contracts = listContracts({ described, tokens })
  expect(contracts['eip155:1']?.tokens).toHaveLength(mostFrameContracts - 2)
  expect(contracts['eip155:1']?.words).toHaveLength(mostFrameContracts - 2)
  expect(contracts['eip155:1337']).toEqual({ wrapped: weth, routers: [router] })
  const site = {
    projectId: 'shop',
    origins: [],
    loopback: false,
    services: 'https://api.example.com',
    asked: null,
  }
  expect(v.is(frameSiteSchema, { ...site, contracts })).toBe(true)
  const one = [...many.slice(0, mostFrameContracts + 1)].map(({ address }) => address)
  expect(v.is(frameSiteSchema, { ...site, contracts: { 'eip155:1': { tokens: one } } })).toBe(false)
})

test('the wallet page gets the names and currencies of CHAINS, as many as it takes', () => {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const networks = listNetworks({ described })
  expect(networks).toEqual({
    'eip155:1337': { name: 'Local', nativeCurrency },
    'eip155:1338': { name: 'Bare', nativeCurrency },
  })
  const [first] = described
  if (!first) throw new Error('no chain')
  const many = Array.from({ length: 300 }, (_, at) => ({ ...first, id: `eip155:${at + 1}` as const }))
  expect(Object.keys(listNetworks({ described: many }))).toHaveLength(mostFrameNetworks)
  const site = {
    projectId: 'shop',
    origins: [],
    loopback: false,
    services: 'https://api.example.com',
    asked: null,
  }
  expect(v.is(frameSiteSchema, { ...site, networks: listNetworks({ described: many }) })).toBe(true)
  const tooMany = Object.fromEntries(many.map(({ id }) => [id, { name: 'N', nativeCurrency }]))
  expect(v.is(frameSiteSchema, { ...site, networks: tooMany })).toBe(false)
})
