import { describe, expect, it } from 'vitest'
import { EnvironmentError } from '../../core/settings/environmentError.ts'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { settingsSecrets } from '../../settingsSecrets.ts'
import { listIndexedChains } from './listIndexedChains.ts'

const upstreams = JSON.stringify({
  'eip155:1': ['https://a.example'],
  'eip155:10': ['https://b.example'],
})
const provided = JSON.stringify({ 'eip155:1': { type: 'etherscan', key: 'SECRETKEY' } })
const chainsOf = (environment: Record<string, string>) =>
  listIndexedChains(parseEnvironment({ RPC_UPSTREAMS: upstreams, ...environment }))

describe('which chains are indexed', () => {
  it.each([
    [{}, ['eip155:1', 'eip155:10']],
    [{ INDEX_CHAINS: 'all' }, ['eip155:1', 'eip155:10']],
    [{ INDEX_CHAINS: 'none' }, []],
    [{ INDEX_CHAINS: 'eip155:10, eip155:99' }, ['eip155:10']],
    [{ HISTORY_PROVIDERS: provided }, ['eip155:10']],
    [{ HISTORY_PROVIDERS: provided, INDEX_CHAINS: 'eip155:1' }, ['eip155:1']],
  ])('%o: %o', (environment, expected) => {
    expect(chainsOf(environment)).toEqual(expected)
  })
})

describe('the settings of indexer and history', () => {
  it('has defaults that ask little of a node', () => {
    const { indexer, history } = parseEnvironment({})
    expect(indexer).toEqual({
      chains: undefined,
      startBlocks: new Map(),
      finality: 64,
      pollInterval: 1_000,
      range: 1_000,
      traces: false,
    })
    expect(history).toEqual({ providers: new Map(), spamTokens: new Set() })
  })

  it('reads what is set', () => {
    const { indexer, history } = parseEnvironment({
      INDEX_START_BLOCKS: '{"eip155:1":19000000}',
      HISTORY_PROVIDERS: provided,
      SPAM_TOKENS: `eip155:1:0x${'AB'.repeat(20)}`,
    })
    expect(indexer.startBlocks).toEqual(new Map([['eip155:1', 19_000_000]]))
    expect(history.providers.get('eip155:1')).toEqual({
      type: 'etherscan',
      url: 'https://api.etherscan.io/v2/api',
      key: 'SECRETKEY',
    })
    expect(history.spamTokens).toEqual(new Set([`eip155:1:0x${'ab'.repeat(20)}`]))
  })

  it.each([
    ['INDEX_CHAINS', 'solana:x'],
    ['INDEX_CHAINS', 'eip155:1;eip155:2'],
    ['INDEX_START_BLOCKS', '{"eip155:1":-1}'],
    ['INDEX_START_BLOCKS', '{"eip155:1":"1"}'],
    ['INDEX_START_BLOCKS', '[]'],
    ['INDEX_FINALITY_BLOCKS', '0'],
    ['INDEX_POLL_MS', '1'],
    ['INDEX_RANGE_BLOCKS', '0'],
    ['HISTORY_PROVIDERS', '{"eip155:1":{"type":"other"}}'],
    ['HISTORY_PROVIDERS', '{"eip155:1":{"type":"etherscan","url":"http://a.example"}}'],
    ['HISTORY_PROVIDERS', '{"eip155:1":{"type":"etherscan","extra":1}}'],
    ['HISTORY_PROVIDERS', '{"solana:x":{"type":"etherscan"}}'],
    ['SPAM_TOKENS', '0x12'],
  ])('%s=%s is one problem', (name, value) => {
    expect(() => parseEnvironment({ [name]: value })).toThrow(EnvironmentError)
    expect(() => parseEnvironment({ [name]: value })).toThrow(new RegExp(`^${name} must `))
  })

  it('T44: counts the keys of providers among the secrets', () => {
    expect(settingsSecrets(parseEnvironment({ HISTORY_PROVIDERS: provided }))).toContain('SECRETKEY')
  })
})
