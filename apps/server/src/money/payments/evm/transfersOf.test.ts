import {
  type Address,
  encodeEventTopics,
  erc20Abi,
  type Hex,
  keccak256,
  pad,
  toEventSelector,
  toHex,
} from 'viem'
import { expect, it } from 'vitest'
import type { EvmReceipt } from './evmShapes.ts'
import { transfersOf } from './transfersOf.ts'

const account = (name: string): Address => `0x${keccak256(toHex(name)).slice(26)}`
const [token, sender, merchant, account1, entryPoint, router] = [
  'token',
  'sender',
  'merchant',
  'account',
  'entry point',
  'router',
].map(account) as [Address, Address, Address, Address, Address, Address]
const userOperation = toEventSelector(
  'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
)
const transfer = (from: Address, to: Address, units: bigint, address = token) => ({
  address,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }) as Hex[],
  data: toHex(units, { size: 32 }),
  logIndex: 7,
})
const operation = (of: Address) => ({
  address: entryPoint,
  topics: [userOperation, pad('0x1'), pad(of), pad('0x0')],
  data: '0x' as Hex,
  logIndex: 8,
})
const read = (to: Address, logs: EvmReceipt['logs'], value = 0n) =>
  transfersOf(
    { hash: pad('0x1'), from: sender, to, value, input: '0x', blockHash: pad('0x2') },
    { blockHash: pad('0x2'), blockNumber: 1, status: '0x1', logs },
    [],
  )

it('names the sender of a swap as the payer, wherever the tokens came from', () => {
  const logs = [transfer(sender, router, 9n, account('other')), transfer(router, merchant, 5n)]
  expect(read(router, logs)).toContainEqual({
    place: 1,
    asset: token,
    recipient: merchant,
    units: 5n,
    payer: sender,
  })
})

it('names whose tokens moved where the token was called, as by a facilitator', () => {
  expect(read(token, [transfer(account1, merchant, 5n)])).toMatchObject([{ payer: account1 }])
})

it('names the account of a user operation, not its bundler', () => {
  const [second, third] = [account('second'), account('third')]
  const logs = [
    transfer(account1, merchant, 5n),
    operation(account1),
    transfer(router, merchant, 6n),
    operation(second),
    transfer(third, merchant, 7n),
  ]
  expect(read(entryPoint, logs).map(({ payer }) => payer)).toEqual([account1, second, sender])
})

it('keeps places within the transaction, whatever place its block has', () => {
  const logs = [transfer(sender, merchant, 1n), transfer(sender, merchant, 2n)]
  expect(read(merchant, logs, 3n).map(({ place, units }) => [place, units])).toEqual([
    [-1, 3n],
    [0, 1n],
    [1, 2n],
  ])
})

it('counts no collectible and no transfer of nothing', () => {
  const collectible = transfer(sender, merchant, 0n)
  expect(read(token, [{ ...collectible, topics: [...collectible.topics, pad('0x5')] }, collectible])).toEqual(
    [],
  )
})
