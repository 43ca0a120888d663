import {
  type Abi,
  type Address,
  domainSeparator,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  hashTypedData,
  keccak256,
  parseAbi,
  parseEventLogs,
  parseSignature,
  parseUnits,
  toBytes,
  toHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import accountArtifact from '../../contracts/artifacts/DevAccount.json' with { type: 'json' }
import tetherArtifact from '../../contracts/artifacts/DevTether.json' with { type: 'json' }
import tokenArtifact from '../../contracts/artifacts/DevToken.json' with { type: 'json' }
import permit2Artifact from '../../contracts/artifacts/Permit2.json' with { type: 'json' }
import { devAccounts, operator } from '../chains/devAccounts.ts'
import { type Chain, startChain } from '../chains/startChain.ts'
import { devContracts } from './contractPlan.ts'
import { type ChainClient, createChainClient } from './createChainClient.ts'
import { deployContracts } from './deployContracts.ts'
import { create2Factory, create2Salt } from './planContract.ts'

const owner = privateKeyToAccount(devAccounts[0]?.privateKey ?? operator.privateKey)
const stranger: Address = '0x00000000000000000000000000000000000b0b00'
const late = 4_000_000_000n
const usdc = { address: devContracts.usdc, abi: tokenArtifact.abi as Abi } as const
const tether = { address: devContracts.tether, abi: tetherArtifact.abi as Abi } as const
const permit2 = { address: devContracts.permit2, abi: permit2Artifact.abi as Abi } as const

let chain: Chain
let client: ChainClient

beforeAll(async () => {
  chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  client = createChainClient(chain)
})
afterAll(() => chain.stop())

interface Write {
  readonly address: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
}

/** Sends from any account of the node, and waits until it is in a block. */
async function send(from: Address, call: Write) {
  const hash = await client.sendUnsignedTransaction({
    from,
    to: call.address,
    data: encodeFunctionData(call),
  })
  const receipt = await client.waitForTransactionReceipt({ checkReplacement: false, hash })
  expect(receipt.status).toBe('success')
  return receipt
}

const refused = (call: Write, account: Address = operator.address) =>
  expect(client.simulateContract({ ...call, account })).rejects

const balance = (token: Address, of: Address) =>
  client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [of] })
const allowance = (token: Address, spender: Address) =>
  client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [owner.address, spender],
  })

const domain = { name: 'USD Coin', version: '1', chainId: 31337, verifyingContract: usdc.address } as const
const split = (signature: Hex) => {
  const { r, s, yParity } = parseSignature(signature)
  return [yParity + 27, r, s] as const
}

describe('EIP-2612 on USDC', () => {
  const types = {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  } as const
  const signed = async (value: bigint, deadline = late) => {
    const nonce = (await client.readContract({
      ...usdc,
      functionName: 'nonces',
      args: [owner.address],
    })) as bigint
    const message = { owner: owner.address, spender: stranger, value, nonce, deadline }
    const signature = await owner.signTypedData({ domain, types, primaryType: 'Permit', message })
    const args = [owner.address, stranger, value, deadline, ...split(signature)]
    return { ...usdc, functionName: 'permit', args }
  }

  test('gives the allowance that was signed, once', async () => {
    const permit = await signed(7n)
    await send(operator.address, permit)
    expect(await allowance(usdc.address, stranger)).toBe(7n)
    await refused(permit).toThrow('ERC2612InvalidSigner')
  })

  test('refuses another amount, and a signature that has ended', async () => {
    const permit = await signed(7n)
    await refused({ ...permit, args: permit.args.with(2, 8n) }).toThrow('ERC2612InvalidSigner')
    await refused(await signed(7n, 1n)).toThrow('ERC2612ExpiredSignature')
  })

  test('says its domain and version', async () => {
    const separator = await client.readContract({ ...usdc, functionName: 'DOMAIN_SEPARATOR' })
    expect(separator).toBe(domainSeparator({ domain }))
    expect(await client.readContract({ ...usdc, functionName: 'version' })).toBe('1')
  })
})

describe('EIP-3009 on USDC', () => {
  const fields = [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ] as const
  const types = { TransferWithAuthorization: fields, ReceiveWithAuthorization: fields } as const
  const nonceOf = (text: string): Hex => keccak256(toBytes(text))

  async function authorized(
    primaryType: keyof typeof types,
    name: string,
    window: readonly [after: bigint, before: bigint] = [0n, late],
  ) {
    const to = primaryType === 'ReceiveWithAuthorization' ? operator.address : stranger
    const [validAfter, validBefore] = window
    const message = { from: owner.address, to, value: 5n, validAfter, validBefore, nonce: nonceOf(name) }
    const signature = await owner.signTypedData({ domain, types, primaryType, message })
    const terms = [owner.address, to, 5n, validAfter, validBefore, message.nonce] as const
    const functionName =
      primaryType === 'ReceiveWithAuthorization' ? 'receiveWithAuthorization' : 'transferWithAuthorization'
    return { call: { ...usdc, functionName, args: [...terms, ...split(signature)] }, terms, signature }
  }

  test('moves what was signed, once, and says so', async () => {
    const { call } = await authorized('TransferWithAuthorization', 'first')
    const before = await balance(usdc.address, stranger)
    const receipt = await send(operator.address, call)
    expect((await balance(usdc.address, stranger)) - before).toBe(5n)
    const events = parseEventLogs({ abi: usdc.abi, logs: receipt.logs })
    expect(events.map(event => (event as { eventName?: string }).eventName)).toEqual([
      'AuthorizationUsed',
      'Transfer',
    ])
    const state = { ...usdc, functionName: 'authorizationState' }
    expect(await client.readContract({ ...state, args: [owner.address, nonceOf('first')] })).toBe(true)
    expect(await client.readContract({ ...state, args: [owner.address, nonceOf('second')] })).toBe(false)
    await refused(call).toThrow('ERC3009UsedAuthorization')
  })

  test('refuses before and after its time, and with another amount', async () => {
    await refused((await authorized('TransferWithAuthorization', 'early', [late, late])).call).toThrow(
      'ERC3009InvalidAuthorizationTime',
    )
    await refused((await authorized('TransferWithAuthorization', 'over', [0n, 1n])).call).toThrow(
      'ERC3009InvalidAuthorizationTime',
    )
    const { call } = await authorized('TransferWithAuthorization', 'other')
    await refused({ ...call, args: call.args.with(2, 6n) }).toThrow('ERC3009InvalidSignature')
  })

  test('a receiving authorization is taken by the receiver alone', async () => {
    const { call } = await authorized('ReceiveWithAuthorization', 'mine')
    await refused(call, owner.address).toThrow('ERC20InvalidReceiver')
    const before = await balance(usdc.address, operator.address)
    await send(operator.address, call)
    expect((await balance(usdc.address, operator.address)) - before).toBe(5n)
  })

  test('a canceled authorization moves nothing', async () => {
    const { call } = await authorized('TransferWithAuthorization', 'regretted')
    const signature = await owner.signTypedData({
      domain,
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: owner.address, nonce: nonceOf('regretted') },
    })
    const args = [owner.address, nonceOf('regretted'), ...split(signature)]
    await send(operator.address, { ...usdc, functionName: 'cancelAuthorization', args })
    await refused(call).toThrow('ERC3009UsedAuthorization')
  })

  test('takes the signature of an account that is a contract', async () => {
    const code = encodeDeployData({
      abi: accountArtifact.abi as Abi,
      bytecode: accountArtifact.bytecode as Hex,
      args: [owner.address, false],
    })
    const from = getContractAddress({
      opcode: 'CREATE2',
      from: create2Factory,
      salt: create2Salt,
      bytecode: code,
    })
    const hash = await client.sendTransaction({ to: create2Factory, data: `${create2Salt}${code.slice(2)}` })
    await client.waitForTransactionReceipt({ checkReplacement: false, hash })
    await send(operator.address, { ...usdc, functionName: 'mint', args: [from, 9n] })

    const message = {
      from,
      to: stranger,
      value: 9n,
      validAfter: 0n,
      validBefore: late,
      nonce: nonceOf('contract'),
    }
    const digest = hashTypedData({ domain, types, primaryType: 'TransferWithAuthorization', message })
    const terms = [from, stranger, 9n, 0n, late, message.nonce]
    const take = (signature: Hex) => ({
      ...usdc,
      functionName: 'transferWithAuthorization',
      args: [...terms, signature],
    })
    await refused(take(await privateKeyToAccount(operator.privateKey).sign({ hash: digest }))).toThrow(
      'ERC3009InvalidSignature',
    )
    const before = await balance(usdc.address, stranger)
    await send(operator.address, take(await owner.sign({ hash: digest })))
    expect((await balance(usdc.address, stranger)) - before).toBe(9n)
  })
})

describe('USDT', () => {
  const approve = (value: bigint) => ({ ...tether, functionName: 'approve', args: [stranger, value] })

  test('an allowance goes to zero before it goes elsewhere', async () => {
    await send(owner.address, approve(5n))
    await refused(approve(6n), owner.address).toThrow('AllowanceNotZero')
    await refused(approve(5n), owner.address).toThrow('AllowanceNotZero')
    await send(owner.address, approve(0n))
    await send(owner.address, approve(6n))
    expect(await allowance(tether.address, stranger)).toBe(6n)
    await send(owner.address, approve(0n))
  })

  test.each([
    ['approve', [stranger, 0n]],
    ['transfer', [stranger, 1n]],
    ['transferFrom', [owner.address, stranger, 0n]],
  ])('%s returns nothing', async (functionName, args) => {
    const data = encodeFunctionData({ ...tether, functionName, args })
    const { data: returned } = await client.call({ account: owner.address, to: tether.address, data })
    expect(returned).toBeUndefined()
  })

  test('moves no more than there is, or than is allowed', async () => {
    const much = parseUnits('10001', 6)
    await refused({ ...tether, functionName: 'transfer', args: [stranger, much] }, owner.address).toThrow(
      'InsufficientBalance',
    )
    await refused({ ...tether, functionName: 'transferFrom', args: [owner.address, stranger, 1n] }).toThrow(
      'InsufficientAllowance',
    )
    await refused({ ...tether, functionName: 'mint', args: [stranger, 1n] }, owner.address).toThrow(
      'OnlyMinter',
    )
  })
})

describe('TOLL', () => {
  test('one percent of a transfer goes to the minter', async () => {
    const [sender, keeper] = [owner.address, operator.address]
    const before = [await balance(devContracts.tax, sender), await balance(devContracts.tax, keeper)]
    const args = [stranger, 1_050n]
    await send(sender, { address: devContracts.tax, abi: erc20Abi, functionName: 'transfer', args })
    expect(await balance(devContracts.tax, stranger)).toBe(1_040n)
    expect(await balance(devContracts.tax, keeper)).toBe((before[1] ?? 0n) + 10n)
    expect(await balance(devContracts.tax, sender)).toBe((before[0] ?? 0n) - 1_050n)
  })
})

describe('Permit2', () => {
  test('answers for this chain at its canonical address', async () => {
    expect(permit2.address).toBe('0x000000000022D473030F116dDEE9F6B43aC78BA3')
    expect(await client.readContract({ ...permit2, functionName: 'DOMAIN_SEPARATOR' })).toBe(
      domainSeparator({
        domain: { name: 'Permit2', chainId: 31337, verifyingContract: permit2.address },
      }),
    )
  })

  test.each([
    ['USDC', usdc],
    ['USDT', tether],
  ] as const)('moves %s by a signed allowance', async (_symbol, token) => {
    const details = { token: token.address, amount: 500n, expiration: Number(late), nonce: 0 }
    const message = { details, spender: operator.address, sigDeadline: late }
    const signature = await owner.signTypedData({
      domain: { name: 'Permit2', chainId: 31337, verifyingContract: permit2.address },
      types: {
        PermitSingle: [
          { name: 'details', type: 'PermitDetails' },
          { name: 'spender', type: 'address' },
          { name: 'sigDeadline', type: 'uint256' },
        ],
        PermitDetails: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint160' },
          { name: 'expiration', type: 'uint48' },
          { name: 'nonce', type: 'uint48' },
        ],
      },
      primaryType: 'PermitSingle',
      message,
    })
    const abi = parseAbi([
      'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
      'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
      'function permit(address owner, PermitSingle permitSingle, bytes signature)',
      'function transferFrom(address from, address to, uint160 amount, address token)',
      'error InsufficientAllowance(uint256 amount)',
    ])
    const at = { address: permit2.address, abi }
    await send(operator.address, { ...at, functionName: 'permit', args: [owner.address, message, signature] })
    const take = (amount: bigint) => ({
      ...at,
      functionName: 'transferFrom',
      args: [owner.address, stranger, amount, token.address],
    })
    // Nothing is allowed to Permit2 itself yet.
    await refused(take(300n)).toThrow('TRANSFER_FROM_FAILED')
    await send(owner.address, { ...token, functionName: 'approve', args: [permit2.address, 400n] })
    const before = await balance(token.address, stranger)
    await send(operator.address, take(300n))
    expect((await balance(token.address, stranger)) - before).toBe(300n)
    await refused(take(300n)).toThrow('InsufficientAllowance')
    await refused(take(200n)).toThrow('TRANSFER_FROM_FAILED')
  })

  test('refuses a token that says no without reverting, and one that answers nonsense', async () => {
    const address: Address = '0x00000000000000000000000000000000000c0de0'
    const abi = permit2.abi
    const approve = (token: Address) => ({
      ...permit2,
      functionName: 'approve',
      args: [token, operator.address, 100n, Number(late)],
    })
    await send(owner.address, approve(address))
    const take = { address: permit2.address, abi, functionName: 'transferFrom' }
    const args = [owner.address, stranger, 1n, address]
    for (const word of [0n, 2n]) {
      // PUSH32 word, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN
      const bytecode: Hex = `0x7f${toHex(word, { size: 32 }).slice(2)}5f5260205ff3`
      await client.setCode({ address, bytecode })
      await refused({ ...take, args }).toThrow('TRANSFER_FROM_FAILED')
    }
    await client.setCode({ address, bytecode: `0x7f${toHex(1n, { size: 32 }).slice(2)}5f5260205ff3` })
    await client.simulateContract({ ...take, args, account: operator.address })
  })
})
