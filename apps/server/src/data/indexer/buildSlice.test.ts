import { encodeAbiParameters, padHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { knownChains } from '../chains/knownChains.ts'
import { buildSlice } from './buildSlice.ts'
import { transferTopics } from './decodeLog.ts'
import { type Hex, zeroAddress } from './hexBytes.ts'
import type { NodeTrace } from './nodeShapes.ts'

const [transfer, , , deposit, withdrawal] = [...transferTopics] as [Hex, Hex, Hex, Hex, Hex]
const alice: Hex = `0x${'a1'.repeat(20)}`
const bob: Hex = `0x${'b0'.repeat(20)}`
const weth: Hex = `0x${'70'.repeat(20)}`
const hash: Hex = `0x${'1'.repeat(64)}`
const topic = (value: Hex) => padHex(value, { size: 32 })

interface Event {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly amount: bigint
}
const event = (address: Hex, first: Hex, amount: bigint, ...rest: Hex[]): Event => ({
  address,
  topics: [first, ...rest.map(topic)],
  amount,
})

/** What one transaction of alice's with these events moved, in words. */
function movesOf(
  events: readonly Event[],
  options: Pick<Parameters<typeof buildSlice>[0], 'nativeContract' | 'traces'> & {
    readonly to?: Hex
    readonly value?: bigint
  } = {},
): string[] {
  const { to = weth, value = 0n, nativeContract, traces } = options
  const names: Readonly<Record<string, string>> = { [alice]: 'alice', [bob]: 'bob', [zeroAddress]: 'nobody' }
  const transaction = { hash, from: alice, to, nonce: 0, value, input: '0x' as const, transactionIndex: 0 }
  const logs = events.map(({ address, topics, amount }, logIndex) => ({
    address,
    topics: [...topics],
    data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
    logIndex,
  }))
  const { transfers } = buildSlice({
    blocks: [{ number: 1, hash, parentHash: hash, timestamp: 1, transactions: [transaction] }],
    receipts: new Map([
      [1, [{ transactionIndex: 0, blockHash: hash, status: '0x1', contractAddress: null, logs }]],
    ]),
    traces,
    wrapped: weth,
    nativeContract,
  })
  return transfers.map(
    ({ standard, amount, sender, recipient }) =>
      `${standard} ${amount} ${names[sender] ?? 'weth'} ${names[recipient] ?? 'weth'}`,
  )
}

describe('a wrapped currency', () => {
  const made = event(weth, transfer, 5n, zeroAddress, alice)
  const ended = event(weth, transfer, 5n, alice, zeroAddress)
  it.each<[string, readonly Event[], readonly string[]]>([
    ['wraps without a Transfer, as WETH9', [event(weth, deposit, 5n, alice)], ['erc20 5 nobody alice']],
    ['wraps with one, as on Scroll', [made, event(weth, deposit, 5n, alice)], ['erc20 5 nobody alice']],
    [
      'unwraps without one',
      [event(weth, withdrawal, 5n, alice)],
      ['erc20 5 alice nobody', 'native 5 weth alice'],
    ],
    [
      'unwraps with one',
      [ended, event(weth, withdrawal, 5n, alice)],
      ['erc20 5 alice nobody', 'native 5 weth alice'],
    ],
    [
      'unwraps for one and wraps for another',
      [event(weth, withdrawal, 5n, alice), event(weth, deposit, 5n, bob), ended],
      ['native 5 weth alice', 'erc20 5 nobody bob', 'erc20 5 alice nobody'],
    ],
  ])('%s', (_name, events, expected) => {
    expect(movesOf(events)).toEqual(expected)
  })
})

describe('a native currency that is a contract as well', () => {
  const contractOf = (chain: string) => knownChains.find(({ id }) => id === chain)?.nativeContract

  it('ZKsync Era: its events only repeat payments, fees included', () => {
    const nativeContract = contractOf('eip155:324')
    const address = nativeContract?.address ?? expect.unreachable()
    const paid = event(address, transfer, 9n, alice, bob)
    expect(movesOf([paid], { nativeContract, to: bob, value: 9n })).toEqual(['native 9 alice bob'])
    expect(movesOf([paid], { nativeContract })).toEqual([])
  })

  it('Celo: its events are payments, and no trace shows them', () => {
    const nativeContract = contractOf('eip155:42220')
    const address = nativeContract?.address ?? expect.unreachable()
    const paid = event(address, transfer, 9n, alice, bob)
    expect(movesOf([paid], { nativeContract, to: address })).toEqual(['native 9 alice bob'])
    // The contract asks a precompile to pay, with a call that itself carries nothing.
    const step: NodeTrace = {
      type: 'call',
      action: { callType: 'call', from: address, to: `0x${'0'.repeat(38)}fd`, value: 0n },
      traceAddress: [0],
      transactionPosition: 0,
      blockHash: hash,
    }
    const traces = new Map([[1, [step]]])
    expect(movesOf([paid], { nativeContract, to: address, traces })).toEqual(['native 9 alice bob'])
  })
})
