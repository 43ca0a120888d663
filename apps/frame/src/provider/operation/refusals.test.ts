import fc from 'fast-check'
import { safeContracts } from 'latchkey/services'
import { encodeFunctionData, parseAbi } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { decodeOperationCalls } from '../../smartaccount/decodeOperationCalls.ts'
import { encodeOperationCalls } from '../../smartaccount/encodeOperationCalls.ts'
import {
  addresses,
  carrying,
  type OperationWorld,
  openOperationWorld,
  plain,
  safe,
  shop,
} from './operation.fixture.ts'

let world: OperationWorld
beforeEach(() => {
  world = openOperationWorld()
})

const failure = (code: number) => ({ context: { rpc: { code } } })
const batch = (calls: readonly object[], more: object = {}) => ({
  version: '2.0.0',
  chainId: '0x1bd1',
  calls,
  ...more,
})
const abi = parseAbi([
  'function enableModule(address module)',
  'function disableModule(address previous, address module)',
  'function setGuard(address guard)',
  'function setFallbackHandler(address handler)',
  'function changeMasterCopy(address singleton)',
  'function swapOwner(address previous, address old, address next)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address previous, address owner, uint256 threshold)',
  'function changeThreshold(uint256 threshold)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 a, uint256 b, uint256 c, address d, address e, bytes signatures)',
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address handler, address token, uint256 payment, address receiver)',
])
const zero = `0x${'00'.repeat(20)}` as const
const values: Readonly<Record<string, unknown>> = {
  address: shop,
  uint256: 1n,
  uint8: 1,
  bytes: '0x',
  'address[]': [shop],
}
const ownCalls = abi.map(item => {
  const args = item.inputs.map(({ type }) => values[type]) as never
  return [item.name, encodeFunctionData({ abi, functionName: item.name, args } as never)] as const
})

describe('T141: a page never changes the account itself', () => {
  test.each(ownCalls)(
    '%s is refused alone, in a batch and in an operation, without a screen',
    async (_name, data) => {
      const call = { to: safe.address, data }
      const own = { to: safe.address, value: 0n, data }
      const operation = { sender: safe.address, callData: encodeOperationCalls([own]) }
      const asks = [
        world.ask('eth_sendTransaction', [call]),
        world.ask('wallet_sendCalls', [batch([{ to: shop }, call])]),
        world.ask('wallet_sendCalls', [batch([{ ...call, to: safe.address.toLowerCase() }])]),
        world.ask('eth_sendUserOperation', [operation, safeContracts.entryPoint]),
      ]
      for (const asked of asks)
        await expect(asked).rejects.toMatchObject({ code: 'ACCOUNT_SIGNATURE_REFUSED', ...failure(4200) })
      expect([world.shown, world.signed]).toEqual([[], []])
    },
  )

  test('by no data at all that is sent to it', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 100 })
    await fc.assert(
      fc.asyncProperty(bytes, async each => {
        const data = `0x${Buffer.from(each).toString('hex')}`
        await expect(
          world.ask('wallet_sendCalls', [batch([{ to: safe.address, data }])]),
        ).rejects.toMatchObject({
          code: 'ACCOUNT_SIGNATURE_REFUSED',
        })
      }),
      { numRuns: 50 },
    )
    expect(world.shown).toEqual([])
  })

  test('nor gets typed data of any of its addresses, whichever account is in use', async () => {
    const typed = (verifyingContract: string) => ({
      types: {
        EIP712Domain: [{ name: 'verifyingContract', type: 'address' }],
        Mail: [{ name: 'text', type: 'string' }],
      },
      primaryType: 'Mail',
      domain: { verifyingContract },
      message: { text: 'hi' },
    })
    for (const network of [carrying, plain] as const) {
      if (network === plain) await world.provider.switchNetwork(plain)
      const account = network === plain ? addresses.eip155 : safe.address
      for (const own of [safe.address, addresses.owner, addresses.eip155])
        await expect(world.ask('eth_signTypedData_v4', [account, typed(own)], network)).rejects.toMatchObject(
          {
            code: 'ACCOUNT_SIGNATURE_REFUSED',
          },
        )
    }
    expect(world.shown).toEqual([])
  })
})

test.each([
  ['a new contract', 'eth_sendTransaction', [{ data: '0x6000' }], -32_602],
  [
    'calls of the plain account',
    'wallet_sendCalls',
    [batch([{ to: shop }], { from: addresses.eip155 })],
    4100,
  ],
  ['a message of the plain account', 'personal_sign', ['0x00', addresses.eip155], 4100],
  [
    'another capability',
    'wallet_sendCalls',
    [batch([{ to: shop }], { capabilities: { sessions: {} } })],
    5700,
  ],
  [
    'a paymaster of one call',
    'wallet_sendCalls',
    [batch([{ to: shop, capabilities: { paymasterService: {} } }])],
    5700,
  ],
  ['a paymaster without an address', 'wallet_sendCalls', [service({})], -32_602],
  ['one by http', 'wallet_sendCalls', [service({ url: 'http://pay.example' })], -32_602],
  [
    'one with a long address',
    'wallet_sendCalls',
    [service({ url: `https://a/${'b'.repeat(2_048)}` })],
    -32_602,
  ],
  ['one that is no address', 'wallet_sendCalls', [service({ url: 'https://' })], -32_602],
])('%s is refused without a screen', async (_name, method, params, code) => {
  await expect(world.ask(method, params)).rejects.toMatchObject(failure(code))
  expect(world.shown).toEqual([])
})

function service(paymasterService: object) {
  return batch([{ to: shop }], { capabilities: { paymasterService } })
}

describe('an operation that the page built', () => {
  const callData = encodeOperationCalls([
    { to: shop, value: 5n, data: '0x' },
    { to: shop, value: 0n, data: '0xdeadbeef' },
  ])
  const operation = { sender: safe.address, callData }
  const { entryPoint } = safeContracts

  test('counts for its calls alone: nonce, gas, fees and signature are our own', async () => {
    const theirs = {
      ...operation,
      nonce: '0x99',
      callGasLimit: '0xffffff',
      verificationGasLimit: '0xffffff',
      preVerificationGas: '0xffffff',
      maxFeePerGas: '0xffffff',
      maxPriorityFeePerGas: '0xffffff',
      signature: `0x${'ab'.repeat(77)}`,
      factory: safe.factory.toLowerCase(),
      factoryData: safe.factoryData,
    }
    const answer = world.ask('eth_sendUserOperation', [theirs, entryPoint])
    await expect.poll(() => world.shown[0]?.approval.progress().at).toBe('known')
    expect(world.shown[0]?.approval.request).toMatchObject({
      is: 'calls',
      account: safe.address,
      calls: [
        { to: shop, value: 5n },
        { to: shop, data: '0xdeadbeef' },
      ],
    })
    await world.shown[0]?.approval.approve()
    const [[hash, sent] = []] = [...world.chain.operations]
    expect(await answer).toBe(hash)
    expect(sent).toMatchObject({ nonce: '0x0', callGasLimit: '0x3e8', maxFeePerGas: '0xc9' })
    expect(decodeOperationCalls(sent?.callData ?? '0x')).toHaveLength(2)
  })

  // executeUserOp(address,uint256,bytes,uint8) with operation 1: a delegatecall
  const delegatecall = encodeFunctionData({
    abi: parseAbi(['function executeUserOp(address to, uint256 value, bytes data, uint8 operation)']),
    args: [shop, 0n, '0x', 1],
  })
  test.each<readonly [string, object, string, number]>([
    ['of another account', { ...operation, sender: shop }, entryPoint, 4100],
    ['of the plain account', { ...operation, sender: addresses.eip155 }, entryPoint, 4100],
    ['for another entry point', operation, shop, -32_602],
    ['with another factory', { ...operation, factory: shop, factoryData: '0x' }, entryPoint, 4200],
    [
      'with other data for it',
      { ...operation, factory: safe.factory, factoryData: '0x00' },
      entryPoint,
      4200,
    ],
    [
      'with an authorization (T60)',
      { ...operation, factory: '0x7702', eip7702Auth: authorization() },
      entryPoint,
      4200,
    ],
    ['with a paymaster', { ...operation, paymaster: shop, paymasterData: '0x' }, entryPoint, 4200],
    ['that is a delegatecall', { ...operation, callData: delegatecall }, entryPoint, -32_602],
    ['of other call data', { ...operation, callData: '0xdeadbeef' }, entryPoint, -32_602],
    ['with a field that is not known', { ...operation, initCode: '0x' }, entryPoint, -32_602],
    ['without calls', { sender: safe.address }, entryPoint, -32_602],
  ])('%s is refused without a screen', async (_name, asked, point, code) => {
    await expect(world.ask('eth_sendUserOperation', [asked, point])).rejects.toMatchObject(failure(code))
    expect([world.shown, world.chain.asked('eth_sendUserOperation')]).toEqual([[], []])
  })

  test('is refused where the plain account is in use', async () => {
    await world.provider.switchNetwork(plain)
    await expect(world.ask('eth_sendUserOperation', [operation, entryPoint], plain)).rejects.toMatchObject(
      failure(4200),
    )
  })
})

function authorization() {
  return { chainId: '0x1bd1', address: shop, nonce: '0x0', yParity: '0x0', r: '0x1', s: '0x1' }
}

test('bundlers are asked by pages as nodes are', async () => {
  world.chain.answers.set('eth_supportedEntryPoints', () => [safeContracts.entryPoint])
  expect(await world.ask('eth_supportedEntryPoints', [])).toEqual([safeContracts.entryPoint])
  expect(await world.ask('eth_getUserOperationReceipt', [zero])).toBeNull()
})
