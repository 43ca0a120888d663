import { join } from 'node:path'
import { type Permission, permissionContracts } from 'latchkey/services'
import {
  type Abi,
  type Address,
  encodeFunctionData,
  type Hex,
  hashMessage,
  parseAbi,
  parseEther,
  toFunctionSelector,
  zeroHash,
} from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import tokenArtifact from '../../contracts/artifacts/DevPlainToken.json' with { type: 'json' }
import reentrantArtifact from '../../contracts/artifacts/DevReentrant.json' with { type: 'json' }
import { type Chain, startChain } from '../chains/startChain.ts'
import { delegationFramework } from './delegationPlan.ts'
import { devDelegator } from './devDelegator.ts'
import { putSmartContracts } from './putSmartContracts.ts'
import {
  encodeRedeem,
  openSafeWithPermissions,
  permissionAbi,
  type SafeWithPermissions,
} from './safeWithPermissions.fixture.ts'

let chain: Chain
let safe: SafeWithPermissions
let now: number

beforeAll(async () => {
  chain = await startChain({ chainId: 31_337, port: 0 })
  await putSmartContracts(chain, join(import.meta.dirname, '../../bundler'))
})
afterAll(() => chain?.stop())
beforeEach(async () => {
  safe = await openSafeWithPermissions(chain)
  now = Number((await safe.client.getBlock()).timestamp)
})

/** How an error without words of its own is seen from outside. */
const refusalOf = (error: string): RegExp => new RegExp(toFunctionSelector(error))
const receiver: Address = '0x00000000000000000000000000000000000b0b00'
const day = 86_400
const ether = (text: string): Hex => `0x${parseEther(text).toString(16)}`
const spend = (amount: string, more: object = {}): Permission =>
  ({ is: 'allowance', amount: ether(amount), expiry: now + day, ...more }) as Permission

test('the pinned addresses are those of our compiled delegator and of the framework', () => {
  expect(permissionContracts.delegator).toBe(devDelegator.address)
  const { manager, delegator: _, create2: __, ...enforcers } = permissionContracts
  expect(manager).toBe(delegationFramework.DelegationManager)
  const known: readonly string[] = Object.values(delegationFramework)
  expect(Object.values(enforcers).filter(address => !known.includes(address))).toEqual([])
})

test('a holder spends from the Safe up to its limit, and no more', async () => {
  const { client, safe: account, sign, redeem, holder } = safe
  const permission = await sign(spend('1'))
  const before = await client.getBalance({ address: receiver })
  await redeem(permission, { to: receiver, value: parseEther('0.6') })
  await redeem(permission, { to: receiver, value: parseEther('0.4') })
  expect((await client.getBalance({ address: receiver })) - before).toBe(parseEther('1'))
  expect(await client.getBalance({ address: account })).toBe(parseEther('9'))
  await expect(redeem(permission, { to: receiver, value: 1n })).rejects.toThrow(/allowance-exceeded/)
  // Money alone: no call goes along.
  const second = await sign(spend('1'), { salt: 2n })
  await expect(redeem(second, { to: receiver, value: 1n, data: '0x12' })).rejects.toThrow(/invalid-calldata/)
  expect(holder.address).toBe(permission.delegate)
})

test('T145: refuses everyone but the holder, any time after its end, and any other payee', async () => {
  const { client, sign, redeem, stranger, owner } = safe
  const permission = await sign(spend('1', { payee: receiver }))
  for (const by of [stranger, owner])
    await expect(redeem(permission, { to: receiver, value: 1n }, { by })).rejects.toThrow(
      refusalOf('InvalidDelegate()'),
    )
  await expect(redeem(permission, { to: stranger.address, value: 1n })).rejects.toThrow(
    /target-address-not-allowed/,
  )
  await redeem(permission, { to: receiver, value: 1n })
  const snapshot = await client.snapshot()
  await client.increaseTime({ seconds: 2 * day })
  await client.mine({ blocks: 1 })
  await expect(redeem(permission, { to: receiver, value: 1n })).rejects.toThrow(/expired-delegation/)
  await client.revert({ id: snapshot })
})

test('calls reach the named functions of one contract, without money, as often as said', async () => {
  const { client, safe: account, sign, redeem, owner, stranger } = safe
  const token = await deployToken()
  const transfer = parseAbi([
    'function transfer(address to, uint256 amount)',
    'function approve(address to, uint256 amount)',
  ])
  const permission = await sign({
    is: 'calls',
    target: token,
    selectors: [toFunctionSelector('transfer(address,uint256)')],
    limit: 2,
    expiry: now + day,
  })
  const pay: Hex = encodeFunctionData({ abi: transfer, functionName: 'transfer', args: [receiver, 5n] })
  await redeem(permission, { to: token, data: pay })
  await redeem(permission, { to: token, data: pay })
  await expect(redeem(permission, { to: token, data: pay })).rejects.toThrow(/limit-exceeded/)
  const other = encodeFunctionData({ abi: transfer, functionName: 'approve', args: [stranger.address, 5n] })
  const again = await sign(
    {
      is: 'calls',
      target: token,
      selectors: [toFunctionSelector('transfer(address,uint256)')],
      expiry: now + day,
    },
    { salt: 9n },
  )
  await expect(redeem(again, { to: token, data: other })).rejects.toThrow(/method-not-allowed/)
  await expect(redeem(again, { to: receiver, data: pay })).rejects.toThrow(/target-address-not-allowed/)
  await expect(redeem(again, { to: token, data: pay, value: 1n })).rejects.toThrow(/value-too-high/)
  // What the target says of a failure comes through.
  const tooMuch = encodeFunctionData({
    abi: transfer,
    functionName: 'transfer',
    args: [receiver, 10n ** 30n],
  })
  await expect(redeem(again, { to: token, data: tooMuch })).rejects.toThrow()
  expect(await client.getBalance({ address: account })).toBe(parseEther('10'))

  async function deployToken(): Promise<Address> {
    const { abi, bytecode } = tokenArtifact
    const args = ['Token', 'TKN', 18, owner.address, [account], 1_000n]
    const hash = await client.deployContract({
      account: owner,
      abi: abi as Abi,
      bytecode: bytecode as Hex,
      args,
    })
    const { contractAddress } = await client.waitForTransactionReceipt({ checkReplacement: false, hash })
    return contractAddress as Address
  }
})

test('the Safe alone ends a permission, for good, and the others stay', async () => {
  const { act, send, sign, redeem, disable, delegator, holder, stranger, owner } = safe
  const [one, two] = [await sign(spend('1')), await sign(spend('1'), { salt: 2n })]
  for (const by of [holder, stranger, owner])
    await expect(send(by, delegator, disable(one))).rejects.toThrow(refusalOf('NotTheAccount()'))
  await redeem(one, { to: receiver, value: 1n })
  await act(delegator, disable(one))
  await expect(redeem(one, { to: receiver, value: 1n })).rejects.toThrow(
    refusalOf('CannotUseADisabledDelegation()'),
  )
  await redeem(two, { to: receiver, value: 1n })
  // Another Safe's delegator has no say in it.
  const other = await openSafeWithPermissions(chain)
  await expect(other.act(other.delegator, disable(two))).rejects.toThrow(/GS013/)
  await safe.disableModule()
  await expect(redeem(two, { to: receiver, value: 1n })).rejects.toThrow(/GS104/)
})

test('T31: a signature for one Safe gives nothing away of another, and counts for no contract but the manager', async () => {
  const { client, sign, redeem, signForSafe, delegator, owner } = safe
  const other = await openSafeWithPermissions(chain)
  const stolen = await sign(spend('1'), { from: other.delegator })
  await expect(redeem(stolen, { to: receiver, value: 1n })).rejects.toThrow()
  const hash = hashMessage('shop.example wants you to sign in')
  const signature = await signForSafe(hash)
  const asked = { abi: permissionAbi, functionName: 'isValidSignature', args: [hash, signature] } as const
  expect(await client.readContract({ address: safe.safe, ...asked })).toBe('0x1626ba7e')
  expect(await client.readContract({ address: delegator, ...asked })).toBe('0xffffffff')
  expect(
    await client.readContract({ address: delegator, ...asked, account: permissionContracts.manager }),
  ).toBe('0x1626ba7e')
  // The owner's own signature of a delegation is none of the Safe's.
  const bare = { ...stolen, delegator, signature: await owner.sign({ hash }) }
  await expect(redeem(bare, { to: receiver, value: 1n })).rejects.toThrow()
})

test('refuses batches, calls that may fail and every other mode, also from the manager itself', async () => {
  const { client, delegator } = safe
  const { manager } = permissionContracts
  await client.impersonateAccount({ address: manager })
  await client.setBalance({ address: manager, value: parseEther('1') })
  const call: Hex = `0x${receiver.slice(2)}${'0'.repeat(64)}`
  const execute = (mode: Hex, data: Hex, account: Address = manager) =>
    client.simulateContract({
      address: delegator,
      abi: permissionAbi,
      functionName: 'executeFromExecutor',
      args: [mode, data],
      account,
    })
  const modes: readonly Hex[] = [
    '0x01',
    '0x0001',
    '0x0101',
    '0xff',
    '0xfe',
    `0x${'00'.repeat(31)}01`,
    '0x000000000000aabbccdd',
  ]
  for (const mode of modes)
    await expect(execute(mode.padEnd(66, '0') as Hex, call), mode).rejects.toThrow(/ModeNotSupported/)
  await expect(execute(zeroHash, `0x${receiver.slice(2)}${'0'.repeat(62)}`)).rejects.toThrow(
    /CallDataTooShort/,
  )
  for (const target of [safe.safe, delegator, manager])
    await expect(execute(zeroHash, `0x${target.slice(2)}${'0'.repeat(64)}`), target).rejects.toThrow(
      /TargetNotAllowed/,
    )
  for (const account of [safe.safe, safe.owner.address, safe.stranger.address])
    await expect(execute(zeroHash, call, account)).rejects.toThrow(/NotTheManager/)
  await expect(execute(zeroHash, call)).resolves.toBeDefined()
  await client.stopImpersonatingAccount({ address: manager })
})

test('a permission that allows the Safe itself as its target changes no module of it', async () => {
  const { sign, redeem, safe: account, stranger } = safe
  const enable = parseAbi(['function enableModule(address module)'])
  const permission = await sign({
    is: 'calls',
    target: account,
    selectors: [toFunctionSelector('enableModule(address)')],
    expiry: now + day,
  })
  const data = encodeFunctionData({ abi: enable, functionName: 'enableModule', args: [stranger.address] })
  await expect(redeem(permission, { to: account, data })).rejects.toThrow(
    refusalOf('TargetNotAllowed(address)'),
  )
})

test('a target that uses a permission of its own while it is called gets nothing', async () => {
  const { client, sign, redeem, send, owner, holder, safe: account } = safe
  const hash = await client.deployContract({
    account: owner,
    abi: reentrantArtifact.abi,
    bytecode: reentrantArtifact.bytecode as Hex,
    args: [],
  })
  const { contractAddress } = await client.waitForTransactionReceipt({ checkReplacement: false, hash })
  const trap = contractAddress as Address
  const inner = await sign(spend('1'), { to: trap, salt: 5n })
  const outer = await sign(spend('1'), { salt: 6n })
  const again = encodeRedeem(inner, { to: receiver, value: parseEther('1') })
  const set = encodeFunctionData({
    abi: parseAbi(['function set(address to, bytes data)']),
    args: [permissionContracts.manager, again],
  })
  await send(owner, trap, set)
  await expect(redeem(outer, { to: trap, value: 1n })).rejects.toThrow(
    refusalOf('ReentrancyGuardReentrantCall()'),
  )
  expect(await client.getBalance({ address: account })).toBe(parseEther('10'))
  // By itself, and one after the other, both work: the guard lets go.
  await send(holder, trap, encodeFunctionData({ abi: parseAbi(['function run()']) }))
  expect(await client.getBalance({ address: account })).toBe(parseEther('9'))
  await redeem(outer, { to: receiver, value: 1n })
})

test('the implementation by itself is no account’s', async () => {
  const { client, sign, redeem } = safe
  await expect(
    client.readContract({
      address: permissionContracts.delegator,
      abi: permissionAbi,
      functionName: 'account',
    }),
  ).rejects.toThrow(/NotTheAccount/)
  const permission = await sign(spend('1'), { from: permissionContracts.delegator })
  await expect(redeem(permission, { to: receiver, value: 1n })).rejects.toThrow()
})
