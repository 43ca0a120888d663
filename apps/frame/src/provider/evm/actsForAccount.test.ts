import fc from 'fast-check'
import {
  entryPoint06Address,
  entryPoint07Address,
  entryPoint08Address,
  entryPoint09Address,
} from 'viem/account-abstraction'
import { expect, test } from 'vitest'
import { accountContracts } from './accountContracts.ts'
import { actsForAccount } from './actsForAccount.ts'
import { readTypedData, type TypedData } from './typedData.ts'

const own = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const refusedTypes = [
  'SafeTx',
  'SafeOp',
  'SafeMessage',
  'PackedUserOperation',
  'UserOperation',
  'Delegation',
  'TypedDataSign',
  'PersonalSign',
  'Authorization',
]

/** Typed data as a page sends it, of which the frame's own reader takes what it would sign. */
function read(types: Readonly<Record<string, string>>, message: object, contract = other): TypedData {
  const fieldsOf = (text: string) =>
    text.split(',').map(field => {
      const [type, name] = field.split(' ')
      return { type, name }
    })
  const data = readTypedData({
    types: {
      EIP712Domain: fieldsOf('uint256 chainId,address verifyingContract'),
      ...Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, fieldsOf(fields)])),
    },
    primaryType: Object.keys(types)[0],
    domain: { chainId: 1, verifyingContract: contract },
    message,
  })
  if (!data) throw new Error('The encoder does not take it.')
  return data
}

/** A name in any capitals. */
const inAnyCase = (names: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...names), fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }))
    .map(([name, capitals]) =>
      [...name].map((letter, at) => (capitals[at] ? letter.toUpperCase() : letter.toLowerCase())).join(''),
    )

test('S1: entry points are those that viem knows', () => {
  const theirs = [entryPoint06Address, entryPoint07Address, entryPoint08Address, entryPoint09Address]
  const { entryPoint06, entryPoint07, entryPoint08, entryPoint09 } = accountContracts
  expect([entryPoint06, entryPoint07, entryPoint08, entryPoint09]).toEqual(
    theirs.map(address => address.toLowerCase()),
  )
})

test('S1: refuses each type of an account as the primary one, in any capitals', () => {
  fc.assert(
    fc.property(inAnyCase(refusedTypes), name => {
      expect(actsForAccount(read({ [name]: 'uint256 amount' }, { amount: 1 }), [own])).toBe(true)
    }),
  )
})

test('S1: refuses it nested at any depth, in any form of a list, and unused', () => {
  const listForm = fc.array(fc.constantFrom('[]', '[1]', '[01]'), { maxLength: 2 })
  fc.assert(
    fc.property(inAnyCase(refusedTypes), fc.array(listForm, { maxLength: 3 }), (name, steps) => {
      // Order → Step0 → Step1 … → the refused one, each as a list of lists of one item.
      const names = ['Order', ...steps.map((_, at) => `Step${at}`), name]
      const types: Record<string, string> = {}
      for (const [at, step] of names.entries()) {
        const next = names[at + 1]
        types[step] = next === undefined ? 'uint256 amount' : `${next}${(steps[at] ?? []).join('')} next`
      }
      let message: object = { amount: 1 }
      for (const forms of [[], ...steps.toReversed()])
        message = { next: forms.reduce<unknown>(inner => [inner], message) }
      expect(actsForAccount(read(types, message), [own])).toBe(true)
    }),
  )
  for (const name of refusedTypes) {
    const unused = read({ Note: 'string text', [name]: 'uint256 amount' }, { text: 'hi' })
    expect(actsForAccount(unused, [own])).toBe(true)
  }
})

test('S1: refuses a verifying contract that is an own account or acts for accounts, in any capitals', () => {
  const known = [own, ...Object.values(accountContracts)]
  // The reader takes small letters, capitals and the checksum of EIP-55.
  const spelled = fc
    .tuple(fc.constantFrom(...known), fc.constantFrom('lower', 'upper', 'as it is'))
    .map(([address, form]) =>
      form === 'lower'
        ? address.toLowerCase()
        : form === 'upper'
          ? `0x${address.slice(2).toUpperCase()}`
          : address,
    )
  fc.assert(
    fc.property(spelled, contract => {
      expect(actsForAccount(read({ Vote: 'uint256 id' }, { id: 1 }, contract), [own])).toBe(true)
    }),
  )
})

test('S1: lets other typed data through', () => {
  const plain = fc.constantFrom('Mail', 'Permit', 'OrderComponents', 'SafeTxs', 'MyUserOperation', 'Delegate')
  const contract = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map(bytes => `0x${Buffer.from(bytes).toString('hex')}`)
  fc.assert(
    fc.property(plain, contract, (name, verifying) => {
      expect(actsForAccount(read({ [name]: 'uint256 id' }, { id: 1 }, verifying), [own])).toBe(false)
    }),
  )
})

test('T60: recognizes a disguised handover of the account', () => {
  const fields = 'uint256 chainId,address address,uint64 nonce'
  const message = { chainId: 0, address: other, nonce: 0 }
  for (const name of ['Authorisation', 'SetCode', 'Delegate7702'])
    expect(actsForAccount(read({ [name]: fields }, message), [own])).toBe(true)
  const inside = read({ Login: 'Authorisation auth', Authorisation: fields }, { auth: message })
  expect(actsForAccount(inside, [own])).toBe(true)
  expect(actsForAccount(read({ Vote: 'uint256 id,uint256 nonce' }, { id: 1, nonce: 0 }), [own])).toBe(false)
})
