import type { Logger } from 'pino'
import type { Store } from '../../core/store/store.ts'

const oneHour = 3_600_000

/** What a code is for; guesses at one kind stop no other. */
export type CodeFeature = 'email_capture' | 'email_login' | 'email_change'

/** Who guesses, and at what. */
export interface Guessing {
  readonly project: string
  readonly feature: CodeFeature
  /** The client's network as a keyed digest: an IPv4 address, or an IPv6 /48. */
  readonly network: string
}

/** Wrong guesses of one network in an hour, as a part of the project's; and the least that they are. */
const networkPart = 20
const leastOfNetwork = 30
/** What a network may do in an hour once the project's number is reached: one visitor's login. */
const slowPace = { mails: 1, guesses: 3 } as const
/** At so many times the project's number even that ends. */
const slowEnd = 2

/**
 * Slows guessing that no single limit sees, because it comes from many clients for many addresses (T40). It counts by
 * project and feature, so that guessing at one stops no other (S6). A device that the address has logged in from is
 * never asked about here.
 */
export interface Breaker {
  /**
   * Whether the network may have a mail or a guess now: whole seconds to wait when it may not. After `failsPerHour` wrong
   * guesses in an hour each network has one mail and three guesses left in it, and after twice as many none.
   */
  admit(of: Guessing, kind: 'mails' | 'guesses'): Promise<number | undefined>
  /** Counts one wrong guess. */
  count(of: Guessing): Promise<void>
  /** Whether the wrong guesses of 24 hours have used up those that six digits stand: codes are longer then (T40). */
  areShortSpent(of: Pick<Guessing, 'project' | 'feature'>): Promise<boolean>
  /**
   * Counts a guess at six digits as a wrong one before it is compared, so that guesses made at once do not pass together;
   * false, and nothing is counted, where 24 hours have none left.
   */
  claimShort(of: Guessing): Promise<boolean>
  /** Takes the count of a guess back that was right, or was not compared. */
  giveBack(of: Guessing): Promise<void>
}

export function createBreaker(deps: {
  readonly store: Pick<Store, 'compose' | 'write' | 'db'>
  readonly failsPerHour: number
  /** Wrong guesses at six digits in 24 hours, for a project and feature. */
  readonly shortFailsPerDay: number
  readonly log: Pick<Logger, 'error' | 'warn'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Breaker {
  const { store, failsPerHour, shortFailsPerDay, log, now } = deps
  const failsOfNetwork = Math.max(leastOfNetwork, Math.floor(failsPerHour / networkPart))

  /** The wrong guesses of the 23 hours before this one. */
  async function countBefore({ project, feature }: Pick<Guessing, 'project' | 'feature'>): Promise<number> {
    const hour = Math.floor(now() / oneHour)
    const row = await store.db
      .selectFrom('signin_breakers')
      .select(({ fn }) => fn.sum<number>('fails').as('fails'))
      .where('project_id', '=', project)
      .where('feature', '=', feature)
      .where('hour', '>', hour - 24)
      .where('hour', '<', hour)
      .executeTakeFirst()
    return Number(row?.fails ?? 0)
  }

  async function add({ project, feature, network }: Guessing): Promise<number> {
    const hour = Math.floor(now() / oneHour)
    const of = { project_id: project, feature, hour, fails: 1 }
    const [[row]] = await store.write([
      store.compose
        .insertInto('signin_breakers')
        .values(of)
        .onConflict(conflict =>
          conflict
            .columns(['project_id', 'feature', 'hour'])
            .doUpdateSet(eb => ({ fails: eb('signin_breakers.fails', '+', 1) })),
        )
        .returning('fails')
        .compile(),
      store.compose
        .insertInto('signin_networks')
        .values({ ...of, network_mac: network, slow_mails: 0, slow_guesses: 0 })
        .onConflict(conflict =>
          conflict
            .columns(['project_id', 'feature', 'network_mac', 'hour'])
            .doUpdateSet(eb => ({ fails: eb('signin_networks.fails', '+', 1) })),
        )
        .compile(),
    ])
    const fails = row?.fails ?? 0
    // Logged once, by the caller that counted the last failure.
    if (fails === failsPerHour)
      log.error(
        { project, feature, failsPerHour },
        'too many wrong codes: until the next hour each network has one mail and three guesses',
      )
    if (fails === slowEnd * failsPerHour)
      log.error(
        { project, feature, failsPerHour },
        'twice too many wrong codes: until the next hour only known devices get one',
      )
    return fails
  }

  const breaker: Breaker = {
    async admit({ project, feature, network }, kind) {
      const at = now()
      const hour = Math.floor(at / oneHour)
      const wait = Math.ceil((oneHour - (at % oneHour)) / 1_000)
      const [all, own] = await Promise.all([
        store.db
          .selectFrom('signin_breakers')
          .select('fails')
          .where('project_id', '=', project)
          .where('feature', '=', feature)
          .where('hour', '=', hour)
          .executeTakeFirst(),
        store.db
          .selectFrom('signin_networks')
          .select('fails')
          .where('project_id', '=', project)
          .where('feature', '=', feature)
          .where('network_mac', '=', network)
          .where('hour', '=', hour)
          .executeTakeFirst(),
      ])
      if (own !== undefined && own.fails >= failsOfNetwork) return wait
      if (all === undefined || all.fails < failsPerHour) return undefined
      if (all.fails >= slowEnd * failsPerHour) return wait
      const [won] = await store.write([
        store.compose
          .insertInto('signin_networks')
          .values({
            project_id: project,
            feature,
            network_mac: network,
            hour,
            fails: 0,
            slow_mails: kind === 'mails' ? 1 : 0,
            slow_guesses: kind === 'guesses' ? 1 : 0,
          })
          .onConflict(conflict =>
            conflict
              .columns(['project_id', 'feature', 'network_mac', 'hour'])
              .doUpdateSet(eb => ({ [`slow_${kind}`]: eb(`signin_networks.slow_${kind}`, '+', 1) }))
              .where(`signin_networks.slow_${kind}`, '<', slowPace[kind]),
          )
          .returning('hour')
          .compile(),
      ])
      return won.length === 1 ? undefined : wait
    },
    async count(of) {
      await add(of)
    },
    async areShortSpent(of) {
      const hour = Math.floor(now() / oneHour)
      const [before, row] = await Promise.all([
        countBefore(of),
        store.db
          .selectFrom('signin_breakers')
          .select('fails')
          .where('project_id', '=', of.project)
          .where('feature', '=', of.feature)
          .where('hour', '=', hour)
          .executeTakeFirst(),
      ])
      return before + (row?.fails ?? 0) >= shortFailsPerDay
    },
    async claimShort(of) {
      const fails = (await countBefore(of)) + (await add(of))
      // Logged once.
      if (fails === shortFailsPerDay)
        log.warn(
          { project: of.project, feature: of.feature, shortFailsPerDay },
          'many wrong codes in 24 hours: codes have eight digits until they are fewer',
        )
      if (fails <= shortFailsPerDay) return true
      await breaker.giveBack(of)
      return false
    },
    async giveBack({ project, feature, network }) {
      const hour = Math.floor(now() / oneHour)
      await store.write([
        store.compose
          .updateTable('signin_breakers')
          .set(eb => ({ fails: eb('fails', '-', 1) }))
          .where('project_id', '=', project)
          .where('feature', '=', feature)
          .where('hour', '=', hour)
          .where('fails', '>', 0)
          .compile(),
        store.compose
          .updateTable('signin_networks')
          .set(eb => ({ fails: eb('fails', '-', 1) }))
          .where('project_id', '=', project)
          .where('feature', '=', feature)
          .where('network_mac', '=', network)
          .where('hour', '=', hour)
          .where('fails', '>', 0)
          .compile(),
      ])
    },
  }
  return breaker
}
