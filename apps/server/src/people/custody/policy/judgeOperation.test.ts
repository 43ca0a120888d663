import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { canonicalJson, delegatedContracts, type SignedThing, safeContracts } from 'latchkey/services'
import {
  type Address,
  concat,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  type Hex,
  parseAbi,
  size,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { judgeSigned, needsPasskey } from './judgeSigned.ts'
import { readSigningPolicy, type SigningPolicy } from './signingPolicy.ts'

const me: Address = '0x3333333333333333333333333333333333333333'
const friend: Address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const stranger: Address = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const token: Address = '0x1111111111111111111111111111111111111111'
const shop: Address = '0x2222222222222222222222222222222222222222'
const abi = parseAbi([
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
  'function multiSend(bytes transactions)',
  'function execute(address target, uint256 value, bytes data)',
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
  'function enableModule(address module)',
])
interface Call {
  readonly to: Address
  readonly value?: bigint
  readonly data?: Hex
}

function policyOf(change: object = {}): SigningPolicy {
  const rules = {
    mostValue: '100',
    tokens: { [token]: '50' },
    receivers: [friend],
    contracts: [shop],
    passkeyAbove: '60',
    passkeyTokensAbove: { [token]: '30' },
  }
  const policy = readSigningPolicy({ networks: { 'eip155:1': rules }, ...change })
  if (policy === undefined) throw new Error('no policy')
  return policy
}

const transfer = (amount: bigint, to = friend) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
const oneOf = ({ to, value = 0n, data = '0x' }: Call, kind = 0) =>
  encodeFunctionData({ abi, functionName: 'executeUserOp', args: [to, value, data, kind] })
function batchOf(calls: readonly Call[], inner = 0, by: Address = safeContracts.multiSendCallOnly) {
  const packed = calls.map(({ to, value = 0n, data = '0x' }) =>
    encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [inner, to, value, BigInt(size(data)), data],
    ),
  )
  return oneOf(
    { to: by, data: encodeFunctionData({ abi, functionName: 'multiSend', args: [concat(packed)] }) },
    1,
  )
}

function told(is: SignedThing['is'], value: unknown, write = canonicalJson) {
  const bytes = Buffer.from(write(value), 'utf8')
  return {
    signed: { is, bytes: bytes.toString('hex') },
    request: createHash('sha256').update(bytes).digest('hex'),
  }
}
const operationOf = (callData: Hex, change: object = {}, more: object = {}) => ({
  chainId: 'eip155:1',
  entryPoint: safeContracts.entryPoint,
  operation: {
    sender: me,
    nonce: '0x0',
    callData,
    callGasLimit: '0x1',
    verificationGasLimit: '0x1',
    preVerificationGas: '0x1',
    maxFeePerGas: '0x1',
    maxPriorityFeePerGas: '0x1',
    ...change,
  },
  ...more,
})
const operation = (...of: Parameters<typeof operationOf>) => told('userOperation', operationOf(...of))
const delegated = { entryPoint: delegatedContracts.entryPoint }
const enable = encodeFunctionData({ abi, functionName: 'enableModule', args: [stranger] })
const free = { networks: { 'eip155:1': { mostValue: '100' } } }

describe('T82: a policy judges an operation by its calls', () => {
  it.each<[string, ReturnType<typeof told>, string | undefined]>([
    ['one call that it allows', operation(oneOf({ to: friend, value: 100n })), undefined],
    ['more', operation(oneOf({ to: friend, value: 101n })), 'value'],
    ['another receiver', operation(oneOf({ to: stranger, value: 1n })), 'receiver'],
    [
      'calls that it allows together',
      operation(
        batchOf([
          { to: friend, value: 50n },
          { to: token, data: transfer(50n) },
          { to: shop, data: '0x12' },
        ]),
      ),
      undefined,
    ],
    [
      'calls that move too much together',
      operation(
        batchOf([
          { to: friend, value: 51n },
          { to: shop, value: 50n },
        ]),
      ),
      'value',
    ],
    [
      'transfers that move too much together',
      operation(
        batchOf([
          { to: token, data: transfer(26n) },
          { to: token, data: transfer(25n) },
        ]),
      ),
      'value',
    ],
    [
      'one call of many to another receiver',
      operation(
        batchOf([
          { to: friend, value: 1n },
          { to: token, data: transfer(1n, stranger) },
        ]),
      ),
      'receiver',
    ],
    ['another network', operation(oneOf({ to: friend }), {}, { chainId: 'eip155:10' }), 'network'],
    ['another entry point', operation(oneOf({ to: friend }), {}, { entryPoint: stranger }), 'call'],
    ['another factory', operation(oneOf({ to: friend }), { factory: stranger, factoryData: '0x' }), 'call'],
    [
      'its own factory',
      operation(oneOf({ to: friend }), { factory: safeContracts.factory, factoryData: '0x' }),
      undefined,
    ],
    ['a module of the account', operation(oneOf({ to: me, data: enable })), 'call'],
    ['a call as the account', operation(oneOf({ to: friend }, 1)), 'call'],
    ['a call as the account in a batch', operation(batchOf([{ to: friend }], 1)), 'call'],
    ['a batch by another contract', operation(batchOf([{ to: friend }], 0, stranger)), 'call'],
    ['a batch with a rest', operation(`${batchOf([{ to: friend }])}00`), 'call'],
    ['no call', operation('0x'), 'call'],
    ['a delegation beside it', operation(oneOf({ to: friend }), { eip7702Auth: {} }), 'call'],
    ['a signature beside it', operation(oneOf({ to: friend }), { signature: '0x' }), 'call'],
    [
      'another text for the same value',
      told('userOperation', operationOf(oneOf({ to: friend })), value => JSON.stringify(value)),
      'call',
    ],
    [
      'a call of a delegated account',
      operation(
        encodeFunctionData({ abi, functionName: 'execute', args: [friend, 100n, '0x'] }),
        {},
        delegated,
      ),
      undefined,
    ],
    [
      'calls of a delegated account that move too much',
      operation(
        encodeFunctionData({
          abi,
          functionName: 'executeBatch',
          args: [[60n, 41n].map(value => ({ target: friend, value, data: '0x' as const }))],
        }),
        {},
        delegated,
      ),
      'value',
    ],
    ['a Safe’s call on the other entry point', operation(oneOf({ to: friend }), {}, delegated), 'call'],
    ['an authorization', told('authorization', { chainId: 1, address: shop, nonce: 0 }), 'kind'],
    ['a delegation', told('delegation', {}), 'kind'],
  ])('%s', (_name, asked, refusal) => {
    expect(judgeSigned(policyOf(), asked)).toBe(refusal)
  })

  it('lets no list of receivers open the account itself', () => {
    expect(judgeSigned(policyOf(free), operation(oneOf({ to: me, data: enable })))).toBe('call')
  })

  it('wants a passkey for what the calls move together', () => {
    const needs = (calls: readonly Call[]) => needsPasskey(policyOf(), operation(batchOf(calls)).signed)
    expect(
      needs([
        { to: friend, value: 30n },
        { to: friend, value: 30n },
      ]),
    ).toBe(false)
    expect(
      needs([
        { to: friend, value: 30n },
        { to: friend, value: 31n },
      ]),
    ).toBe(true)
    expect(
      needs([
        { to: token, data: transfer(15n) },
        { to: token, data: transfer(15n) },
      ]),
    ).toBe(false)
    expect(
      needs([
        { to: token, data: transfer(15n) },
        { to: token, data: transfer(16n) },
      ]),
    ).toBe(true)
    expect(needs([{ to: token, data: '0x12345678' }])).toBe(true)
  })

  it.each<[string, object, string | undefined, object?]>([
    ['a text', { is: 'message', bytes: '48' }, undefined],
    ['a text where there are none', { is: 'message', bytes: '48' }, 'kind', { messages: false }],
    ['typed data', { is: 'typedData', bytes: '11'.repeat(32) }, 'kind'],
    [
      'typed data where it may be',
      { is: 'typedData', bytes: '11'.repeat(32) },
      undefined,
      { typedData: true },
    ],
    ['a digest of another length', { is: 'typedData', bytes: '11' }, 'kind', { typedData: true }],
    ['another kind', { is: 'transaction', bytes: '11' }, 'call', { typedData: true }],
    ['no network', { is: 'message', bytes: '48', chainId: 1 }, 'call'],
  ])('judges %s for the account', (_name, message, refusal, change) => {
    const asked = told('accountMessage', { chainId: 'eip155:1', account: me, ...message })
    expect(judgeSigned(policyOf(change), asked)).toBe(refusal)
  })

  it('lets through no bytes that it cannot read', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('userOperation', 'accountMessage', 'authorization', 'delegation'),
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.json().map(text => Buffer.from(text)),
        ),
        (is, bytes) => {
          const request = createHash('sha256').update(bytes).digest('hex')
          const signed = { is, bytes: Buffer.from(bytes).toString('hex') } as SignedThing
          expect(judgeSigned(policyOf(), { signed, request })).toBeDefined()
        },
      ),
    )
  })
})
