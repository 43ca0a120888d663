import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { encodeFunctionData, erc20Abi, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { devAccounts, holders } from '../../../../devstack/src/chains/devAccounts.ts'
import { devContracts } from '../../../../devstack/src/contracts/contractPlan.ts'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import type { Store } from '../../core/store/store.ts'
import { type DevChain, dumpIndex, follow, openDevChain, untilIndexed } from './devChain.fixture.ts'
import { bytesToId, type Hex, toBytes, toHex } from './hexBytes.ts'
import { readProgress } from './progress.ts'

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
  it('stores native, ERC-20, ERC-721 and ERC-1155 transfers, single and batched, and the holdings', async () => {
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
    // A failed transaction moves nothing: no account has that much.
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

  it('leaves a fork: removed blocks are gone, owners and balances are those of before, and the new blocks are there', async () => {
    const store = await open()
    const indexer = follow(store, dev)
    const account = devAccounts[6]?.address ?? stranger
    const giveKey = (from: `0x${string}`, to: `0x${string}`, id: bigint) =>
      send(
        from,
        devContracts.collectibles,
        encodeFunctionData({ abi, functionName: 'transferFrom', args: [from, to, id] }),
      )
    const giveBadges = (from: `0x${string}`, to: `0x${string}`, amount: bigint) =>
      send(
        from,
        devContracts.badges,
        encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [from, to, 3n, amount, '0x'] }),
      )
    const keysBefore = await untilIndexed(store, dev).then(() => holdings(store, devContracts.collectibles))
    const badgesBefore = await holdings(store, devContracts.badges)
    const transfersBefore = (await transfersOf(store, account)).length
    const mine = Number(keysBefore.find(([, owner]) => owner === lower(bob))?.[0])

    const snapshot = await dev.client.snapshot()
    await giveKey(bob, account, BigInt(mine))
    await giveBadges(alice, account, 4n)
    await giveKey(account, alice, BigInt(mine))
    await giveBadges(alice, account, 2n)
    await untilIndexed(store, dev)
    expect(await holdings(store, devContracts.collectibles)).toContainEqual([mine, lower(alice), '1'])

    // A chain that is shorter than the index, and then another one.
    await dev.client.revert({ id: snapshot })
    await send(bob, account, undefined, 5n)
    await untilIndexed(store, dev)
    expect(await holdings(store, devContracts.collectibles)).toEqual(keysBefore)
    expect(await holdings(store, devContracts.badges)).toEqual(badgesBefore)
    expect((await transfersOf(store, account)).slice(transfersBefore).map(({ amount }) => amount)).toEqual([
      '5',
    ])

    // As many blocks as before, with other hashes: the last two are exchanged for empty ones.
    await giveBadges(alice, account, 9n)
    await untilIndexed(store, dev)
    await dev.client.request({ method: 'anvil_reorg', params: [2, []] } as never)
    await untilIndexed(store, dev)
    expect(await holdings(store, devContracts.badges)).toEqual(badgesBefore)
    expect((await transfersOf(store, account)).length).toBe(transfersBefore)
    const activity = await store.db
      .selectFrom('index_activity as a')
      .leftJoin('index_transactions as t', join =>
        join.onRef('t.block', '=', 'a.block').onRef('t.position', '=', 'a.position'),
      )
      .select('t.hash')
      .where('t.hash', 'is', null)
      .execute()
    expect(activity).toEqual([])
    await indexer.stop()
  })

  it('gives the same index when two processes work at it at once', async () => {
    const store = await open()
    const both = [follow(store, dev, { largestSlice: 3 }), follow(store, dev, { largestSlice: 2 })]
    await untilIndexed(store, dev)
    await Promise.all(both.map(indexer => indexer.stop()))
    const twice = await dumpIndex(store)
    const alone = await open()
    const indexer = follow(alone, dev)
    await untilIndexed(alone, dev)
    await indexer.stop()
    expect(twice).toEqual(await dumpIndex(alone))
  })

  it('begins at the configured block, and at the head by default', async () => {
    const head = Number(await dev.client.getBlockNumber())
    for (const [startBlock, first] of [
      [head - 2, head - 2],
      [undefined, head],
    ] as const) {
      const store = await open()
      const indexer = follow(store, dev, { startBlock })
      await untilIndexed(store, dev)
      await indexer.stop()
      const row = await store.db
        .selectFrom('index_blocks')
        .select(eb => [eb.fn.min<number>('block').as('first'), eb.fn.max<number>('block').as('last')])
        .executeTakeFirstOrThrow()
      expect([Number(row.first), Number(row.last)]).toEqual([first, head])
    }
  })

  it('stops at another chain under the same id, unless it may start anew', async () => {
    const store = await open()
    const indexer = follow(store, dev, { finality: 4 })
    await untilIndexed(store, dev)
    await indexer.stop()
    const before = await dumpIndex(store)

    const other = await openDevChain()
    await other.client.mine({ blocks: 3 })
    const stuck = follow(store, other, { finality: 4 })
    // It looks twice at the head and leaves everything as it is.
    const asked = vi.spyOn(other.proxy, 'call')
    await vi.waitUntil(() => asked.mock.calls.length >= 4, { timeout: 5_000, interval: 10 })
    await stuck.stop()
    expect(await dumpIndex(store)).toEqual(before)

    const anew = follow(store, other, { finality: 4, mayRestart: true })
    await untilIndexed(store, other)
    await anew.stop()
    const fresh = await open()
    const alone = follow(fresh, other, { finality: 4 })
    await untilIndexed(fresh, other)
    await alone.stop()
    expect(await dumpIndex(store)).toEqual(await dumpIndex(fresh))
    await other.chain.stop()
  })

  it('goes on exactly where it was when its process is killed, again and again', async () => {
    const store = await open()
    for (let i = 0; i < 8; i++) {
      await send(alice, bob, undefined, BigInt(i + 1))
      await dev.client.mine({ blocks: 10 })
    }
    const fixture = fileURLToPath(new URL('./killed.fixture.ts', import.meta.url))
    let last = 0
    for (let round = 0; round < 3; round++) {
      const child = spawn(process.execPath, [fixture, dev.chain.url], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, ...open.environment() },
      })
      let slices = 0
      for await (const line of createInterface({ input: child.stdout })) {
        expect(Number(line)).toBeGreaterThan(last)
        last = Number(line)
        if (++slices === 4 + round) child.kill('SIGKILL')
      }
    }
    const progress = await readProgress(store, 31337)
    // Reported data is there; unreported data may be.
    expect(progress?.nextBlock).toBeGreaterThanOrEqual(last)
    const newest = await store.db
      .selectFrom('index_transactions')
      .select(eb => eb.fn.max<number>('block').as('block'))
      .executeTakeFirstOrThrow()
    expect(Number(newest.block)).toBeLessThan(progress?.nextBlock ?? 0)
    const resumed = follow(store, dev, { wrapped: undefined })
    await untilIndexed(store, dev)
    await resumed.stop()
    const resumedIndex = await dumpIndex(store)
    const clean = await open()
    const indexer = follow(clean, dev, { wrapped: undefined })
    await untilIndexed(clean, dev)
    await indexer.stop()
    expect(resumedIndex).toEqual(await dumpIndex(clean))
  })
})
