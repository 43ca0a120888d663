import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { postRpc, rpcAnswerSchema, rpcCallSchema, rpcProxyEffects, rpcProxyMethods } from './rpcProxy.ts'
import { bundlerMethods } from './smartAccounts.ts'

describe('rpcProxyMethods', () => {
  it.each(Object.entries(rpcProxyMethods))(
    '%s: passes on no key, admin or test method',
    (namespace, methods) => {
      expect(new Set(methods).size).toBe(methods.length)
      const expected: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
        eip155: [
          /^(eth_|net_version$|net_listening$|web3_clientVersion$)/,
          /sign|accounts|sendTransaction$|coinbase|mining|[fF]ilter|subscribe/,
        ],
        solana: [/^(get|is|send|simulate)[A-Z]/, /Airdrop|ProgramAccounts|LargestAccounts|Blocks|Subscribe/],
        bip122: [/^GET$/, /^$/],
        stacks: [/^GET$/, /^$/],
        cosmos: [/^GET$/, /^$/],
        sui: [/^query$/, /^$/],
        polkadot: [
          /^(chain|state|system)_/,
          /Keys|Pairs|subscribe|submit|rotate|Peer|traceBlock|_call|query/,
        ],
      }
      const [own, never] = expected[namespace] ?? [/^$/, /./]
      for (const method of methods) {
        expect(method).toMatch(own)
        expect(method).not.toMatch(never)
      }
    },
  )

  it('lists each effect among the methods', () => {
    const all = [...Object.values(rpcProxyMethods).flat(), ...bundlerMethods]
    expect(rpcProxyEffects.every(method => all.includes(method))).toBe(true)
  })
})

describe('rpcCallSchema', () => {
  it.each([
    [{ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }],
    [{ jsonrpc: '2.0', id: 'a', method: 'eth_chainId', params: [] }],
    [{ jsonrpc: '2.0', id: null, method: 'eth_call', params: { to: '0x' } }],
    [{ jsonrpc: '2.0', method: 'eth_chainId' }],
  ])('takes %j', call => expect(v.parse(rpcCallSchema, call)).toEqual(call))
  it.each([
    [{ id: 1, method: 'eth_chainId' }],
    [{ jsonrpc: '1.0', id: 1, method: 'eth_chainId' }],
    [{ jsonrpc: '2.0', id: {}, method: 'eth_chainId' }],
    [{ jsonrpc: '2.0', id: true, method: 'eth_chainId' }],
    [{ jsonrpc: '2.0', id: 2 ** 60, method: 'eth_chainId' }],
    [{ jsonrpc: '2.0', id: 1, method: 7 }],
    [{ jsonrpc: '2.0', id: 1, method: '' }],
    [{ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: 'x' }],
    [{ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: null }],
    [null],
    ['eth_chainId'],
  ])('refuses %j', call => expect(v.is(rpcCallSchema, call)).toBe(false))
})

it('an answer is a result or an error', () => {
  const error = { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'nonce too low', data: '0x' } }
  expect(v.parse(rpcAnswerSchema, error)).toEqual(error)
  expect(v.parse(rpcAnswerSchema, { jsonrpc: '2.0', id: 1, result: null })).toEqual({
    jsonrpc: '2.0',
    id: 1,
    result: null,
  })
})

it('postRpc wants a CAIP-2 chain', () => {
  expect(v.is(postRpc.query, { projectId: 'p', chainId: 'eip155:1' })).toBe(true)
  expect(v.is(postRpc.query, { projectId: 'p', chainId: '1' })).toBe(false)
  expect(v.is(postRpc.query, { projectId: 'p' })).toBe(false)
})
