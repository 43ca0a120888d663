import { address, createNoopSigner, getTransactionDecoder } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinTransaction, longestTransaction, parseMessage, parseTransaction } from './parseTransaction.ts'
import { readBytes } from './readBytes.ts'
import { makeTransaction } from './solana.fixture.ts'

const payer = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
const friend = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'
const system = '11111111111111111111111111111111'

const make = (version: 0 | 'legacy') =>
  makeTransaction({
    version,
    payer,
    blockhash: system,
    instructions: [
      getTransferSolInstruction({
        source: createNoopSigner(address(payer)),
        destination: address(friend),
        amount: 5n,
      }),
    ],
  })

describe.each([0, 'legacy'] as const)('a transaction of version %s', version => {
  const wire = make(version)

  test('reads what another library wrote, and writes the same again', () => {
    const read = parseTransaction(wire)
    expect(read?.message).toMatchObject({
      version,
      signers: [payer],
      instructions: [
        {
          program: system,
          accounts: [
            { address: payer, isSigner: true, isWritable: true },
            { address: friend, isSigner: false, isWritable: true },
          ],
        },
      ],
    })
    const signature = new Uint8Array(64).fill(7)
    const joined = read && joinTransaction(read, [signature])
    expect(joined && Object.values(getTransactionDecoder().decode(joined).signatures)).toEqual([signature])
    expect(read && joinTransaction(read, read.signatures)).toEqual(wire)
  })

  test('is refused with a byte less, a byte more, or another number of signatures', () => {
    for (let length = 0; length < wire.length; length++)
      expect(parseTransaction(wire.slice(0, length))).toBeUndefined()
    expect(parseTransaction(Uint8Array.of(...wire, 0))).toBeUndefined()
    expect(parseTransaction(Uint8Array.of(0, ...wire.slice(65)))).toBeUndefined()
    expect(parseTransaction(Uint8Array.of(2, ...new Uint8Array(64), ...wire.slice(1)))).toBeUndefined()
    expect(parseMessage(wire.slice(65))).toBeDefined()
  })
})

/** Header, keys, block hash, instructions, and whatever follows. */
const legacy = (header: readonly number[], keys: number, rest: readonly number[]) =>
  Uint8Array.from([
    ...header,
    keys,
    ...Array.from({ length: keys }, (_, at) => [...new Uint8Array(31), at + 1]).flat(),
    ...new Uint8Array(32),
    ...rest,
  ])

test.each<readonly [string, Uint8Array]>([
  ['nobody who signs', legacy([0, 0, 0], 2, [0])],
  ['nobody who may pay', legacy([1, 1, 0], 2, [0])],
  ['more signers than accounts', legacy([3, 0, 0], 2, [0])],
  ['more readers than accounts', legacy([1, 0, 2], 2, [0])],
  ['a program that is not there', legacy([1, 0, 1], 2, [1, 9, 0, 0])],
  ['a program that pays', legacy([1, 0, 1], 2, [1, 0, 0, 0])],
  ['an account that is not there', legacy([1, 0, 1], 2, [1, 1, 1, 9, 0])],
  ['an account twice', Uint8Array.from([1, 0, 1, 2, ...new Uint8Array(64), ...new Uint8Array(32), 0])],
  ['another version', Uint8Array.from([0x81, ...legacy([1, 0, 1], 2, [0]), 0])],
  ['a table that is promised', Uint8Array.from([0x80, ...legacy([1, 0, 1], 2, [0]), 1])],
  ['a count that is written longer than it needs', legacy([1, 0, 1], 2, [0x80, 0])],
])('%s: refused, as by the network', (_name, bytes) => {
  expect(parseMessage(bytes)).toBeUndefined()
})

test('leaves table accounts without an address', () => {
  // One instruction of the second account's program, on the first one and on two of a table.
  const bytes = [0x80, ...legacy([1, 0, 1], 2, [1, 1, 3, 0, 2, 3, 0])]
  const table = [1, ...new Uint8Array(32), 1, 5, 1, 6]
  const read = parseMessage(Uint8Array.from([...bytes, ...table]))
  expect(read?.instructions[0]?.accounts).toEqual([
    { address: expect.any(String), isSigner: true, isWritable: true },
    { isSigner: false, isWritable: true },
    { isSigner: false, isWritable: false },
  ])
  expect(parseMessage(Uint8Array.from([...bytes, 0]))).toBeUndefined()
})

test('reads or refuses any bytes, and never throws', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
      parseTransaction(bytes)
      parseMessage(bytes)
    }),
  )
  const wire = make(0)
  fc.assert(
    fc.property(fc.nat(wire.length - 1), fc.nat(255), (at, byte) => {
      const read = parseTransaction(wire.with(at, byte))
      if (read) expect(joinTransaction(read, read.signatures)).toEqual(wire.with(at, byte))
    }),
  )
  expect(parseTransaction(new Uint8Array(longestTransaction + 1))).toBeUndefined()
})

test('reads counts in one encoding only', () => {
  const count = (...bytes: number[]) => readBytes(Uint8Array.from(bytes)).count()
  expect([count(0), count(0x7f), count(0x80, 1), count(0xff, 0xff, 3)]).toEqual([0, 127, 128, 65_535])
  for (const wrong of [[0x80, 0], [0x80, 0x80, 0], [0xff, 0xff, 4], [0x80, 0x80, 0x80, 1], [0x80]])
    expect(() => count(...wrong)).toThrow(RangeError)
})

test('a transaction that no packet holds is none', () => {
  const withData = (length: number) => {
    const instruction = { programAddress: address(system), accounts: [], data: new Uint8Array(length) }
    return makeTransaction({ version: 0, payer, blockhash: system, instructions: [instruction] })
  }
  expect(parseTransaction(withData(1_000))?.message.instructions).toHaveLength(1)
  expect(withData(1_200).length).toBeGreaterThan(longestTransaction)
  expect(parseTransaction(withData(1_200))).toBeUndefined()
})
