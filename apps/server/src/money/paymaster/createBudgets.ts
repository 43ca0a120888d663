import type { CaipNetworkId } from 'latchkey/contract'
import type { Store } from '../../core/store/store.ts'

/** The store counts in 10⁻⁹ of the currency. */
const unit = 1_000_000_000n
const hour = 3_600_000
const day = 24 * hour

/** An operation that a project is to pay for. */
export interface Promised {
  readonly project: string
  readonly network: CaipNetworkId
  readonly account: string
  readonly entryPoint: string
  /** The operation's. */
  readonly nonce: string
  readonly hash: string
  /** The most it can cost, in base units. */
  readonly cost: bigint
  /** Milliseconds since 1970. */
  readonly validUntil: number
}

/** What projects paid and promised. Each limit is one conditional statement: of parallel calls no more pass than it allows. */
export interface Budgets {
  /** Why an operation would not be paid now; undefined when it would. */
  look(
    of: Pick<Promised, 'project' | 'network' | 'account' | 'cost'>,
    limits: PromiseLimits,
  ): Promise<'budget' | 'account-limit' | undefined>
  /** Counts a promise in full until `settle`; the reason when a limit is reached, and then nothing is counted. */
  promise(of: Promised, limits: PromiseLimits): Promise<'budget' | 'account-limit' | undefined>
}

/** The limits of a project. */
export interface PromiseLimits {
  /** Base units. */
  readonly dailyBudget: bigint
  readonly operationsPerHour: number
}

export function createBudgets(deps: {
  readonly store: Pick<Store, 'db' | 'compose' | 'write'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Budgets {
  const { store, now } = deps
  const { db, compose } = store
  const toUnits = (amount: bigint) => Number((amount + unit - 1n) / unit)

  async function countAccount(of: Promised, most: number): Promise<boolean> {
    const insert = compose
      .insertInto('paymaster_accounts')
      .values({
        project_id: of.project,
        network: of.network,
        account: of.account,
        hour: Math.floor(now() / hour),
        operations: 1,
      })
      .onConflict(conflict =>
        conflict
          .columns(['project_id', 'network', 'account', 'hour'])
          .doUpdateSet(eb => ({ operations: eb('paymaster_accounts.operations', '+', 1) }))
          .where('paymaster_accounts.operations', '<', most),
      )
      .returning('operations')
    const [rows] = await store.write([insert.compile()])
    return rows.length === 1
  }

  async function countCost(of: Promised, budget: bigint): Promise<boolean> {
    const cost = toUnits(of.cost)
    const most = Number(budget / unit)
    if (cost > most) return false
    const today = Math.floor(now() / day)
    const insert = compose
      .insertInto('paymaster_budgets')
      .values({ project_id: of.project, network: of.network, day: today, spent: cost })
      .onConflict(conflict =>
        conflict
          .columns(['project_id', 'network', 'day'])
          .doUpdateSet(eb => ({ spent: eb('paymaster_budgets.spent', '+', cost) }))
          .where('paymaster_budgets.spent', '<=', most - cost),
      )
      .returning('spent')
    const [rows] = await store.write([insert.compile()])
    if (rows.length === 0) return false
    await store.write([
      compose
        .insertInto('paymaster_grants')
        .values({
          network: of.network,
          hash: of.hash,
          project_id: of.project,
          account: of.account,
          entry_point: of.entryPoint.toLowerCase(),
          nonce: of.nonce,
          day: today,
          cost,
          state: 'open',
          valid_until: of.validUntil,
        })
        .compile(),
    ])
    return true
  }

  async function uncountAccount(of: Promised): Promise<void> {
    await store.write([
      compose
        .updateTable('paymaster_accounts')
        .set(eb => ({ operations: eb('operations', '-', 1) }))
        .where('project_id', '=', of.project)
        .where('network', '=', of.network)
        .where('account', '=', of.account)
        .where('hour', '=', Math.floor(now() / hour))
        .where('operations', '>', 0)
        .compile(),
    ])
  }

  return {
    async look({ project, network, account, cost }, { dailyBudget, operationsPerHour }) {
      const [budget, operations] = await Promise.all([
        db
          .selectFrom('paymaster_budgets')
          .select('spent')
          .where('project_id', '=', project)
          .where('network', '=', network)
          .where('day', '=', Math.floor(now() / day))
          .executeTakeFirst(),
        db
          .selectFrom('paymaster_accounts')
          .select('operations')
          .where('project_id', '=', project)
          .where('network', '=', network)
          .where('account', '=', account)
          .where('hour', '=', Math.floor(now() / hour))
          .executeTakeFirst(),
      ])
      if (Number(operations?.operations ?? 0) >= operationsPerHour) return 'account-limit'
      return Number(budget?.spent ?? 0) + toUnits(cost) > Number(dailyBudget / unit) ? 'budget' : undefined
    },
    async promise(of, { dailyBudget, operationsPerHour }) {
      if (!(await countAccount(of, operationsPerHour))) return 'account-limit'
      if (await countCost(of, dailyBudget)) return undefined
      await uncountAccount(of)
      return 'budget'
    },
  }
}
