import { ProviderRpcError, testAccounts } from '@latchkey/testing'
import fc from 'fast-check'
import { stringToHex } from 'viem'
import { expect, test } from 'vitest'
import { phoneMethods, readRequest } from './readRequest.ts'

const [first, second] = testAccounts.map(({ address }) => address)

test.each([
  ['text', ['Hello', first], { text: 'Hello', hex: stringToHex('Hello') }],
  ['text in hexadecimal', [stringToHex('Grüße\n🙂'), first], { text: 'Grüße\n🙂' }],
  ['either order', [first, 'Hello'], { text: 'Hello' }],
  ['bytes that are no text', ['0xdeadbeef', first], { hex: '0xdeadbeef' }],
  ['controls are no text', ['a\u0001b', first], { hex: '0x610162' }],
  ['what hides is written out', ['pay\u202eme', first], { text: 'pay⟨U+202E⟩me' }],
  ['an odd number of digits is text', ['0xabc', first], { text: '0xabc' }],
])('a message: %s', (_, params, expected) => {
  const asked = readRequest('personal_sign', params)
  expect(asked).toMatchObject({ kind: 'message', account: first, ...expected })
  expect('text' in asked).toBe('text' in expected)
})

test.each([
  [
    { from: first, to: second, value: '0x10' },
    { to: second, value: 16n, isSent: true },
  ],
  [{ from: first, to: second }, { value: 0n }],
  [
    { from: first, input: '0x6001' },
    { data: '0x6001', value: 0n },
  ],
  [{ from: first, to: second, data: '0x' }, { value: 0n }],
])('a transaction: %j', (transaction, expected) => {
  expect(readRequest('eth_sendTransaction', [transaction])).toMatchObject({
    kind: 'transaction',
    ...expected,
  })
})

const types = {
  Person: [
    { name: 'name', type: 'string' },
    { name: 'wallets', type: 'address[]' },
  ],
  Mail: [
    { name: 'from', type: 'Person' },
    { name: 'amount', type: 'uint256' },
  ],
}

test('typed data is what its types name, line by line; a field that they do not name is not signed and not shown', () => {
  const data = {
    types,
    primaryType: 'Mail',
    domain: { name: 'Shop', chainId: 31337 },
    message: { from: { name: 'An\u200bna', wallets: [first, second] }, amount: '5', hidden: 'x' },
  }
  const expected = {
    kind: 'typedData',
    account: first,
    primaryType: 'Mail',
    domain: [
      { name: 'name', value: 'Shop' },
      { name: 'chainId', value: '31337' },
    ],
    message: [
      { name: 'from.name', value: 'An⟨U+200B⟩na' },
      { name: 'from.wallets[0]', value: first },
      { name: 'from.wallets[1]', value: second },
      { name: 'amount', value: '5' },
    ],
  }
  expect(readRequest('eth_signTypedData_v4', [first, data])).toEqual(expected)
  expect(readRequest('eth_signTypedData_v4', [first, JSON.stringify(data)])).toEqual(expected)
})

test('another network', () => {
  expect(readRequest('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toEqual({
    kind: 'network',
    chainId: 31338,
  })
})

const way = { asset: 'eip155:31337/slip44:60', amount: '0x10', recipient: `eip155:31337:${second}` }
test('a payment is each of its ways, in their order', () => {
  const inToken = { ...way, asset: `eip155:31337/erc20:${first}` }
  expect(readRequest('wallet_pay', [{ acceptedPayments: [inToken, way] }])).toEqual({
    kind: 'payment',
    ways: [
      { chain: 'eip155:31337', to: second, amount: 16n, token: first },
      { chain: 'eip155:31337', to: second, amount: 16n },
    ],
  })
})

const recursive = { A: [{ name: 'a', type: 'A' }] }
const deep = JSON.parse(`${'{"a":'.repeat(30)}{}${'}'.repeat(30)}`)
test.each([
  ['eth_sign', [first, '0x'], 4200],
  ['toString', [], 4200],
  ['eth_signTypedData', [], 4200],
  ['personal_sign', ['x'.repeat(64_001), first], -32602],
  ['personal_sign', [{}, first], -32602],
  ['personal_sign', ['Hello'], -32602],
  ['eth_sendTransaction', [{ to: second }], -32602],
  ['eth_sendTransaction', [{ from: first, to: 'vitalik.eth' }], -32602],
  ['eth_sendTransaction', [{ from: first, to: second, value: 5 }], -32602],
  ['eth_sendTransaction', [{ from: first, data: 'ff' }], -32602],
  ['eth_signTypedData_v4', [first, '{'], -32602],
  ['eth_signTypedData_v4', [first, { types, primaryType: 'toString', message: {} }], -32602],
  ['eth_signTypedData_v4', [first, { types: recursive, primaryType: 'A', message: deep }], -32602],
  ['wallet_switchEthereumChain', [{ chainId: 31338 }], -32602],
  ['wallet_pay', [{ acceptedPayments: [] }], -32602],
  ['wallet_pay', [{ acceptedPayments: [{ ...way, recipient: 'eip155:31337:0x1' }] }], -32602],
  ['wallet_pay', [{ acceptedPayments: [{ ...way, recipient: `eip155:1:${second}` }] }], -32602],
  ['wallet_pay', [{ acceptedPayments: [{ ...way, asset: 'eip155:31337/erc721:0x1/2' }] }], -32602],
  ['wallet_switchEthereumChain', [{ chainId: '0xffffffffffffffffff' }], -32602],
])('%s %j is refused', (method, params, code) => {
  expect(() => readRequest(method, params)).toThrow(expect.objectContaining({ code }))
})

test('whatever is asked, it is shown or refused with a wallet’s error', () => {
  fc.assert(
    fc.property(fc.constantFrom(...phoneMethods, 'other'), fc.anything(), (method, params) => {
      try {
        readRequest(method, params)
      } catch (error) {
        expect(error).toBeInstanceOf(ProviderRpcError)
      }
    }),
    { numRuns: 500 },
  )
})

test('typed data whose domain has more than its type signs is refused: it would be shown and not signed', () => {
  const typed = (fields: readonly string[]) => ({
    types: {
      EIP712Domain: fields.map(name => ({ name, type: name === 'chainId' ? 'uint256' : 'string' })),
      Note: [{ name: 'text', type: 'string' }],
    },
    primaryType: 'Note',
    domain: { name: 'Shop', chainId: 1 },
    message: { text: 'Hello' },
  })
  const read = (fields: readonly string[]) =>
    readRequest('eth_signTypedData_v4', [first, JSON.stringify(typed(fields))])
  expect(read(['name', 'chainId'])).toMatchObject({ kind: 'typedData' })
  expect(() => read(['name'])).toThrow('chainId of the domain would be shown and not signed.')
})
