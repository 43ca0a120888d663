import { encodeFunctionData, erc20Abi, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { devAccounts, holders } from '../../../devstack/src/chains/devAccounts.ts'
import { devContracts } from '../../../devstack/src/contracts/contractPlan.ts'
import { eachStore } from '../store/eachStore.fixture.ts'
import type { Store } from '../store/store.ts'
import { type DevChain, follow, openDevChain, untilIndexed } from './devChain.fixture.ts'
import { bytesToId, type Hex, toBytes, toHex } from './hexBytes.ts'

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let dev: DevChain
beforeAll(async () => {
  dev = await openDevChain()
})
afterAll(() => dev.chain.stop())

const lower = (address: string) => address.toLowerCase() as Hex
const abi = parseAbi([
  'function mint(address to) returns (uint256)',
  'function transferFrom(address from, address to, uint256 id)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function withdraw(uint256 amount)',
])
const [alice, bob] = [holders[0], holders[1]] as [`0x${string}`, `0x${string}`]
const stranger = '0x00000000000000000000000000000000000a11ce'

const send = (from: `0x${string}`, to: `0x${string}`, data?: `0x${string}`, value?: bigint) =>
  dev.mined(
    dev.client.sendUnsignedTransaction({
      from,
      to,
      ...(data === undefined ? {} : { data }),
      ...(value === undefined ? {} : { value }),
      gas: 500_000n,
    }),
  )

const holdings = async (store: Store, token: string) => {
  const rows = await store.db
    .selectFrom('index_holdings')
    .selectAll()
    .where('token', '=', toBytes(lower(token)))
    .orderBy('token_id')
    .orderBy('account')
    .execute()
  return rows
    .filter(row => BigInt(row.amount) !== 0n)
    .map(row => [Number(bytesToId(row.token_id)), toHex(row.account), row.amount] as const)
}
const transfersOf = async (store: Store, account: string) => {
  const rows = await store.db
    .selectFrom('index_transfers')
    .selectAll()
    .where(eb =>
      eb.or([eb('sender', '=', toBytes(lower(account))), eb('recipient', '=', toBytes(lower(account)))]),
    )
    .orderBy('block')
    .orderBy('log')
    .orderBy('part')
    .execute()
  return rows.map(row => ({
    ...row,
    token: toHex(row.token),
    from: toHex(row.sender),
    to: toHex(row.recipient),
  }))
}

eachStore('the indexer', open => {
  it('keeps native, ERC-20, ERC-721 and ERC-1155 transfers, single and batched, and who has what', async () => {
    const store = await open()
    const indexer = follow(store, dev)
    await untilIndexed(store, dev)
    const badges = await holdings(store, devContracts.badges)
    expect(badges).toContainEqual([1, lower(alice), '1'])
    expect(badges).toContainEqual([2, lower(bob), '5'])

    const account = devAccounts[7]?.address ?? stranger
    const before = (await transfersOf(store, account)).length
    await send(alice, account, undefined, parseEther('1.5'))
    await send(
      alice,
      devContracts.usdc,
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [account, 7n] }),
    )
    await send(
      alice,
      devContracts.badges,
      encodeFunctionData({
        abi,
        functionName: 'safeBatchTransferFrom',
        args: [alice, account, [2n, 3n], [1n, 10n], '0x'],
      }),
    )
    await send(
      alice,
      devContracts.badges,
      encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [alice, account, 3n, 5n, '0x'] }),
    )
    await dev.mined(
      dev.client.writeContract({
        address: devContracts.collectibles,
        abi,
        functionName: 'mint',
        args: [account],
      }),
    )
    // A failed transaction moves nothing: nobody has so many.
    await send(
      account,
      devContracts.usdc,
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [alice, 1n << 200n] }),
      undefined,
    )
    await untilIndexed(store, dev)

    const moved = (await transfersOf(store, account)).slice(before)
    expect(moved.map(({ standard, amount, part, log }) => [standard, amount, part, log === -1])).toEqual([
      ['native', '1500000000000000000', 0, true],
      ['erc20', '7', 0, false],
      ['erc1155', '1', 0, false],
      ['erc1155', '10', 1, false],
      ['erc1155', '5', 0, false],
      ['erc721', '1', 0, false],
    ])
    const owned = (await holdings(store, devContracts.badges)).filter(([, owner]) => owner === lower(account))
    expect(owned.map(([id]) => id)).toEqual([2, 3])
    const keys = (await holdings(store, devContracts.collectibles)).filter(
      ([, owner]) => owner === lower(account),
    )
    expect(keys.length).toBeGreaterThan(0)
    const failed = await store.db
      .selectFrom('index_transactions')
      .select(['status', 'recipient'])
      .where('sender', '=', toBytes(lower(account)))
      .where('status', '=', 0)
      .executeTakeFirstOrThrow()
    expect(failed.recipient === null ? '' : toHex(failed.recipient)).toBe(lower(devContracts.usdc))
    await indexer.stop()
  })
})
