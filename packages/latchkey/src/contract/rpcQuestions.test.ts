import { describe, expect, it } from 'vitest'
import { isProxiedQuestion } from './rpcQuestions.ts'
import { suiDocuments } from './suiDocuments.ts'

const get = (path: unknown, ...more: unknown[]) => ({ method: 'GET', params: [path, ...more] })
const query = (...params: unknown[]) => ({ method: 'query', params })

describe('what the proxy passes on to REST and GraphQL nodes', () => {
  it.each([
    ['bip122', get('/address/bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')],
    ['bip122', get('/address/3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy')],
    ['bip122', get('/block-height/0')],
    ['bip122', get('/blocks/tip/height')],
    ['stacks', get('/v2/info')],
    ['stacks', get('/v2/accounts/SP3F7GQ48JY59521DZEE6KABHBF4Q33PEYJ823ZXQ')],
    ['stacks', get('/v2/accounts/SP3F7GQ48JY59521DZEE6KABHBF4Q33PEYJ823ZXQ?proof=0')],
    ['cosmos', get('/cosmos/base/tendermint/v1beta1/node_info')],
    ['cosmos', get('/cosmos/bank/v1beta1/balances/cosmos1abcdefgh')],
    ['cosmos', get('/cosmos/bank/v1beta1/balances/cosmos1abcdefgh/by_denom?denom=uatom')],
    ['cosmos', get('/cosmos/bank/v1beta1/balances/osmo1abcdefgh/by_denom?denom=ibc%2F27394FB0')],
    ['sui', query(suiDocuments.genesis)],
    ['sui', query(suiDocuments.balance, { owner: '0x2' })],
    ['eip155', { method: 'eth_call', params: [{}] }],
  ])('%s: %j', (namespace, call) => expect(isProxiedQuestion(namespace, call)).toBe(true))

  it.each([
    ['bip122', get('/address/bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq/txs')],
    ['bip122', get('/address/../tx')],
    ['bip122', get('/address/bc1qar0srrr7xfkvy5l643lydnw9re59gtzz%2e%2e')],
    ['bip122', get('/block-height/1')],
    ['bip122', get('/blocks/tip/height\n')],
    ['bip122', get('/blocks/tip/height', 'more')],
    ['bip122', get('/v2/info')],
    ['bip122', get('https://other.example/blocks/tip/height')],
    ['bip122', get('//other.example/blocks/tip/height')],
    ['bip122', get('/blocks/tip/height?key=1')],
    ['bip122', get(['/blocks/tip/height'])],
    ['bip122', { method: 'GET' }],
    ['bip122', { method: 'GET', params: { path: '/blocks/tip/height' } }],
    ['stacks', get('/v2/accounts/SP3F7GQ48JY59521DZEE6KABHBF4Q33PEYJ823ZXQ?proof=1')],
    ['stacks', get('/v2/transactions')],
    ['cosmos', get('/cosmos/bank/v1beta1/balances/cosmos1abcdefgh/by_denom?denom=uatom&x=1')],
    ['cosmos', get('/cosmos/bank/v1beta1/balances/cosmos1abcdefgh/by_denom?denom=a#b')],
    ['cosmos', get('/cosmos/tx/v1beta1/txs')],
    ['sui', query('{ chainIdentifier }')],
    ['sui', query(`${suiDocuments.genesis} `)],
    ['sui', query(suiDocuments.balance, { owner: { deep: 1 } })],
    ['sui', query(suiDocuments.balance, { owner: 'x'.repeat(129) })],
    ['sui', query(suiDocuments.balance, ['0x2'])],
    ['sui', query(suiDocuments.balance, { a: '', b: '', c: '', d: '', e: '' })],
    ['sui', query(suiDocuments.balance, {}, {})],
    ['sui', get('/v2/info')],
    ['polkadot', get('/v2/info')],
    ['__proto__', get('/v2/info')],
    ['constructor', query(suiDocuments.genesis)],
    ['bip122', get('/address/bc1qar0srrr7xfkvy5l643lydnw9re59gtzz%2ftxs')],
    ['bip122', get('/address/bc1qar0srrr7xfkvy5l643lydnw9re59gtzz\r\nHost: evil')],
    ['bip122', get('/block-height/0?x')],
    ['stacks', get('/v2/accounts/SP3F7GQ48JY59521DZEE6KABHBF4Q33PEYJ823ZXQ/../../info')],
    ['cosmos', get('/cosmos/bank/v1beta1/balances/..')],
    ['cosmos', get('/cosmos/bank/v1beta1/balances/cosmos1abcdefgh/by_denom?denom=')],
    ['sui', query(`${suiDocuments.head} query more { x }`)],
  ])('T118 not %s: %j', (namespace, call) => expect(isProxiedQuestion(namespace, call)).toBe(false))
})
