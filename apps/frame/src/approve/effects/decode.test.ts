import fc from 'fast-check'
import { encodeFunctionData, maxUint256, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { readTypedData } from '../../provider/evm/typedData.ts'
import { decodeCall } from './decodeCall.ts'
import { decodeTyped } from './decodeTyped.ts'
import { type Effect, flattenEffects } from './effect.ts'
import type { KnownContracts } from './knownContracts.ts'

const me = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const to = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const token = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const spender = '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb'
/** As if the token were the network's wrapping contract. */
const wrapping: KnownContracts = { wrapped: token.toLowerCase(), routers: new Map(), tokens: new Set() }
const abi = parseAbi([
  'function transfer(address,uint256)',
  'function transferFrom(address,address,uint256)',
  'function approve(address,uint256)',
  'function increaseAllowance(address,uint256)',
  'function increaseApproval(address,uint256)',
  'function setApprovalForAll(address,bool)',
  'function safeTransferFrom(address,address,uint256)',
  'function safeTransferFrom(address,address,uint256,bytes)',
  'function safeTransferFrom(address,address,uint256,uint256,bytes)',
  'function permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  'function deposit()',
  'function withdraw(uint256)',
  'function multicall(bytes[])',
  'function multicall(uint256,bytes[])',
  'function aggregate3((address,bool,bytes)[])',
  'function aggregate3Value((address,bool,uint256,bytes)[])',
])
const accounts = parseAbi(['function execute((address,uint256,bytes)[])'])
const permit2 = parseAbi([
  'function approve(address,address,uint160,uint48)',
  'function transferFrom(address,address,uint160,address)',
])
const zero = `0x${'0'.repeat(64)}` as const
const call = (functionName: string, args: readonly unknown[], from: readonly object[] = abi) =>
  encodeFunctionData({ abi: from, functionName, args } as never)

test.each<readonly [string, { data: `0x${string}`; value?: bigint; to?: `0x${string}` | null }, Effect]>([
  ['a transfer', { data: '0x', value: 5n }, { is: 'transfer', to: token, amount: 5n }],
  ['a token’s transfer', { data: call('transfer', [to, 5n]) }, { is: 'transfer', token, to, amount: 5n }],
  [
    'a transfer from somebody',
    { data: call('transferFrom', [me, to, 5n]) },
    { is: 'transfer', token, from: me, to, amount: 5n },
  ],
  ['an allowance', { data: call('approve', [spender, 5n]) }, { is: 'allowance', token, spender, amount: 5n }],
  [
    'an allowance of everything',
    { data: call('approve', [spender, maxUint256]) },
    { is: 'allowance', token, spender },
  ],
  [
    'an allowance of nearly everything',
    { data: call('approve', [spender, maxUint256 - 1n]) },
    { is: 'allowance', token, spender },
  ],
  [
    'an allowance taken back',
    { data: call('approve', [spender, 0n]) },
    { is: 'allowance', token, spender, amount: 0n },
  ],
  [
    'a larger allowance',
    { data: call('increaseAllowance', [spender, 7n]) },
    { is: 'allowance', token, spender, amount: 7n, isMore: true },
  ],
  [
    'one that is as large as before',
    { data: call('increaseApproval', [spender, 0n]) },
    { is: 'allowance', token, spender, amount: 0n, isMore: true },
  ],
  [
    'one that is raised to everything',
    { data: call('increaseAllowance', [spender, maxUint256]) },
    { is: 'allowance', token, spender },
  ],
  [
    'every collectible',
    { data: call('setApprovalForAll', [spender, true]) },
    { is: 'operator', collection: token, operator: spender, allowed: true },
  ],
  [
    'every collectible taken back',
    { data: call('setApprovalForAll', [spender, false]) },
    { is: 'operator', collection: token, operator: spender, allowed: false },
  ],
  [
    'a collectible',
    {
      data: encodeFunctionData({
        abi: parseAbi(['function safeTransferFrom(address,address,uint256)']),
        args: [me, to, 9n],
      }),
    },
    { is: 'nft', collection: token, from: me, to, id: 9n },
  ],
  [
    'several of a kind',
    {
      data: encodeFunctionData({
        abi: parseAbi(['function safeTransferFrom(address,address,uint256,uint256,bytes)']),
        args: [me, to, 9n, 2n, '0x'],
      }),
    },
    { is: 'nft', collection: token, from: me, to, id: 9n, amount: 2n },
  ],
  [
    'a permit that somebody signed',
    { data: call('permit', [to, spender, 5n, 1n, 27, zero, zero]) },
    { is: 'allowance', token, spender, amount: 5n },
  ],
  [
    'an allowance at Permit2',
    { data: call('approve', [to, spender, 5n, 99], permit2) },
    { is: 'allowance', token: to, spender, amount: 5n, until: 99n },
  ],
  [
    'all of it at Permit2',
    { data: call('approve', [to, spender, 2n ** 160n - 1n, 99], permit2) },
    { is: 'allowance', token: to, spender, until: 99n },
  ],
  [
    'a transfer by Permit2',
    { data: call('transferFrom', [me, to, 5n, spender], permit2) },
    { is: 'transfer', token: spender, from: me, to, amount: 5n },
  ],
  ['wrapping', { data: call('deposit', []), value: 5n }, { is: 'wrap', token, amount: 5n }],
  ['unwrapping', { data: call('withdraw', [5n]) }, { is: 'unwrap', token, amount: 5n }],
  [
    'several in one',
    { data: call('multicall', [[call('transfer', [to, 1n]), call('approve', [spender, maxUint256])]]) },
    {
      is: 'batch',
      by: token,
      effects: [
        { is: 'transfer', token, to, amount: 1n },
        { is: 'allowance', token, spender },
      ],
    },
  ],
  [
    'several at others',
    { data: call('aggregate3', [[[to, false, call('transfer', [spender, 1n])]]]) },
    { is: 'batch', by: token, effects: [{ is: 'transfer', token: to, to: spender, amount: 1n }] },
  ],
  [
    'what an account carries to others',
    {
      data: call(
        'execute',
        [
          [
            [to, 7n, '0x'],
            [to, 3n, call('transfer', [spender, 1n])],
          ],
        ],
        accounts,
      ),
    },
    {
      is: 'batch',
      by: token,
      effects: [
        { is: 'transfer', to, amount: 7n },
        {
          is: 'batch',
          effects: [
            { is: 'transfer', to, amount: 3n },
            { is: 'transfer', token: to, to: spender, amount: 1n },
            { is: 'unknown', to, selector: '0xa9059cbb' },
          ],
        },
      ],
    },
  ],
  [
    'several at others, with money',
    { data: call('aggregate3Value', [[[to, false, 7n, '0x']]]) },
    { is: 'batch', by: token, effects: [{ is: 'transfer', to, amount: 7n }] },
  ],
  [
    'one in several that nobody knows',
    { data: call('multicall', [['0xdeadbeef']]) },
    { is: 'batch', by: token, effects: [{ is: 'unknown', to: token, selector: '0xdeadbeef' }] },
  ],
  ['a new contract', { data: '0x6000', to: null }, { is: 'deploy', size: 2 }],
  [
    'a new contract, with money',
    { data: '0x6000', to: null, value: 5n },
    { is: 'deploy', size: 2, value: 5n },
  ],
  ['what nobody knows', { data: '0xdeadbeef' }, { is: 'unknown', to: token, selector: '0xdeadbeef' }],
  ['less than a selector', { data: '0xdead' }, { is: 'unknown', to: token }],
  [
    'what nobody knows, with money',
    { data: '0xdeadbeef', value: 5n },
    {
      is: 'batch',
      effects: [
        { is: 'transfer', to: token, amount: 5n },
        { is: 'unknown', to: token, selector: '0xdeadbeef' },
      ],
    },
  ],
  [
    'money beside a token’s transfer',
    { data: call('transfer', [to, 5n]), value: 3n },
    {
      is: 'batch',
      effects: [
        { is: 'transfer', to: token, amount: 3n },
        { is: 'transfer', token, to, amount: 5n },
        { is: 'unknown', to: token, selector: '0xa9059cbb' },
      ],
    },
  ],
  [
    'a transfer that is cut off',
    { data: call('transfer', [to, 5n]).slice(0, -2) as `0x${string}` },
    { is: 'unknown', to: token, selector: '0xa9059cbb' },
  ],
  [
    'a transfer whose address is dirty',
    { data: call('transfer', [to, 5n]).replace('0xa9059cbb00', '0xa9059cbb01') as `0x${string}` },
    { is: 'unknown', to: token, selector: '0xa9059cbb' },
  ],
])('%s is read from its bytes (T58)', (_name, { data, value = 0n, to: target = token }, effect) => {
  expect(decodeCall(me, { ...(target && { to: target }), value, data }, wrapping)).toEqual(effect)
})

test('reads any bytes in bounded time, or calls them unknown (T58)', () => {
  const selectors = ['0xac9650d8', '0x5ae401dc', '0x82ad56cb', '0x3f707e6b', '0xa9059cbb', '0x3593564c']
  fc.assert(
    fc.property(
      fc.constantFrom(...selectors),
      fc.array(fc.oneof(fc.nat(128).map(BigInt), fc.bigInt({ min: 0n, max: maxUint256 })), { maxLength: 60 }),
      (selector, words) => {
        const body = words.map(each => each.toString(16).padStart(64, '0')).join('')
        const effect = decodeCall(me, { to: token, value: 0n, data: `${selector}${body}` as `0x${string}` })
        expect(flattenEffects([effect]).length).toBeLessThan(40_000)
      },
    ),
  )
})

const contract = '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC'
const permit2Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const field = (list: string) =>
  list.split(',').map(each => {
    const [type = '', name = ''] = each.trim().split(' ')
    return { type, name }
  })
function typed(
  primaryType: string,
  types: Readonly<Record<string, string>>,
  message: Readonly<Record<string, unknown>>,
  verifyingContract = contract,
) {
  const fields = Object.entries(types).map(([name, list]) => [name, field(list)])
  const data = readTypedData({
    types: {
      EIP712Domain: field('uint256 chainId,address verifyingContract'),
      ...Object.fromEntries(fields),
    },
    primaryType,
    domain: { chainId: 1, verifyingContract },
    message,
  })
  if (!data) throw new Error('refused')
  return data
}
const permitType = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'
const details = 'address token,uint160 amount,uint48 expiration,uint48 nonce'

describe('signatures', () => {
  test.each<readonly [string, ReturnType<typeof typed>, Effect | undefined]>([
    [
      'a permit (EIP-2612)',
      typed('Permit', { Permit: permitType }, { owner: me, spender, value: 5, nonce: 0, deadline: 9 }),
      { is: 'allowance', token: contract, spender, amount: 5n, signed: true },
    ],
    [
      'a permit of everything',
      typed(
        'Permit',
        { Permit: permitType },
        { owner: me, spender, value: maxUint256.toString(), nonce: 0, deadline: 9 },
      ),
      { is: 'allowance', token: contract, spender, signed: true },
    ],
    [
      'DAI’s permit',
      typed(
        'Permit',
        { Permit: 'address holder,address spender,uint256 nonce,uint256 expiry,bool allowed' },
        { holder: me, spender, nonce: 0, expiry: 9, allowed: true },
      ),
      { is: 'allowance', token: contract, spender, until: 9n, signed: true },
    ],
    [
      'Permit2’s allowance',
      typed(
        'PermitSingle',
        { PermitSingle: 'PermitDetails details,address spender,uint256 sigDeadline', PermitDetails: details },
        { details: { token, amount: 5, expiration: 9, nonce: 0 }, spender, sigDeadline: 9 },
        permit2Address,
      ),
      { is: 'allowance', token, spender, amount: 5n, until: 9n, signed: true },
    ],
    [
      'Permit2’s allowances',
      typed(
        'PermitBatch',
        {
          PermitBatch: 'PermitDetails[] details,address spender,uint256 sigDeadline',
          PermitDetails: details,
        },
        { details: [{ token, amount: 5, expiration: 9, nonce: 0 }], spender, sigDeadline: 9 },
        permit2Address,
      ),
      { is: 'batch', effects: [{ is: 'allowance', token, spender, amount: 5n, until: 9n, signed: true }] },
    ],
    [
      'Permit2’s transfer',
      typed(
        'PermitTransferFrom',
        {
          PermitTransferFrom: 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline',
          TokenPermissions: 'address token,uint256 amount',
        },
        { permitted: { token, amount: 5 }, spender, nonce: 0, deadline: 9 },
        permit2Address,
      ),
      { is: 'allowance', token, spender, amount: 5n, until: 9n, signed: true },
    ],
    [
      'Permit2’s words at another contract',
      typed(
        'PermitTransferFrom',
        {
          PermitTransferFrom: 'TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline',
          TokenPermissions: 'address token,uint256 amount',
        },
        { permitted: { token, amount: 5 }, spender, nonce: 0, deadline: 9 },
      ),
      undefined,
    ],
    [
      'a transfer (EIP-3009)',
      typed(
        'TransferWithAuthorization',
        { TransferWithAuthorization: 'address from,address to,uint256 value' },
        { from: me, to, value: 5 },
      ),
      { is: 'transfer', token: contract, from: me, to, amount: 5n },
    ],
    [
      'an order',
      typed('OrderComponents', { OrderComponents: 'address offerer' }, { offerer: me }),
      { is: 'order', by: contract },
    ],
    ['what nobody knows', typed('Vote', { Vote: 'uint256 id' }, { id: 1 }), undefined],
    [
      'a permit without what makes it one',
      typed('Permit', { Permit: 'address owner' }, { owner: me }),
      undefined,
    ],
  ])('%s is read from its values (T58)', (_name, data, effect) => {
    expect(decodeTyped(data)).toEqual(effect)
  })
})

describe('T62 a call whose bytes are not exactly those of its function is no such call', () => {
  const decode = (data: `0x${string}`) => decodeCall(me, { to: token, value: 0n, data }, wrapping)

  test.each([
    [
      'a permission that is neither yes nor no',
      `${call('setApprovalForAll', [spender, true]).slice(0, -1)}2`,
    ],
    ['a deposit with more behind it', `${call('deposit', [])}00`],
    ['a withdrawal with more behind it', `${call('withdraw', [5n])}00`],
  ])('%s', (_what, data) => expect(decode(data as `0x${string}`)).toMatchObject({ is: 'unknown' }))
})

describe('T60 typed data of Permit2', () => {
  const verifyingContract = '0x000000000022d473030f116ddee9f6b43ac78ba3'
  const domain = { name: 'Permit2', chainId: 1, verifyingContract }
  const details = (amount: bigint, address: unknown = token) => ({
    token: address,
    amount: String(amount),
    expiration: '9',
    nonce: '0',
  })
  const decode = (primaryType: string, message: Readonly<Record<string, unknown>>) =>
    decodeTyped({ types: {}, primaryType, domain, message })

  test('the largest number of its 160 bits has no limit', () => {
    const most = (1n << 160n) - 1n
    const without = decode('PermitSingle', { details: details(most), spender })
    expect(without).toMatchObject({ is: 'allowance', token, spender, until: 9n })
    expect(without).not.toHaveProperty('amount')
    expect(decode('PermitSingle', { details: details(7n), spender })).toMatchObject({ amount: 7n })
  })

  test('a batch with one part that cannot be read is not explained at all', () => {
    const good = details(7n)
    expect(decode('PermitBatch', { details: [good, good], spender })).toMatchObject({ is: 'batch' })
    expect(decode('PermitBatch', { details: [good, details(7n, 'no address')], spender })).toBeUndefined()
  })
})
