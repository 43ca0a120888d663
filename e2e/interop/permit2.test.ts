/** The local chains' Permit2 beside the published one, which is compiled here and deployed by its salt to the same address. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Chain, deployContracts, devAccounts, devContracts, startChain } from '@latchkey/devstack'
import {
  type Address,
  concat,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  keccak256,
  maxUint256,
  pad,
  parseAbi,
  publicActions,
  toBytes,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { peerFolder } from './peerFolder.ts'

const salt = pad('0xd3af2663da51c10215000000', { size: 32 })
const create2Factory: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const { permit2, usdc, tether } = devContracts
const [first, second] = devAccounts as [(typeof devAccounts)[0], (typeof devAccounts)[0]]
const owner = privateKeyToAccount(first.privateKey)
const spender = second.address
const receiver: Address = '0x00000000000000000000000000000000000a11ce'
const late = 4_000_000_000
const abi = parseAbi([
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
  'struct TokenPermissions { address token; uint256 amount; }',
  'struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
  'struct SignatureTransferDetails { address to; uint256 requestedAmount; }',
  'struct TokenSpenderPair { address token; address spender; }',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function allowance(address, address, address) view returns (uint160, uint48, uint48)',
  'function nonceBitmap(address, uint256) view returns (uint256)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function permit(address owner, PermitSingle permitSingle, bytes signature)',
  'function transferFrom(address from, address to, uint160 amount, address token)',
  'function permitTransferFrom(PermitTransferFrom permit, SignatureTransferDetails transferDetails, address owner, bytes signature)',
  'function lockdown(TokenSpenderPair[] approvals)',
  'function invalidateNonces(address token, address spender, uint48 newNonce)',
])

let chain: Chain
let client: ReturnType<typeof openClient>

function openClient(url: string) {
  return createTestClient({ mode: 'anvil', transport: http(url), cacheTime: 0, pollingInterval: 10 }).extend(
    publicActions,
  )
}

beforeAll(async () => {
  chain = await startChain({ chainId: 31337, port: 0 })
  await deployContracts(chain)
  client = openClient(chain.url)
})
afterAll(() => chain?.stop())

/** The published sources, as the compiler was given them: the names and their order are part of the bytes. */
function compilePublished(): Hex {
  const load = createRequire(join(peerFolder('uniswap'), 'package.json'))
  const compiler = load('solc') as { compile(input: string): string }
  const folder = join(peerFolder('uniswap'), 'node_modules/@uniswap/v4-periphery/lib/permit2')
  const own = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.sol') && !/Permit2Lib|SafeCast160|IDAIPermit|IPermit2/.test(name))
    .map(name => `src/${name}`)
  const library = ['tokens/ERC20.sol', 'utils/SafeTransferLib.sol'].map(name => `lib/solmate/src/${name}`)
  const sources = Object.fromEntries(
    [...own, ...library].map(name => [name, { content: readFileSync(join(folder, name), 'utf8') }]),
  )
  const settings = {
    remappings: ['solmate/=lib/solmate/'],
    optimizer: { enabled: true, runs: 1_000_000 },
    viaIR: true,
    metadata: { bytecodeHash: 'none' },
    outputSelection: { 'src/Permit2.sol': { Permit2: ['evm.bytecode.object'] } },
  }
  const output = JSON.parse(compiler.compile(JSON.stringify({ language: 'Solidity', sources, settings })))
  return `0x${output.contracts['src/Permit2.sol'].Permit2.evm.bytecode.object}`
}

async function send(from: Address, to: Address, data: Hex): Promise<string> {
  try {
    const { data: returned = '0x' } = await client.call({ account: from, to, data })
    const hash = await client.sendUnsignedTransaction({ from, to, data })
    const { status } = await client.waitForTransactionReceipt({ checkReplacement: false, hash })
    return `${status} ${returned}`
  } catch (error) {
    // The words that the contract refused with; what the error says beside them names the call.
    const words = /(?:custom error|reverted:?) ?(.*)/i.exec((error as { details?: string }).details ?? '')
    if (words === null) throw error
    return `refused ${words[1]}`
  }
}

const domain = { name: 'Permit2', chainId: 31337, verifyingContract: permit2 } as const
const call = (from: Address, functionName: string, args: readonly unknown[]) =>
  send(from, permit2, encodeFunctionData({ abi, functionName, args } as never))

async function allow(token: Address, nonce: number) {
  const message = {
    details: { token, amount: 500n, expiration: late, nonce },
    spender,
    sigDeadline: BigInt(late),
  }
  const signature = await owner.signTypedData({
    domain,
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
  return call(spender, 'permit', [owner.address, message, signature])
}

async function take(token: Address, nonce: bigint, requested: bigint) {
  const permitted = { token, amount: 70n }
  const signature = await owner.signTypedData({
    domain,
    types: {
      PermitTransferFrom: [
        { name: 'permitted', type: 'TokenPermissions' },
        { name: 'spender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
      TokenPermissions: [
        { name: 'token', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'PermitTransferFrom',
    message: { permitted, spender, nonce, deadline: BigInt(late) },
  })
  const details = { to: receiver, requestedAmount: requested }
  const permit = { permitted, nonce, deadline: BigInt(late) }
  return call(spender, 'permitTransferFrom', [permit, details, owner.address, signature])
}

/** Calls of every kind, good and bad, on a token that answers and one that does not; with what became of each. */
async function transcript(): Promise<readonly string[]> {
  const said: string[] = [await call(spender, 'DOMAIN_SEPARATOR', [])]
  const move = (amount: bigint, token: Address) =>
    call(spender, 'transferFrom', [owner.address, receiver, amount, token])
  const holds = (token: Address) =>
    client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [receiver] })
  for (const [token, nonce] of [
    [usdc, 3n],
    [tether, 4n],
  ] as const) {
    said.push(await allow(token, 0), await move(300n, token))
    const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [permit2, 600n] })
    said.push(await send(owner.address, token, approval), await move(300n, token), await move(300n, token))
    said.push(await allow(token, 0), await allow(token, 1), await move(400n, token))
    said.push(await take(token, nonce, 71n), await take(token, nonce, 70n), await take(token, nonce, 70n))
    said.push(await call(spender, 'nonceBitmap', [owner.address, 0n]), String(await holds(token)))
    said.push(await call(owner.address, 'approve', [token, spender, 10n, 1]), await move(5n, token))
    said.push(await call(owner.address, 'lockdown', [[{ token, spender }]]))
    said.push(await call(spender, 'allowance', [owner.address, token, spender]))
    said.push(await call(owner.address, 'invalidateNonces', [token, spender, 9]), await allow(token, 2))
  }
  const nowhere: Address = '0x00000000000000000000000000000000000b0b00'
  said.push(await allow(nowhere, 0), await move(1n, nowhere))
  said.push(
    await call(spender, 'permit', [
      owner.address,
      { details: { token: usdc, amount: 1n, expiration: late, nonce: 9 }, spender, sigDeadline: maxUint256 },
      keccak256(toBytes('no signature')),
    ]),
  )
  return said
}

test('is what the published one is, call for call', async () => {
  const code = await client.getCode({ address: permit2 })
  const before = await client.snapshot()
  const ours = await transcript()
  await client.revert({ id: before })

  await client.setCode({ address: permit2, bytecode: '0x' })
  const published = compilePublished()
  await send(spender, create2Factory, concat([salt, published]))
  const theirCode = await client.getCode({ address: permit2 })
  expect(theirCode?.length).toBe(2 + 2 * 9_152)
  expect(theirCode).not.toBe(code)

  expect(await transcript()).toEqual(ours)
  expect(ours.filter(line => line.startsWith('success')).length).toBeGreaterThan(20)
  expect(ours.filter(line => line.startsWith('refused')).length).toBeGreaterThan(10)
})
