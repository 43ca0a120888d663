import fc from 'fast-check'
import { hashTypedData as viemHash } from 'viem'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../../packages/testing/src/fixtures/anyCharacter.ts'
import { toHex } from '../../keys/bytes.ts'
import { hashTypedData, readTypedData, typedTree } from './typedData.ts'

const domain = {
  name: 'Shop',
  version: '1',
  chainId: 1,
  verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
}
const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
const types = {
  EIP712Domain: domainType,
  Person: [
    { name: 'name', type: 'string' },
    { name: 'wallets', type: 'address[]' },
  ],
  Mail: [
    { name: 'from', type: 'Person' },
    { name: 'to', type: 'Person[2]' },
    { name: 'contents', type: 'string' },
    { name: 'raw', type: 'bytes' },
    { name: 'tag', type: 'bytes4' },
    { name: 'grid', type: 'int16[][2]' },
    { name: 'urgent', type: 'bool' },
    { name: 'amount', type: 'uint256' },
  ],
}
const wallet = '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826'
const message = {
  from: { name: 'Ada', wallets: [wallet, wallet.toLowerCase()] },
  to: [
    { name: 'Béla', wallets: [] },
    { name: '🜁', wallets: [wallet] },
  ],
  contents: 'Hello',
  raw: '0xdeadbeef',
  tag: '0x12345678',
  grid: [[1, -2], []],
  urgent: false,
  amount: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
}
const mail = { types, primaryType: 'Mail', domain, message }

const digest = (input: unknown) => {
  const data = readTypedData(input)
  return data && `0x${toHex(hashTypedData(data))}`
}

test('hashes typed data as viem does, from text and from values', () => {
  const theirs = viemHash(mail as never)
  expect(digest(mail)).toBe(theirs)
  expect(digest(JSON.stringify(mail))).toBe(theirs)
})

test('agrees with viem on structs of any shape', () => {
  const leaf = fc.constantFrom(
    'uint8',
    'int256',
    'bool',
    'string',
    'bytes',
    'bytes32',
    'address',
    'uint256[]',
  )
  const anyOf = (type: string): fc.Arbitrary<unknown> => {
    if (type.endsWith('[]')) return fc.array(anyOf(type.slice(0, -2)), { maxLength: 4 })
    if (type === 'uint8') return fc.nat(255)
    if (type === 'uint256') return fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String)
    if (type === 'int256') return fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n }).map(String)
    if (type === 'bool') return fc.boolean()
    if (type === 'string') return fc.string({ unit: anyCharacter })
    const bytes = (least: number, most: number) =>
      fc
        .uint8Array({ minLength: least, maxLength: most })
        .map(list => `0x${Buffer.from(list).toString('hex')}`)
    return type === 'address' ? bytes(20, 20) : type === 'bytes32' ? bytes(32, 32) : bytes(0, 40)
  }
  const struct = fc.array(leaf, { minLength: 1, maxLength: 5 }).chain(list => {
    const fields = list.map((type, at) => ({ name: `f${at}`, type }))
    return fc
      .tuple(...list.map(anyOf))
      .map(values => ({ fields, value: Object.fromEntries(values.map((value, at) => [`f${at}`, value])) }))
  })
  fc.assert(
    fc.property(struct, struct, (outer, inner) => {
      const data = {
        types: {
          EIP712Domain: domainType,
          Inner: inner.fields,
          Outer: [...outer.fields, { name: 'inner', type: 'Inner' }, { name: 'list', type: 'Inner[]' }],
        },
        primaryType: 'Outer',
        domain,
        message: { ...outer.value, inner: inner.value, list: [inner.value, inner.value] },
      }
      expect(digest(data)).toBe(viemHash(data as never))
    }),
    // Hashing all of it twice in plain JavaScript takes its time.
    { numRuns: 25 },
  )
})

const without = (name: string) => {
  const { [name as 'raw']: _, ...rest } = message
  return { ...mail, message: rest }
}

test.each<readonly [string, unknown]>([
  ['no JSON', '{'],
  ['a list', []],
  ['nothing', null],
  ['a member that is missing', without('raw')],
  ['a member that would not be signed', { ...mail, message: { ...message, note: 'trust me' } }],
  ['a number that is too large', { ...mail, message: { ...message, amount: `1${'0'.repeat(78)}` } }],
  ['a number below zero', { ...mail, message: { ...message, amount: -1 } }],
  ['a number that JSON cannot carry', { ...mail, message: { ...message, amount: 2 ** 60 } }],
  ['true as a word', { ...mail, message: { ...message, urgent: 'false' } }],
  ['a fixed list of another length', { ...mail, message: { ...message, to: [message.from] } }],
  ['bytes of another length', { ...mail, message: { ...message, tag: '0x123456' } }],
  ['half a letter', { ...mail, message: { ...message, contents: '\ud800' } }],
  [
    'an address with another checksum',
    { ...mail, message: { ...message, from: { name: 'A', wallets: [wallet.replace('CD', 'cD')] } } },
  ],
  ['a type that is not there', { ...mail, types: { ...types, Mail: [{ name: 'x', type: 'Missing' }] } }],
  [
    'a struct by the name of a plain type',
    { ...mail, types: { ...types, uint256: [{ name: 'x', type: 'bool' }] } },
  ],
  ['the domain as the message', { ...mail, primaryType: 'EIP712Domain' }],
  [
    'a domain with members of its own',
    { ...mail, types: { ...types, EIP712Domain: [...domainType, { name: 'to', type: 'address' }] } },
  ],
  ['a domain without a type', { ...mail, types: { Person: types.Person, Mail: types.Mail } }],
  [
    'a struct in itself',
    {
      types: { EIP712Domain: [], Loop: [{ name: 'loop', type: 'Loop' }] },
      primaryType: 'Loop',
      domain: {},
      message: { loop: { loop: {} } },
    },
  ],
  [
    'more than anybody reads',
    {
      types: { EIP712Domain: [], Long: [{ name: 'list', type: 'uint8[]' }] },
      primaryType: 'Long',
      domain: {},
      message: { list: Array.from({ length: 700 }, () => 1) },
    },
  ],
  ['a type of a prototype', { ...mail, primaryType: 'constructor' }],
])('refuses %s', (_name, input) => {
  expect(readTypedData(input)).toBeUndefined()
})

describe('the displayed form', () => {
  test('has each signed value, in its order', () => {
    const data = readTypedData(mail)
    if (!data) throw new Error('refused')
    const { message } = typedTree(data)
    expect(message.members?.map(({ name }) => name)).toEqual(types.Mail.map(({ name }) => name))
    expect(message.members?.[0]).toEqual({
      name: 'from',
      type: 'Person',
      members: [
        { name: 'name', type: 'string', value: 'Ada' },
        {
          name: 'wallets',
          type: 'address[]',
          members: [
            { name: '0', type: 'address', value: wallet },
            { name: '1', type: 'address', value: wallet },
          ],
        },
      ],
    })
  })

  test('does not change when the page changes its input (T62)', () => {
    const own = structuredClone(mail)
    const data = readTypedData(own)
    const before = digest(mail)
    own.message.contents = 'Goodbye'
    expect(data && `0x${toHex(hashTypedData(data))}`).toBe(before)
  })
})

test('reads or refuses any input', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (types, domain, message) => {
      readTypedData({ types, primaryType: 'A', domain, message })
      readTypedData(types)
    }),
  )
})

describe('T62 typed data at its edges', () => {
  const domain = { name: 'x' }
  const domainType = [{ name: 'name', type: 'string' }]
  const of = (type: string, value: unknown, more: Readonly<Record<string, object>> = {}) => ({
    types: { EIP712Domain: domainType, Main: [{ name: 'value', type }], ...more },
    primaryType: 'Main',
    domain,
    message: { value },
  })

  test.each([
    ['uint8', '255', '256'],
    ['int8', '127', '128'],
    ['int8', '-128', '-129'],
  ])('%s takes %s and not %s', (type, fits, beyond) => {
    expect(readTypedData(of(type, fits))).toBeDefined()
    expect(readTypedData(of(type, beyond))).toBeUndefined()
  })

  test('refuses a message that is another domain', () => {
    const types = { EIP712Domain: domainType }
    expect(readTypedData({ types, primaryType: 'EIP712Domain', domain, message: domain })).toBeUndefined()
  })

  test('refuses more than can be shown, though each list is short', () => {
    const lists = (rows: number) => Array.from({ length: rows }, () => Array.from({ length: 30 }, () => '1'))
    expect(readTypedData(of('uint8[][]', lists(10)))).toBeDefined()
    expect(readTypedData(of('uint8[][]', lists(25)))).toBeUndefined()
  })

  test.each(['Abe a,Zed z', 'Zed z,Abe a'])('hashes the types of %s in their order of name', text => {
    const fields = text.split(',').map(each => {
      const [type = '', name = ''] = each.split(' ')
      return { name, type }
    })
    const plain = [{ name: 'n', type: 'uint256' }]
    const types = { EIP712Domain: domainType, Main: fields, Abe: plain, Zed: plain }
    const data = readTypedData({
      types,
      primaryType: 'Main',
      domain,
      message: { a: { n: '1' }, z: { n: '2' } },
    })
    if (data === undefined) throw new Error('refused')
    const message = { a: { n: 1n }, z: { n: 2n } }
    const { EIP712Domain: _, ...rest } = types
    const expected = viemHash({ types: rest, primaryType: 'Main', domain, message } as never)
    expect(`0x${Buffer.from(hashTypedData(data)).toString('hex')}`).toBe(expected)
  })
})
