import fc from 'fast-check'
import { encodeAbiParameters, keccak256, padHex, toBytes } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeLog, transferTopics } from './decodeLog.ts'
import { type Hex, zeroAddress } from './hexBytes.ts'
import type { NodeLog } from './nodeShapes.ts'

const [transfer, single, batch, deposit, withdrawal] = [...transferTopics] as [Hex, Hex, Hex, Hex, Hex]
const token: Hex = `0x${'70'.repeat(20)}`
const alice: Hex = `0x${'a1'.repeat(20)}`
const bob: Hex = `0x${'b0'.repeat(20)}`
const topic = (value: Hex) => padHex(value, { size: 32 })
const words = (...values: bigint[]) =>
  encodeAbiParameters(
    values.map(() => ({ type: 'uint256' })),
    values,
  )
const log = (topics: readonly Hex[], data: Hex): NodeLog => ({
  address: token,
  topics: [...topics],
  data,
  logIndex: 0,
})

it('knows the events by the hashes of their signatures', () => {
  expect([...transferTopics]).toEqual(
    [
      'Transfer(address,address,uint256)',
      'TransferSingle(address,address,address,uint256,uint256)',
      'TransferBatch(address,address,address,uint256[],uint256[])',
      'Deposit(address,uint256)',
      'Withdrawal(address,uint256)',
    ].map(signature => keccak256(toBytes(signature))),
  )
})

describe('decodeLog', () => {
  const move = { token, sender: alice, recipient: bob }
  const most = (1n << 256n) - 1n
  it.each([
    [
      'ERC-20',
      log([transfer, topic(alice), topic(bob)], words(most)),
      [{ ...move, standard: 'erc20', tokenId: null, amount: most }],
    ],
    [
      'ERC-721',
      log([transfer, topic(alice), topic(bob), topic('0x07')], '0x'),
      [{ ...move, standard: 'erc721', tokenId: 7n, amount: 1n }],
    ],
    [
      'ERC-1155',
      log([single, topic(token), topic(alice), topic(bob)], words(3n, 9n)),
      [{ ...move, standard: 'erc1155', tokenId: 3n, amount: 9n }],
    ],
    ['a deposit of another contract', log([deposit, topic(alice)], words(5n)), []],
    ['an ERC-20 transfer of nothing at all', log([transfer, topic(alice), topic(bob)], '0x'), []],
    ['a topic that is no address', log([transfer, topic(alice), `0x${'f'.repeat(64)}`], words(1n)), []],
    ['an ERC-1155 transfer cut off', log([single, topic(token), topic(alice), topic(bob)], words(3n)), []],
    ['an event without topics', log([], words(1n)), []],
    ['a transfer of the kind before ERC-721', log([transfer], words(1n, 2n, 3n)), []],
  ])('%s', (_name, given, expected) => {
    expect(decodeLog(given, undefined)).toEqual(expected)
  })

  it('reads wrapping as made and ended tokens, and unwrapping as a payment too', () => {
    expect(decodeLog(log([deposit, topic(alice)], words(5n)), token)).toEqual([
      { standard: 'erc20', token, tokenId: null, amount: 5n, sender: zeroAddress, recipient: alice },
    ])
    expect(decodeLog(log([withdrawal, topic(alice)], words(5n)), token)).toEqual([
      { standard: 'erc20', token, tokenId: null, amount: 5n, sender: alice, recipient: zeroAddress },
      { standard: 'native', token: null, tokenId: null, amount: 5n, sender: token, recipient: alice },
    ])
  })

  const amounts = fc.array(fc.tuple(fc.bigInt({ min: 0n, max: most }), fc.bigInt({ min: 0n, max: most })), {
    maxLength: 20,
  })
  const batchData = (entries: readonly (readonly [bigint, bigint])[]) =>
    encodeAbiParameters(
      [{ type: 'uint256[]' }, { type: 'uint256[]' }],
      [entries.map(([id]) => id), entries.map(([, amount]) => amount)],
    )
  it('reads each entry of a batch', () => {
    fc.assert(
      fc.property(amounts, entries => {
        const moves = decodeLog(
          log([batch, topic(token), topic(alice), topic(bob)], batchData(entries)),
          undefined,
        )
        expect(moves.map(({ tokenId, amount }) => [tokenId, amount])).toEqual(entries)
      }),
    )
  })

  it('reads whatever bytes a contract logs, quickly, and makes nothing up', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(transfer, single, batch, deposit, withdrawal),
        fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 3 }),
        fc.uint8Array({ maxLength: 400 }),
        (first, rest, data) => {
          const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
          for (const { amount } of decodeLog(log([first, ...rest.map(hex)], hex(data)), token))
            expect(amount).toBeGreaterThanOrEqual(0n)
        },
      ),
    )
    // Arrays that claim to be long, or to lie on each other.
    const huge = words(64n, 64n, most, 1n)
    expect(decodeLog(log([batch, topic(token), topic(alice), topic(bob)], huge), undefined)).toEqual([])
    const uneven = encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [[1n, 2n], [3n]])
    expect(decodeLog(log([batch, topic(token), topic(alice), topic(bob)], uneven), undefined)).toEqual([])
  })
})
