import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, parseAbi, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { readGrants } from './readGrants.ts'

const abi = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'event AuthorizedOperator(address indexed operator, address indexed holder)',
])
const collectible = parseAbi([
  'event Approval(address indexed owner, address indexed approved, uint256 indexed id)',
])
const permit2 = parseAbi([
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
])
const old = parseAbi(['event Approval(address owner, address spender, uint256 value)'])
const me = `0x${'a1'.repeat(20)}` as const
const thief = `0x${'e1'.repeat(20)}` as const
const by = `0x${'b7'.repeat(20)}` as const
const words = (...values: bigint[]) =>
  encodeAbiParameters(
    values.map(() => ({ type: 'uint256' as const })),
    values,
  )

const approval = (owner: `0x${string}`, value: bigint) => ({
  address: by.toUpperCase().replace('X', 'x'),
  topics: encodeEventTopics({ abi, eventName: 'Approval', args: { owner, spender: thief } }),
  data: words(value),
})
const ofAll = (approved: bigint) => ({
  address: by,
  topics: encodeEventTopics({ abi, eventName: 'ApprovalForAll', args: { owner: me, operator: thief } }),
  data: words(approved),
})

test.each([
  ['of a token', approval(me, 5n), [{ by, spender: thief, amount: 5n }]],
  ['of a token, revoked', approval(me, 0n), []],
  ['of another owner', approval(thief, 5n), []],
  ['of all collectibles', ofAll(1n), [{ by }]],
  ['of all collectibles, revoked', ofAll(0n), []],
  [
    'of one collectible',
    {
      address: by,
      topics: encodeEventTopics({ abi: collectible, args: { owner: me, approved: thief, id: 7n } }),
      data: '0x',
    },
    [{ by }],
  ],
  [
    'at Permit2',
    {
      address: by,
      topics: encodeEventTopics({
        abi: permit2,
        eventName: 'Approval',
        args: { owner: me, token: by, spender: thief },
      }),
      data: words(5n, 9n),
    },
    [{ by }],
  ],
  [
    'by a permit at Permit2',
    {
      address: by,
      topics: encodeEventTopics({
        abi: permit2,
        eventName: 'Permit',
        args: { owner: me, token: by, spender: thief },
      }),
      data: words(5n, 9n, 1n),
    },
    [{ by }],
  ],
  [
    'of ERC-777',
    {
      address: by,
      topics: encodeEventTopics({
        abi,
        eventName: 'AuthorizedOperator',
        args: { operator: thief, holder: me },
      }),
      data: '0x',
    },
    [{ by }],
  ],
  [
    'of a token whose owner is in the data',
    {
      address: by,
      topics: encodeEventTopics({ abi: old }),
      data: words(BigInt(me), BigInt(thief), 5n),
    },
    [{ by }],
  ],
  ['of an event without a name', { address: by, topics: [], data: '0x' }, []],
  ['of zero to no one', { ...approval(me, 5n), topics: [] }, []],
])('an allowance %s', (_name, log, grants) => {
  expect(readGrants([log], me)).toEqual(grants)
  expect(readGrants([approval(zeroAddress, 1n), log], me.replace(/a/g, 'A'))).toEqual(grants)
})

test('never throws, whatever the logs are', () => {
  fc.assert(fc.property(fc.array(fc.anything()), logs => Array.isArray(readGrants(logs, me))))
})
