import { expect, test } from 'vitest'
import { askRegistered } from './askRegistered.ts'

const answering = (answer: unknown) => ({ request: async () => answer })
const refusal = { code: -32_000, message: 'User rejected' }

test('sends method and params as two arguments, as a method of the wallet', async () => {
  const calls: unknown[][] = []
  const wallet = {
    own: 'mine',
    async request(this: { own: string }, ...args: unknown[]) {
      calls.push([this.own, ...args])
      return { jsonrpc: '2.0', id: '1', result: 'yes' }
    },
  }
  expect(await askRegistered(wallet, 'getInfo')).toBe('yes')
  expect(await askRegistered(wallet, 'signMessage', { message: 'x' })).toBe('yes')
  expect(calls).toEqual([
    ['mine', 'getInfo'],
    ['mine', 'signMessage', { message: 'x' }],
  ])
})

test.each([
  ['an envelope', { jsonrpc: '2.0', id: 1, result: { a: 1 } }, { a: 1 }],
  ['an envelope of null', { jsonrpc: '2.0', id: 1, result: null }, null],
  ['an envelope with an empty error', { error: null, result: 1 }, 1],
  ['a bare answer', { addresses: [] }, { addresses: [] }],
  ['a bare list', [1], [1]],
  ['nothing', undefined, undefined],
])('opens %s', async (_what, answer, expected) => {
  expect(await askRegistered(answering(answer), 'm')).toEqual(expected)
})

test.each([
  ['answers', answering({ jsonrpc: '2.0', id: 1, error: refusal })],
  ['rejects with', { request: () => Promise.reject({ jsonrpc: '2.0', id: 1, error: refusal }) }],
  ['rejects with the error of', { request: () => Promise.reject(refusal) }],
])('a wallet that %s an envelope of an error fails with that error', async (_what, wallet) => {
  await expect(askRegistered(wallet, 'm')).rejects.toBe(refusal)
})

test.each([undefined, null, {}, { request: 1 }])('%j takes no requests', async wallet => {
  await expect(askRegistered(wallet, 'm')).rejects.toBeInstanceOf(TypeError)
})
