/** Sending against a real chain: what it costs, what it would do, and what became of it. */
import { encodeFunctionData, erc20Abi, type Hex, numberToHex, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainAdapter, RpcRequest, Sending } from '../../../contract/adapter.ts'
import { toCaipAddress } from '../../../contract/caip.ts'
import type { Transfer } from '../../../contract/send.ts'
import { handedOut, startTestChain, type TestChain } from '../../conformance/startTestChain.ts'
import { createEvmAdapter } from '../createEvmAdapter.ts'

// Its number is OP Mainnet's, so that there is a fee for data once its contract is there.
const chainId = 10
const oracle = '0x420000000000000000000000000000000000000F'
const someone = '0x00000000000000000000000000000000000000AA'
const never = new AbortController().signal

let chain: TestChain
let adapter: ChainAdapter
let sending: Sending
let first: Hex
let snapshot: Hex
/** Each transaction has its block at once. */
let mines = true

beforeAll(async () => {
  chain = await startTestChain({ chainId })
  first = chain.accounts[0] as Hex
  await dataFeeIs(7_000n)
  snapshot = await chain.client.snapshot()
})
afterAll(() => chain.node.stop())
beforeEach(async () => {
  await chain.client.revert({ id: snapshot })
  snapshot = await chain.client.snapshot()
  await automine(true)
  adapter = createEvmAdapter()
  sending = await sendingOf(adapter)
})

async function sendingOf({ sending: load }: ChainAdapter): Promise<Sending> {
  if (!load) throw new Error('eip155 sends')
  return load()
}

/** A contract that answers one word, whatever it is asked. */
function dataFeeIs(fee: bigint) {
  const bytecode = `0x7f${fee.toString(16).padStart(64, '0')}60005260206000f3` as const
  return chain.client.setCode({ address: oracle, bytecode })
}

function native(value = parseEther('1'), to: string = someone): Transfer {
  const { network } = chain
  const asset = { symbol: 'ETH', decimals: 18 }
  const from = toCaipAddress(network.caipNetworkId, first)
  return { from, network, to, asset, amount: { value, decimals: 18 } }
}

function token(value = 5n, to: string = someone): Transfer {
  const asset = { address: chain.token, symbol: 'TUSD', decimals: 6 }
  return { ...native(value, to), asset, amount: { value, decimals: 6 } }
}

const quote = (transfer: Transfer, rpc: RpcRequest = chain.rpc) => sending.quote(rpc, transfer, never)

/** Signed and sent as a wallet would, with whatever else it sets. */
async function send(transfer: Transfer, more: object = {}): Promise<Hex> {
  const call = transfer.asset.address
    ? {
        to: chain.token,
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transfer',
          args: [transfer.to as Hex, transfer.amount.value],
        }),
      }
    : { to: transfer.to as Hex, value: transfer.amount.value }
  const hash = await chain.wallet.sendTransaction({ chain: null, ...call, ...more })
  if (mines) await chain.client.waitForTransactionReceipt({ checkReplacement: false, hash })
  return hash
}

async function automine(on: boolean) {
  mines = on
  await chain.client.setAutomine(on)
}

const mine = (blocks = 1) => chain.client.mine({ blocks })
const nonceOnChain = () => chain.client.getTransactionCount({ address: first, blockTag: 'pending' })

describe('what it costs', () => {
  test('the network’s own currency takes 21,000 gas, the fee for data inside', async () => {
    const { fee, simulation, toContract } = await quote(native())
    expect(fee?.details.gas).toBe(numberToHex(21_000))
    expect(fee?.data).toEqual({ value: 7_000n, decimals: 18 })
    const { maxFeePerGas = '0', maxPriorityFeePerGas = '0' } = fee?.details ?? {}
    expect(fee?.most.value).toBe(21_000n * BigInt(maxFeePerGas) + 8_750n)
    expect(fee?.likely?.value).toBeLessThan(fee?.most.value ?? 0n)
    expect(BigInt(maxPriorityFeePerGas)).toBeGreaterThan(0n)
    expect(simulation).toEqual({
      at: 'works',
      changes: [{ asset: { symbol: 'ETH', decimals: 18 }, change: -parseEther('1') }],
    })
    expect(toContract).toBe(false)
  })

  test('Max: all there is but the most that the fee takes is mined, and nothing is owed', async () => {
    const held = await chain.client.getBalance({ address: first })
    const { fee } = await quote(native(held))
    const all = native(held - (fee?.most.value ?? 0n))
    const { gas, maxFeePerGas, maxPriorityFeePerGas } = fee?.details ?? {}
    const hash = await send(all, {
      gas: BigInt(gas ?? 0),
      maxFeePerGas: BigInt(maxFeePerGas ?? 0),
      maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas ?? 0),
    })
    expect(await sending.receipt(chain.rpc, { hash })).toEqual({ status: 'confirmed', hash })
    const left = await chain.client.getBalance({ address: first })
    expect(left).toBeGreaterThanOrEqual(0n)
    expect(left).toBeLessThan(fee?.most.value ?? 0n)
  })

  test('a token takes more gas, and what it was quoted is enough', async () => {
    const { fee, simulation } = await quote(token())
    const address = (simulation.at === 'works' && simulation.changes?.[0]?.asset.address) || ''
    expect(address.toLowerCase()).toBe(chain.token)
    expect(simulation).toMatchObject({ changes: [{ asset: { symbol: 'TUSD', decimals: 6 }, change: -5n }] })
    const hash = await send(token(), { gas: BigInt(fee?.details.gas ?? 0) })
    expect(await sending.receipt(chain.rpc, { hash })).toEqual({ status: 'confirmed', hash })
  })

  test('more than there is has no fee, and the chain says why', async () => {
    const { fee, simulation } = await quote(token(handedOut + 1n))
    expect(fee).toBeUndefined()
    expect(simulation).toEqual({ at: 'fails', reason: 'ERC20InsufficientBalance' })
    const poor = await quote(native(parseEther('1000000')))
    expect(poor.simulation).toMatchObject({ at: 'fails', reason: expect.stringMatching(/funds|balance/i) })
  })

  test('the fee is unknown where a rollup does not tell what data costs', async () => {
    await chain.client.setCode({ address: oracle, bytecode: '0x' })
    expect((await quote(native())).fee).toBeUndefined()
  })

  test('a node without eth_simulateV1 still says whether it works', async () => {
    const without: RpcRequest = (method, params, signal) =>
      method === 'eth_simulateV1' ? Promise.reject(new Error('no')) : chain.rpc(method, params, signal)
    expect((await quote(token(), without)).simulation).toEqual({ at: 'works' })
    expect((await quote(token(handedOut + 1n), without)).simulation.at).toBe('fails')
  })
})

test('a recipient that is a contract is marked, an account that delegates to one is not (EIP-7702)', async () => {
  expect((await quote(native(1n, chain.token))).toContract).toBe(true)
  await chain.client.setCode({ address: someone, bytecode: `0xef0100${chain.token.slice(2)}` })
  expect((await quote(native(1n))).toContract).toBe(false)
})

test('F16 nodes of another chain quote nothing and give no nonce', async () => {
  const other = { ...chain.network, id: 1, caipNetworkId: 'eip155:1' as const }
  const transfer = { ...native(), network: other, from: toCaipAddress('eip155:1', first) }
  const wrong = { code: 'SEND_FAILED', context: { reason: 'wrong-chain-node', real: 'eip155:10' } }
  await expect(sending.quote(chain.rpc, transfer, never)).rejects.toMatchObject(wrong)
  await expect(sending.nextNonce(chain.rpc, transfer.from)).rejects.toMatchObject(wrong)
})

test('T73 the nonce of a contract wallet says nothing about what it sends', async () => {
  const transfer = { ...native(), from: toCaipAddress(chain.network.caipNetworkId, chain.token) }
  expect(await sending.find(chain.rpc, { transfer, nonce: '1' })).toBe('unknown')
})

test('T73 what a delegating account sends may be submitted by another account, under no nonce of its own', async () => {
  const nonce = await sending.nextNonce(chain.rpc, native().from)
  await chain.client.setCode({ address: first, bytecode: `0xef0100${chain.token.slice(2)}` })
  expect(await sending.find(chain.rpc, { transfer: native(), nonce })).toBe('unknown')
  await send(native(2n))
  expect(await sending.find(chain.rpc, { transfer: native(), nonce })).toBe('unknown')
  const hash = await send(native())
  expect(await sending.find(chain.rpc, { transfer: native(), nonce })).toEqual({ hash })
})

test('F15 nodes that cannot be asked leave everything unknown', async () => {
  const dead: RpcRequest = () => Promise.reject(new Error('offline'))
  expect(await quote(native(), dead)).toEqual({ fee: undefined, simulation: { at: 'unknown' } })
  expect(await sending.find(dead, { transfer: native(), nonce: '0' })).toBe('unknown')
})

describe('what became of it', () => {
  test('nothing while it waits, then its receipt', async () => {
    await automine(false)
    const hash = await send(native())
    expect(await sending.receipt(chain.rpc, { hash })).toBeUndefined()
    await mine()
    expect(await sending.receipt(chain.rpc, { hash })).toEqual({ status: 'confirmed', hash })
  })

  test('failed when it was mined in vain', async () => {
    const hash = await send(token(handedOut + 1n), { gas: 100_000n })
    expect(await sending.receipt(chain.rpc, { hash })).toEqual({ status: 'failed', hash })
  })

  test.each([
    ['repriced', () => ({})],
    ['cancelled', () => ({ to: first, value: 0n })],
    ['other', () => ({ to: zeroAddress, value: 1n })],
  ] as const)('replaced: %s', async (reason, change) => {
    await automine(false)
    const nonce = await nonceOnChain()
    const fee = { nonce, maxPriorityFeePerGas: 10n ** 9n, maxFeePerGas: 10n ** 10n }
    const hash = await send(native(), fee)
    // Here it is remembered as it was.
    expect(await sending.receipt(chain.rpc, { hash })).toBeUndefined()
    const by = await send(native(), {
      ...fee,
      maxPriorityFeePerGas: 10n ** 10n,
      maxFeePerGas: 10n ** 11n,
      ...change(),
    })
    await mine(3)
    const expected = { status: 'replaced', hash, by, reason, outcome: 'confirmed' }
    expect(await (await sendingOf(adapter)).receipt(chain.rpc, { hash })).toEqual(expected)
    const journal = { hash, from: native().from, nonce: String(nonce), transfer: native() }
    // The journal's nonce was guessed before the wallet chose one: another transaction with it proves nothing.
    const told = reason === 'other' ? undefined : expected
    expect(await (await sendingOf(createEvmAdapter())).receipt(chain.rpc, journal)).toEqual(told)
  })
})

describe('F15 F19 a transfer of unknown hash', () => {
  test('is free while its nonce is unused', async () => {
    const nonce = await sending.nextNonce(chain.rpc, native().from)
    expect(nonce).toBe(String(await nonceOnChain()))
    expect(await sending.find(chain.rpc, { transfer: native(), nonce })).toBe('free')
  })

  test.each([native, token])('is found while it waits and after it was mined (%o)', async kind => {
    await automine(false)
    const nonce = await sending.nextNonce(chain.rpc, kind().from)
    const hash = await send(kind())
    expect(await sending.find(chain.rpc, { transfer: kind(), nonce })).toEqual({ hash })
    expect(await sending.nextNonce(chain.rpc, kind().from)).toBe(String(Number(nonce) + 1))
    await mine(40)
    expect(await sending.find(chain.rpc, { transfer: kind(), nonce })).toEqual({ hash })
  })

  test('is not mistaken for another one with its nonce', async () => {
    const nonce = await sending.nextNonce(chain.rpc, native().from)
    await send(native(2n))
    await mine(5)
    expect(await sending.find(chain.rpc, { transfer: native(), nonce })).toBe('other')
    expect(await sending.find(chain.rpc, { transfer: native(2n, zeroAddress), nonce })).toBe('other')
    expect(await sending.find(chain.rpc, { transfer: token(2n), nonce })).toBe('other')
  })

  test('is found under a later nonce when the wallet sent something else first', async () => {
    const nonce = await sending.nextNonce(chain.rpc, native().from)
    await send(native(2n))
    await send(native(3n))
    await automine(false)
    const hash = await send(native())
    expect(await sending.find(chain.rpc, { transfer: native(), nonce })).toEqual({ hash })
    await mine()
    expect(await sending.find(chain.rpc, { transfer: native(), nonce })).toEqual({ hash })
  })

  test('is not called lost where it could be beyond the searched nonces', async () => {
    const nonce = await sending.nextNonce(chain.rpc, native().from)
    for (let at = 0; at < 11; at++) await send(native(2n))
    expect(await sending.find(chain.rpc, { transfer: native(), nonce })).toBe('unknown')
  })

  test('another that waits settles nothing', async () => {
    await automine(false)
    const nonce = await sending.nextNonce(chain.rpc, native().from)
    await send(native(2n))
    expect(await sending.find(chain.rpc, { transfer: native(), nonce })).toBe('unknown')
  })

  test('blocks too large for one answer are read one transaction at a time', async () => {
    const nonce = await sending.nextNonce(chain.rpc, native().from)
    const hash = await send(native())
    const small: RpcRequest = (method, params, signal) =>
      method === 'eth_getBlockByNumber' && params[1] === true
        ? Promise.reject(new Error('too large'))
        : chain.rpc(method, params, signal)
    expect(await sending.find(small, { transfer: native(), nonce })).toEqual({ hash })
  })
})
