/**
 * What a page tries so that a smart account moves without its screen (T137): texts and typed data that are an operation of it.
 * What comes back goes to the real entry point.
 */
import { devAccounts } from '@latchkey/devstack'
import { delegatedContracts, safeContracts } from 'latchkey/services'
import {
  type Address,
  concat,
  createPublicClient,
  encodeFunctionData,
  encodePacked,
  type Hex,
  hashTypedData,
  http,
  keccak256,
  numberToHex,
  parseAbi,
  parseEther,
  size,
  toHex,
} from 'viem'
import {
  entryPoint07Abi,
  entryPoint08Abi,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { chain } from '../setup/chain.ts'
import { approve, askWallet, framed, frameOf, pressInFrame } from '../setup/embeddedWallet.ts'
import { publicClient } from '../setup/publicClient.ts'
import { logInWithSmartAccount } from '../setup/smartAccount.ts'
import { expect, freshAccount, fund, test } from '../setup/test.ts'

test.use(framed)

const chainId = 31337
const half = parseEther('0.5')
const gas = {
  callGasLimit: 500_000n,
  verificationGasLimit: 1_000_000n,
  preVerificationGas: 0n,
  maxFeePerGas: 10n ** 10n,
  maxPriorityFeePerGas: 1n,
} as const

/** Hands an operation to an entry point as any stranger can. Returns what it says. */
async function submit(operation: UserOperation<'0.7'>, entryPoint: '0.7' | '0.8'): Promise<string> {
  const is07 = entryPoint === '0.7'
  const asked = {
    abi: is07 ? entryPoint07Abi : entryPoint08Abi,
    address: is07 ? safeContracts.entryPoint : delegatedContracts.entryPoint,
    functionName: 'handleOps',
    args: [[toPackedUserOperation(operation)], devAccounts[0]?.address],
    account: devAccounts[0]?.address,
  }
  const client = createPublicClient({ transport: http(chain(chainId).rpcUrl) })
  return client.simulateContract(asked as never).then(
    () => 'taken',
    (error: Error) => /AA\d\d/.exec(error.message)?.[0] ?? error.message,
  )
}

const fields = (text: string) =>
  text.split(', ').map(each => {
    const [type = '', name = ''] = each.split(' ')
    return { type, name }
  })
const safeOp = fields(
  'address safe, uint256 nonce, bytes initCode, bytes callData, uint128 verificationGasLimit, uint128 callGasLimit, uint256 preVerificationGas, uint128 maxPriorityFeePerGas, uint128 maxFeePerGas, bytes paymasterAndData, uint48 validAfter, uint48 validUntil, address entryPoint',
)
const packed = fields(
  'address sender, uint256 nonce, bytes initCode, bytes callData, bytes32 accountGasLimits, uint256 preVerificationGas, bytes32 gasFees, bytes paymasterAndData',
)
const safeTx = fields(
  'address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce',
)
const delegation = fields(
  'address delegate, address delegator, bytes32 authority, Caveat[] caveats, uint256 salt',
)

/** The type of a domain by the members that it has. */
const domainOf = (domain: object) =>
  fields('string name, string version, uint256 chainId, address verifyingContract').filter(({ name }) =>
    Object.hasOwn(domain, name),
  )

/** Safe takes EIP-191 signatures of an owner with 4 added to their last byte. */
const asSafe = (signature: Hex): Hex =>
  `${signature.slice(0, 130)}${(Number.parseInt(signature.slice(130, 132), 16) + 4).toString(16)}` as Hex

test('T137: no text and no typed data that a page gets signed moves the Safe or the delegated account', async ({
  page,
  shop,
  account: { address: name },
}) => {
  const { address, plain, takePlain } = await logInWithSmartAccount(
    shop,
    `${name.toLowerCase()}.thief@mail.example`,
  )
  const thief = freshAccount().address
  const client = chain(chainId)

  // Deployed by its first operation, and it holds something; the plain account is a contract as well.
  const deploying = await askWallet(page, 'eth_sendTransaction', [{ from: address, to: address }])
  await approve(shop)
  expect((await deploying()).error).toBeUndefined()
  expect((await publicClient(chainId).getCode({ address }))?.length).toBeGreaterThan(100)
  await fund(address, parseEther('1'))
  await fund(plain, parseEther('1'))
  await client.setCode(plain, concat(['0xef0100', delegatedContracts.account]))

  const nonce = await publicClient(chainId).readContract({
    abi: entryPoint07Abi,
    address: safeContracts.entryPoint,
    functionName: 'getNonce',
    args: [address, 0n],
  })
  const operation = {
    sender: address,
    nonce,
    callData: encodeFunctionData({
      abi: parseAbi(['function executeUserOp(address to, uint256 value, bytes data, uint8 operation)']),
      functionName: 'executeUserOp',
      args: [thief, half, '0x', 0],
    }),
    ...gas,
    signature: '0x',
  } as const
  const own = {
    sender: plain,
    nonce: 0n,
    callData: encodeFunctionData({
      abi: parseAbi(['function execute(address target, uint256 value, bytes data)']),
      functionName: 'execute',
      args: [thief, half, '0x'],
    }),
    ...gas,
    signature: '0x',
  } as const
  const safeTyped = {
    domain: { chainId, verifyingContract: safeContracts.module as Address },
    types: { SafeOp: safeOp },
    primaryType: 'SafeOp',
    message: {
      safe: address,
      nonce,
      callData: operation.callData,
      ...gas,
      initCode: '0x',
      paymasterAndData: '0x',
      validAfter: 0,
      validUntil: 0,
      entryPoint: safeContracts.entryPoint,
    },
  } as const
  const safeHash = hashTypedData(safeTyped as never)
  const ownHash = getUserOperationHash({
    chainId,
    entryPointAddress: delegatedContracts.entryPoint,
    entryPointVersion: '0.8',
    userOperation: own,
  })

  /** Everything that can be made of a signature, at the entry points. */
  async function expectUseless(signature: Hex): Promise<void> {
    const unlimited = encodePacked(['uint48', 'uint48'], [0, 0])
    for (const each of [signature, asSafe(signature)])
      expect(await submit({ ...operation, signature: concat([unlimited, each]) }, '0.7')).toBe('AA24')
    expect(await submit({ ...own, signature }, '0.8')).toBe('AA24')
  }

  for (const [type, account] of [
    ['smartAccount', address],
    ['eoa', plain],
  ] as const) {
    if (type === 'eoa') await takePlain()
    await test.step(`personal_sign of an operation’s hash, by the ${type}`, async () => {
      for (const hash of [safeHash, ownHash]) {
        const signed = await askWallet(page, 'personal_sign', [hash, account])
        await approve(shop, { twice: true })
        const { answer, error } = await signed()
        expect(error).toBeUndefined()
        await expectUseless(answer as Hex)
      }
    })
    await test.step(`typed data that acts for an account, by the ${type}: refused without a screen`, async () => {
      const { to, zero } = { to: thief, zero: `0x${'00'.repeat(20)}` }
      const { message } = safeTyped
      const { signature: _none, ...packedOwn } = toPackedUserOperation(own)
      const tries = [
        { ...safeTyped, message },
        {
          domain: {
            name: 'ERC4337',
            version: '1',
            chainId,
            verifyingContract: delegatedContracts.entryPoint,
          },
          types: { PackedUserOperation: packed },
          primaryType: 'PackedUserOperation',
          message: packedOwn,
        },
        {
          domain: { chainId, verifyingContract: address },
          types: { SafeTx: safeTx },
          primaryType: 'SafeTx',
          message: {
            to,
            value: half,
            data: '0x',
            operation: 0,
            safeTxGas: 0,
            baseGas: 0,
            gasPrice: 0,
            gasToken: zero,
            refundReceiver: zero,
            nonce: 0,
          },
        },
        {
          domain: { name: 'DelegationManager', version: '1', chainId, verifyingContract: thief },
          types: { Delegation: delegation, Caveat: fields('address enforcer, bytes terms') },
          primaryType: 'Delegation',
          message: {
            delegate: to,
            delegator: account,
            authority: `0x${'ff'.repeat(32)}`,
            caveats: [],
            salt: 0,
          },
        },
        {
          domain: { chainId, verifyingContract: address },
          types: { SafeMessage: fields('bytes message') },
          primaryType: 'SafeMessage',
          message: { message: safeHash },
        },
      ]
      for (const each of tries) {
        const EIP712Domain = domainOf(each.domain)
        const whole = { ...each, types: { ...each.types, EIP712Domain } }
        const data = JSON.stringify(whole, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
        const { error } = await (await askWallet(page, 'eth_signTypedData_v4', [account, data]))()
        expect([each.primaryType, error?.code]).toEqual([each.primaryType, 4200])
      }
      await expect(shop.dialog).toBeHidden()
    })
  }
  expect(await client.getBalance(address)).toBe(parseEther('1'))
  expect(await client.getBalance(plain)).toBe(parseEther('1'))
  expect(await client.getBalance(thief)).toBe(0n)
})

test('T141: no call of a page changes the singleton, modules, owners, guard or handlers of the account', async ({
  page,
  shop,
  account: { address: name },
}) => {
  const { address } = await logInWithSmartAccount(shop, `${name.toLowerCase()}.own@mail.example`)
  const thief = freshAccount().address
  const node = publicClient(chainId)
  const deploying = await askWallet(page, 'eth_sendTransaction', [{ from: address, to: address }])
  await approve(shop)
  expect((await deploying()).error).toBeUndefined()

  /** All that decides who may act for the account. */
  async function control() {
    const abi = parseAbi([
      'function getOwners() view returns (address[])',
      'function getThreshold() view returns (uint256)',
      'function getModulesPaginated(address start, uint256 size) view returns (address[] modules, address next)',
    ])
    const read = (functionName: 'getOwners' | 'getThreshold') =>
      node.readContract({ address, abi, functionName })
    const args = [`0x${'1'.padStart(40, '0')}`, 10n] as const
    // The singleton is in slot 0, the guard and the fallback handler in slots of their names.
    const slots = [
      numberToHex(0),
      keccak256(toHex('guard_manager.guard.address')),
      keccak256(toHex('fallback_manager.handler.address')),
    ]
    return [
      await read('getOwners'),
      await read('getThreshold'),
      await node.readContract({ address, abi, functionName: 'getModulesPaginated', args }),
      ...(await Promise.all(slots.map(slot => node.getStorageAt({ address, slot })))),
    ]
  }
  const before = await control()

  const abi = parseAbi([
    'function changeMasterCopy(address singleton)',
    'function enableModule(address module)',
    'function swapOwner(address previous, address old, address next)',
    'function setGuard(address guard)',
    'function setFallbackHandler(address handler)',
    'function setup(address[] owners, uint256 threshold, address to, bytes data, address handler, address token, uint256 payment, address receiver)',
    'function multiSend(bytes transactions)',
    'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  ])
  const own: readonly Hex[] = [
    encodeFunctionData({ abi, functionName: 'changeMasterCopy', args: [thief] }),
    encodeFunctionData({ abi, functionName: 'enableModule', args: [thief] }),
    encodeFunctionData({ abi, functionName: 'swapOwner', args: [thief, thief, thief] }),
    encodeFunctionData({ abi, functionName: 'setGuard', args: [thief] }),
    encodeFunctionData({ abi, functionName: 'setFallbackHandler', args: [thief] }),
    encodeFunctionData({
      abi,
      functionName: 'setup',
      args: [[thief], 1n, thief, '0x', thief, thief, 0n, thief],
    }),
  ]
  const codeOf = async (method: string, params: unknown) =>
    (await (await askWallet(page, method, params))()).error?.code
  const batch = (calls: readonly object[]) => [
    { version: '2.0.0', from: address, chainId: '0x7a69', atomicRequired: true, calls },
  ]
  const nested = (data: Hex): Hex =>
    encodeFunctionData({
      abi,
      functionName: 'multiSend',
      args: [
        encodePacked(
          ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
          [0, address, 0n, BigInt(size(data)), data],
        ),
      ],
    })
  const operation = (to: Address, data: Hex, kind: 0 | 1) => [
    {
      sender: address,
      callData: encodeFunctionData({ abi, functionName: 'executeUserOp', args: [to, 0n, data, kind] }),
    },
    safeContracts.entryPoint,
  ]
  for (const data of own) {
    expect(await codeOf('eth_sendTransaction', [{ from: address, to: address, data }])).toBe(4200)
    expect(await codeOf('wallet_sendCalls', batch([{ to: thief }, { to: address, data }]))).toBe(4200)
    // Inside of calls as one, which the account itself makes: each of them is read.
    expect(
      await codeOf('eth_sendUserOperation', operation(safeContracts.multiSendCallOnly, nested(data), 1)),
    ).toBe(4200)
    // Other code in the account's place.
    expect(await codeOf('eth_sendUserOperation', operation(thief, data, 1))).toBe(-32602)
  }
  await expect(shop.dialog).toBeHidden()

  await test.step('called through MultiSend, it is not the account that calls: it fails, which the visitor reads before', async () => {
    const [, enable] = own as [Hex, Hex]
    const sent = await askWallet(
      page,
      'wallet_sendCalls',
      batch([{ to: safeContracts.multiSendCallOnly, data: nested(enable) }]),
    )
    await shop.expectView('ApproveTransaction')
    const said = 'The network says this would fail'
    await expect(frameOf(page).locator('.approve')).toContainText(said)
    await approve(shop, { twice: true, stays: true })
    await expect(frameOf(page).getByRole('alert')).toContainText(said)
    await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Close' }))
    expect((await sent()).error?.code).toBe(-32003)
  })
  expect(await control()).toEqual(before)
})
