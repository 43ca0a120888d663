import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addressOf,
  type CaipAddress,
  type CaipNetworkId,
  isCaipNetworkId,
  namespaceOf,
  networkIdOf,
  toCaipAddress,
} from './caip.ts'
import { isLatchkeyError } from './error.ts'
import { knownNamespaces } from './namespaces.ts'
import { parseCaipAddress, parseCaipNetworkId } from './parseCaip.ts'

const text = (alphabet: string, maxLength: number, minLength = 1) =>
  fc.array(fc.constantFrom(...alphabet), { minLength, maxLength }).map(characters => characters.join(''))
const letters = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const reference = text(`${letters}${letters.toUpperCase()}${digits}-_`, 32)
const address = text(`${letters}${letters.toUpperCase()}${digits}-.%`, 128)
const known = fc.constantFrom(...knownNamespaces)
const anyNamespace = text(`${letters}${digits}-`, 8, 3)

test('what a CAIP-10 address is split into makes it again', () => {
  fc.assert(
    fc.property(known, reference, address, (namespace, chain, own) => {
      const id = `${namespace}:${chain}:${own}` as CaipAddress
      expect(parseCaipAddress(id)).toEqual({ chainNamespace: namespace, chainId: chain, address: own })
      expect(toCaipAddress(networkIdOf(id), addressOf(id))).toBe(id)
      expect(namespaceOf(id)).toBe(namespace)
    }),
  )
})

test('what a CAIP-2 id is split into makes it again, for any namespace', () => {
  fc.assert(
    fc.property(anyNamespace, reference, (namespace, chain) => {
      const id = `${namespace}:${chain}` as CaipNetworkId
      expect(parseCaipNetworkId(id)).toEqual({ chainNamespace: namespace, chainId: chain })
      expect(isCaipNetworkId(id)).toBe(true)
      expect(isCaipNetworkId(id, namespace)).toBe(true)
      expect(isCaipNetworkId(id, 'other')).toBe(namespace === 'other')
    }),
  )
})

test.each([
  'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:6tE4sJ1qN8ZpH4cGX6fXkEwFq2q3B1hY3tJ9aV5mWn2R',
  'bip122:000000000019d6689c085ae165831e93:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182:12QZxxGwDj4nwZHpcZrVDDWcVvbYDk1VwhXEXn2hR4iWqGpP',
  'cosmos:cosmoshub-4:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0',
  'sui:mainnet:0x02a212de6a9dfa3a69e22387acfbafbb1a9e591bd9d636e7895dcfc8de05f331',
  'stacks:2147483648:ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM',
])('the seven namespaces of SPEC §1 are taken: %s', id => {
  expect(Object.values(parseCaipAddress(id)).join(':')).toBe(id)
})

const notAddresses = [
  '',
  ':',
  '::',
  'eip155',
  'eip155:1',
  'eip155:1:',
  'eip155::0xabc',
  ':1:0xabc',
  'eip155:1:0xabc:more',
  'tron:1:abc',
  'EIP155:1:0xabc',
  'toString:1:abc',
  'eip155:1:0x abc',
  'eip155:1:0xabc\n',
  'eip155:1 :0xabc',
  `eip155:${'1'.repeat(33)}:0xabc`,
  `eip155:1:${'a'.repeat(129)}`,
  'eip155:1:<script>',
]

test.each(notAddresses)('SPEC §8 %j is an invalid CAIP-10 address', value => {
  expect(() => parseCaipAddress(value)).toThrow(
    expect.objectContaining({
      name: 'LatchkeyError',
      code: 'INVALID_CAIP_ADDRESS',
      kind: 'invalid',
      message: `Invalid CAIP-10 address: ${value}`.slice(0, 185),
    }),
  )
})

test.each([undefined, null, 42, {}, ['eip155:1:0xabc'], Object.create(null), Symbol('x')])(
  'SPEC §8 a value that is no text is an invalid CAIP address (%#)',
  value => {
    expect(() => parseCaipAddress(value as string)).toThrow(
      expect.objectContaining({ code: 'CAIP_ADDRESS_MISSING', message: 'Invalid CAIP Address' }),
    )
  },
)

test('an eighth namespace is taken when its adapter brings it', () => {
  expect(parseCaipAddress('tron:0x2b6653dc:T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', ['tron'])).toMatchObject({
    chainNamespace: 'tron',
  })
})

test.each([
  '',
  ':',
  'eip155',
  'eip155:',
  ':1',
  'eip155:1:2',
  'ei:1',
  'namespace9:1',
  'eip155:1 ',
  'EIP155:1',
  `eip155:${'1'.repeat(33)}`,
])('SPEC §8 %j is an invalid CAIP-2 network id', value => {
  expect(() => parseCaipNetworkId(value)).toThrow(
    expect.objectContaining({
      code: 'INVALID_CAIP_NETWORK_ID',
      message: `Invalid CAIP-2 network id: ${value}`,
      context: { value },
    }),
  )
  expect(isCaipNetworkId(value)).toBe(false)
})

function expectOurError(parse: (value: string) => unknown, value: unknown): void {
  try {
    parse(value as string)
  } catch (error) {
    expect(isLatchkeyError(error)).toBe(true)
    expect((error as Error).message.length).toBeLessThan(200)
  }
}

test('whatever is thrown at them, the parsers throw errors of ours, of bounded length', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.string()), value => {
      expectOurError(parseCaipAddress, value)
      expectOurError(parseCaipNetworkId, value)
      expect(typeof isCaipNetworkId(value)).toBe('boolean')
    }),
  )
  const megabytes = 'a:'.repeat(1_000_000)
  expectOurError(parseCaipAddress, megabytes)
  expectOurError(parseCaipNetworkId, megabytes)
})
