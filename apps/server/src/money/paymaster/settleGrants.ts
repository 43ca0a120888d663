import type { Selectable } from 'kysely'
import type { CaipNetworkId } from 'latchkey/contract'
import type { Logger } from 'pino'
import type { Address } from 'viem'
import { viem } from '../../core/libraries/viem.ts'
import type { Term } from '../../core/scale/shared.ts'
import type { Store } from '../../core/store/store.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import type { PaymasterTables } from './tables.ts'

const unit = 1_000_000_000n
const hour = 3_600_000
/** Milliseconds after the last block that could have taken an operation before its end counts as known. */
const grace = 60_000
/** Days for which a day's sum, and what was signed for, are stored. */
const storedDays = 400

/**
 * Looks up what became of operations whose time is over: what the chain has counts as what it cost, what it has not counts as
 * nothing (T139). One that the bundler cannot say anything about stays counted in full.
 */
export async function settleGrants(
  deps: {
    readonly store: Pick<Store, 'db' | 'compose' | 'write'>
    readonly bundlers: Pick<RpcProxy, 'call'>
    readonly proxy: Pick<RpcProxy, 'call'>
    readonly now: () => number
    readonly log: Logger
  },
  term: Pick<Term, 'signal' | 'fence'>,
): Promise<void> {
  const { store, now, log } = deps
  const { db, compose } = store
  const open = await db
    .selectFrom('paymaster_grants')
    .selectAll()
    .where('state', '=', 'open')
    .where('valid_until', '<', now() - grace)
    .orderBy('valid_until')
    .limit(200)
    .execute()
  for (const grant of open) {
    if (term.signal.aborted) return
    const cost = await readCost(deps, grant)
    if (cost === undefined) {
      log.warn({ network: grant.network }, 'What a paid operation cost could not be looked up')
      continue
    }
    const change = cost - Number(grant.cost)
    await store.write([
      ...term.fence,
      compose
        .updateTable('paymaster_budgets')
        .set(eb => ({ spent: eb('spent', '+', change) }))
        .where('project_id', '=', grant.project_id)
        .where('network', '=', grant.network)
        .where('day', '=', grant.day)
        .where(eb =>
          eb.exists(
            eb
              .selectFrom('paymaster_grants')
              .select('hash')
              .where('network', '=', grant.network)
              .where('hash', '=', grant.hash)
              .where('state', '=', 'open'),
          ),
        )
        .compile(),
      compose
        .updateTable('paymaster_grants')
        .set({ state: 'settled', cost })
        .where('network', '=', grant.network)
        .where('hash', '=', grant.hash)
        .where('state', '=', 'open')
        .compile(),
    ])
  }
  const today = Math.floor(now() / (24 * hour))
  await store.write([
    ...term.fence,
    compose
      .deleteFrom('paymaster_accounts')
      .where('hour', '<', Math.floor(now() / hour) - 1)
      .compile(),
    compose
      .deleteFrom('paymaster_budgets')
      .where('day', '<', today - storedDays)
      .compile(),
    compose
      .deleteFrom('paymaster_grants')
      .where('state', '=', 'settled')
      .where('valid_until', '<', now() - storedDays * 24 * hour)
      .compile(),
  ])
}

/** In the store's unit; undefined when it is not known. */
async function readCost(
  deps: Parameters<typeof settleGrants>[0],
  grant: Selectable<PaymasterTables['paymaster_grants']>,
): Promise<number | undefined> {
  const params = [grant.hash]
  const result = await ask(deps.bundlers, grant, { method: 'eth_getUserOperationReceipt', params })
  // A bundler may not look back that far: it counts as nothing only while its nonce is unused.
  if (result === null) return isUnused(deps, grant)
  const cost = typeof result === 'object' && 'actualGasCost' in result ? result.actualGasCost : undefined
  if (typeof cost !== 'string' || !/^0x[0-9a-f]{1,24}$/i.test(cost)) return undefined
  return Number((BigInt(cost) + unit - 1n) / unit)
}

/** 0 while the nonce is the account's next one; all of the promise when it is used. */
async function isUnused(
  { proxy }: Parameters<typeof settleGrants>[0],
  grant: Selectable<PaymasterTables['paymaster_grants']>,
): Promise<number | undefined> {
  const nonce = BigInt(grant.nonce)
  const data = viem().encodeFunctionData({
    abi: viem().parseAbi(['function getNonce(address sender, uint192 key) view returns (uint256)']),
    args: [grant.account as Address, nonce >> 64n],
  })
  const call = { method: 'eth_call', params: [{ to: grant.entry_point, data }, 'latest'] }
  const next = await ask(proxy, grant, call)
  if (typeof next !== 'string' || !/^0x[0-9a-f]{64}$/i.test(next)) return undefined
  return BigInt(next) <= nonce ? 0 : Number(grant.cost)
}

/** Undefined without a result. */
async function ask(
  proxy: Pick<RpcProxy, 'call'>,
  { network }: { readonly network: string },
  call: { readonly method: string; readonly params: readonly unknown[] },
): Promise<string | object | null | undefined> {
  const [outcome] = await proxy.call(network as CaipNetworkId, [call])
  const result = outcome !== undefined && 'result' in outcome ? outcome.result : undefined
  return typeof result === 'string' || typeof result === 'object' ? result : undefined
}
