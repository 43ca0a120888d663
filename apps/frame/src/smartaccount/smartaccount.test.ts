import fc from 'fast-check'
import type { UserOperation } from 'latchkey/services'
import { safeContracts } from 'latchkey/services'
import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  type Hex,
  hashTypedData,
  keccak256,
  maxUint256,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  serializeErc6492Signature,
} from 'viem'
import { formatUserOperation, getUserOperationHash } from 'viem/account-abstraction'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../keys/bytes.ts'
import { addressesOf } from '../keys/derive/addressesOf.ts'
import { signOwnerDigest } from '../keys/signWith.ts'
import { messageDigest } from '../provider/evm/hashes.ts'
import { decodeOperationCalls } from './decodeOperationCalls.ts'
import { encodeArguments } from './encodeArguments.ts'
import { encodeOperationCalls } from './encodeOperationCalls.ts'
import { operationHash } from './operationHash.ts'
import { safeAccountOf } from './safeAccountOf.ts'
import { safeMessageDigest } from './safeMessageDigest.ts'
import { operationSignature, safeOperationDigest } from './safeOperationDigest.ts'
import { wrap6492 } from './wrap6492.ts'

const words = `${'abandon '.repeat(23)}art`
const entropy = new Uint8Array(32)
const eoa = mnemonicToAccount(words)
const owner = mnemonicToAccount(words, { accountIndex: 1 })
const safe = safeAccountOf(owner.address)
const always = { validAfter: 0, validUntil: 0 }
const later: Hex = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108'

const hex = (options: fc.IntArrayConstraints) =>
  fc.uint8Array(options).map(bytes => `0x${toHex(bytes)}` as Hex)
const address = hex({ minLength: 20, maxLength: 20 })
const bytes = hex({ maxLength: 80 })
const quantity = (bits: number) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n }).map(numberToHex)
const call = fc.record({ to: address, value: fc.bigInt({ min: 0n, max: maxUint256 }), data: bytes })

const operations = fc
  .record({
    sender: address,
    nonce: quantity(256),
    callData: bytes,
    callGasLimit: quantity(128),
    verificationGasLimit: quantity(128),
    preVerificationGas: quantity(256),
    maxFeePerGas: quantity(128),
    maxPriorityFeePerGas: quantity(128),
    factory: fc.option(fc.record({ factory: address, factoryData: bytes }), { nil: undefined }),
    paymaster: fc.option(
      fc.record({
        paymaster: address,
        paymasterVerificationGasLimit: quantity(128),
        paymasterPostOpGasLimit: quantity(128),
        paymasterData: bytes,
      }),
      { nil: undefined },
    ),
  })
  .map(({ factory, paymaster, ...rest }) => ({ ...rest, ...factory, ...paymaster, signature: '0x' as Hex }))

const toViem = (operation: UserOperation) =>
  formatUserOperation(operation as Parameters<typeof formatUserOperation>[0])

describe('the address', () => {
  it('of the words’ second account is the one that permissionless 0.4.1 makes', () => {
    expect(owner.address).toBe('0x94142B4f665316D3304C3a595ec83aC9C8046598')
    expect(safe).toMatchObject({
      address: '0x3BEdc827071Ea4bA8f62475cBF603a8Cb1D45157',
      owner: owner.address,
    })
    expect(keccak256(safe.factoryData)).toBe(
      '0x5dd77dcd478087bf64d3afba791cfdc7553503c71df4a8e443a94018e531b2e0',
    )
  })

  it('is CREATE2’s of the factory, its salt and the proxy, for any owner', () => {
    const setup = parseAbi([
      'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
      'function enableModules(address[] modules)',
      'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce)',
    ])
    const none = `0x${'0'.repeat(40)}` as Hex
    const { factory, module, moduleSetup, singleton } = safeContracts
    fc.assert(
      fc.property(address, each => {
        const data = encodeFunctionData({ abi: setup, functionName: 'enableModules', args: [[module]] })
        const initializer = encodeFunctionData({
          abi: setup,
          functionName: 'setup',
          args: [[each], 1n, moduleSetup, data, module, none, 0n, none],
        })
        const made = safeAccountOf(each)
        expect(made.factoryData).toBe(
          encodeFunctionData({
            abi: setup,
            functionName: 'createProxyWithNonce',
            args: [singleton, initializer, 0n],
          }),
        )
        expect(made.address).toBe(
          getContractAddress({
            opcode: 'CREATE2',
            from: factory,
            salt: keccak256(encodePacked(['bytes32', 'uint256'], [keccak256(initializer), 0n])),
            bytecodeHash: '0x76733d705f71b79841c0ee960a0ca880f779cde7ef446c989e6d23efc0a4adfb',
          }),
        )
      }),
    )
  })
})

describe('call data', () => {
  const module = parseAbi([
    'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
    'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
    'function multiSend(bytes transactions)',
  ])
  const execute = (
    to: Hex,
    value: bigint,
    data: Hex,
    operation: number,
    name = 'executeUserOpWithErrorString',
  ) =>
    encodeFunctionData({
      abi: module,
      functionName: name as 'executeUserOp',
      args: [to, value, data, operation],
    })
  const pack = (calls: readonly { to: Hex; value: bigint; data: Hex }[], operation = 0) =>
    encodeFunctionData({
      abi: module,
      functionName: 'multiSend',
      args: [
        concat([
          '0x',
          ...calls.map(({ to, value, data }) =>
            encodePacked(
              ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
              [operation, to, value, BigInt(data.length / 2 - 1), data],
            ),
          ),
        ]),
      ],
    })
  const { multiSendCallOnly } = safeContracts

  it('of one call is the account’s own, of several by MultiSendCallOnly, and is read back', () => {
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 6 }), calls => {
        const [first] = calls as [(typeof calls)[0]]
        const made = encodeOperationCalls(calls)
        expect(made).toBe(
          calls.length === 1
            ? execute(first.to, first.value, first.data, 0)
            : execute(multiSendCallOnly, 0n, pack(calls), 1),
        )
        const read = decodeOperationCalls(made)
        expect(read?.map(each => ({ ...each, to: each.to.toLowerCase() }))).toEqual(calls)
      }),
    )
    expect(() => encodeOperationCalls([])).toThrow(TypeError)
  })

  it('is read in the module’s other form as well', () => {
    const data = execute(eoa.address, 5n, '0xabcd', 0, 'executeUserOp')
    expect(decodeOperationCalls(data)).toEqual([{ to: eoa.address, value: 5n, data: '0xabcd' }])
  })

  const one = [{ to: eoa.address, value: 1n, data: '0x' as Hex }]
  it.each<[string, Hex]>([
    ['nothing', '0x'],
    ['another function', '0x12345678'],
    ['a delegatecall to another contract', execute(eoa.address, 0n, pack(one), 1)],
    ['a delegatecall that carries value', execute(multiSendCallOnly, 1n, pack(one), 1)],
    ['an operation that is none', execute(eoa.address, 0n, '0x', 2)],
    ['a batch with a delegatecall in it', execute(multiSendCallOnly, 0n, pack(one, 1), 1)],
    ['an empty batch', execute(multiSendCallOnly, 0n, pack([]), 1)],
    ['another call to the batch contract', execute(multiSendCallOnly, 0n, '0x12345678', 1)],
    ['arguments that are cut off', execute(eoa.address, 0n, '0x', 0).slice(0, -64) as Hex],
    [
      'a batch that is cut off',
      execute(
        multiSendCallOnly,
        0n,
        encodeFunctionData({ abi: module, functionName: 'multiSend', args: [`0x00${'11'.repeat(83)}`] }),
        1,
      ),
    ],
  ])('of %s is not read', (_what, data) => expect(decodeOperationCalls(data)).toBeUndefined())

  it('of any bytes is read or not, and never throws', () => {
    fc.assert(
      fc.property(bytes, fc.boolean(), (data, isInner) => {
        const body: Hex = `0x541d63c8${data.slice(2)}`
        decodeOperationCalls(isInner ? execute(multiSendCallOnly, 0n, `0x8d80ff0a${data.slice(2)}`, 1) : body)
      }),
    )
  })
})

describe('an operation', () => {
  it('has the hash that viem has for EntryPoint 0.7 and 0.8', () => {
    fc.assert(
      fc.property(operations, fc.integer({ min: 1, max: 2 ** 40 }), (operation, chainId) => {
        const userOperation = toViem(operation)
        for (const [entryPointAddress, entryPointVersion] of [
          [safeContracts.entryPoint, '0.7'],
          [later, '0.8'],
        ] as const)
          expect(operationHash(operation, chainId, entryPointAddress)).toBe(
            getUserOperationHash({
              chainId,
              entryPointAddress,
              entryPointVersion,
              userOperation,
            } as Parameters<typeof getUserOperationHash>[0]),
          )
      }),
    )
  })

  const asked: UserOperation = {
    sender: safe.address,
    nonce: '0x7',
    factory: safe.factory,
    factoryData: safe.factoryData,
    callData: '0x1234',
    callGasLimit: '0x1',
    verificationGasLimit: '0x2',
    preVerificationGas: '0x3',
    maxFeePerGas: '0x4',
    maxPriorityFeePerGas: '0x5',
    paymaster: eoa.address,
    paymasterVerificationGasLimit: '0x6',
    paymasterPostOpGasLimit: '0x7',
    paymasterData: '0xbeef',
    signature: '0x',
  }

  it('has the delegate in the hash of its first operation under EIP-7702', () => {
    const eip7702Auth = {
      chainId: '0x1',
      address: eoa.address,
      nonce: '0x0',
      yParity: '0x0',
      r: '0x1',
      s: '0x1',
    } as const
    const operation: UserOperation = { ...asked, factory: '0x7702', factoryData: '0xab', eip7702Auth }
    expect(operationHash(operation, 1, later)).toBe(
      getUserOperationHash({
        chainId: 1,
        entryPointAddress: later,
        entryPointVersion: '0.8',
        userOperation: {
          ...toViem({ ...asked, factory: '0x7702', factoryData: '0xab' }),
          authorization: { chainId: 1, address: eoa.address, nonce: 0, yParity: 0, r: '0x1', s: '0x1' },
        } as never,
      }),
    )
    expect(() => operationHash({ ...asked, factory: '0x7702' }, 1, later)).toThrow(TypeError)
  })

  it('is signed as permissionless 0.4.1 signs it', async () => {
    const { owner: address } = await addressesOf(entropy)
    expect(address).toBe(owner.address)
    const digest = safeOperationDigest(asked, 1, always)
    const { r, s, yParity } = await signOwnerDigest(entropy, digest, address)
    const signature: Hex = `${r}${s.slice(2)}${yParity === 0 ? '1b' : '1c'}`
    expect(operationSignature(always, signature)).toBe(
      '0x0000000000000000000000000f1cc1258447f83ff21027c15877b22b7df48272b89bf2de8f9604599a47846f421f59eb3d51eb419a0869a1bc8311045d82bfd93c03d05535043c49c46450721b',
    )
    const validity = { validAfter: 1, validUntil: 1_800_000_000 }
    expect(safeOperationDigest(asked, 1, validity)).not.toEqual(digest)
    expect(operationSignature(validity, '0xab')).toBe('0x00000000000100006b49d200ab')
  })

  it.each(['callGasLimit', 'verificationGasLimit', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const)(
    'with a %s of more than 128 bits is refused',
    field => {
      const operation = { ...asked, [field]: numberToHex(1n << 128n) }
      expect(() => operationHash(operation, 1, safeContracts.entryPoint)).toThrow(TypeError)
      expect(() => safeOperationDigest(operation, 1, always)).toThrow(TypeError)
    },
  )
})

describe('a message', () => {
  it('T31: has another digest for each account and each network', () => {
    const digest = messageDigest(new TextEncoder().encode('hello'))
    const chainId = 1
    expect(`0x${toHex(safeMessageDigest(digest, safe.address, chainId))}`).toBe(
      hashTypedData({
        domain: { chainId, verifyingContract: safe.address },
        types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
        primaryType: 'SafeMessage',
        message: { message: `0x${toHex(digest)}` },
      }),
    )
    const all = [
      [safe.address, 1],
      [safe.address, 10],
      [eoa.address, 1],
    ] as const
    const digests = all.map(([account, chain]) => toHex(safeMessageDigest(digest, account, chain)))
    expect(new Set([...digests, toHex(digest)]).size).toBe(4)
  })

  it('is wrapped as ERC-6492 has it', () => {
    fc.assert(
      fc.property(address, bytes, bytes, (factory, factoryData, signature) => {
        expect(wrap6492({ factory, factoryData, signature })).toBe(
          serializeErc6492Signature({ address: factory, data: factoryData, signature }),
        )
      }),
    )
  })
})

it('encodes arguments as viem does', () => {
  fc.assert(
    fc.property(address, bytes, fc.array(address, { maxLength: 3 }), (one, some, list) => {
      expect(`0x${encodeArguments({ list }, one, { bytes: some }, 7n)}`).toBe(
        encodeAbiParameters(parseAbiParameters('address[], address, bytes, uint256'), [list, one, some, 7n]),
      )
    }),
  )
  expect(fromHex(encodeArguments(1n))).toHaveLength(32)
})
