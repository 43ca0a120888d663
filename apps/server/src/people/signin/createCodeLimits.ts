import type { CompiledQuery, Expression } from 'kysely'
import type { Store } from '../../core/store/store.ts'
import { claimClient } from './claimClient.ts'
import type { Breaker, Guessing } from './createBreaker.ts'

/** Milliseconds after the first, second, … message to an address within an hour (reference §3.1); after the fifth the hour has to end. */
const pauses = [30_000, 60_000, 120_000, 300_000, 300_000] as const
const oneHour = 3_600_000
const oneDay = 86_400_000
const mostPerDay = 20
/** Wrong guesses for one address in a day after which it gets no further code (T40). */
const mostFails = 10

/** The client's part of a network that may have to do with this many times the addresses of one client (T40, IPv6 alone). */
const networkClients = 4
/** Messages that one network may cause in a day, as a part of the project's; and the least that they are. */
const networkPart = 20
const leastOfNetwork = 20

/**
 * Whose code it is about. A known device, one that the address has logged in from, has counts of its own: no stranger can
 * use them up, and it is not asked about clients, networks, the project's day and the breaker (S6).
 */
export interface CodeSubject extends Guessing {
  /** Of the address, and with a known device of both, as a keyed digest. */
  readonly address: string
  /** The client as a keyed digest. */
  readonly client: string
  readonly isKnown: boolean
}

export interface CodeLimits {
  /** Counts one message and returns whether it may go out. One statement decides each rule, for all processes (T42). */
  claim(
    subject: CodeSubject,
    options?: {
      /**
       * Does not refuse an address for its wrong guesses, which the caller limits by itself: at a page that proves addresses
       * anyone can guess, and must not lock others out. Default false: ten wrong guesses in a day refuse the address.
       */
      readonly areFailsApart?: boolean
    },
  ): Promise<CodeClaim>
  /**
   * Takes the count of a failed message back where it certainly was not sent. Returns the whole seconds until the address
   * is due again.
   */
  fail(
    message: Pick<CodeSubject, 'project' | 'address' | 'network' | 'isKnown'> & {
      readonly isUnsent: boolean
    },
  ): Promise<number>
  /**
   * Whether this client may guess at a code for this project: it has used few addresses within the hour, and the breaker
   * admits its network (T40). An unknown flow costs nothing.
   */
  claimGuess(guess: Omit<CodeSubject, 'address'> & { readonly flow: string }): Promise<CodeClaim>
  /**
   * Counts a wrong guess for the address of a project, and for the breaker unless the device is known, or `claimShort` has
   * counted it there.
   */
  countFail(subject: Omit<CodeSubject, 'client'>, options?: { readonly isClaimed?: boolean }): Promise<void>
  /** Whether codes of six digits are too short now: too many were guessed wrong in 24 hours (T40). */
  readonly areShortSpent: Breaker['areShortSpent']
  /** Counts a guess at six digits for the breaker before it is compared; false where none is left. */
  readonly claimShort: Breaker['claimShort']
  /** Takes the count of such a guess back that was right, or was not compared. */
  readonly giveBackShort: Breaker['giveBack']
}

type Count = Expression<number>

interface AddressClaim {
  readonly project: string
  readonly address: string
  readonly at: number
  /** Wrong guesses after which it is refused. */
  readonly most: number
}

/** `refused` says by which rule, and `wait` for how many seconds. */
export type CodeClaim =
  | { readonly refused?: undefined }
  | { readonly refused: 'address' | 'client' | 'network' | 'project' | 'breaker'; readonly wait: number }

export function createCodeLimits(deps: {
  readonly store: Store
  readonly breaker: Breaker
  readonly addressesPerHour: number
  readonly codesPerDay: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}): CodeLimits {
  const { store, breaker, addressesPerHour, codesPerDay, now } = deps
  const mailsOfNetwork = Math.max(leastOfNetwork, Math.floor(codesPerDay / networkPart))

  /** Whether the client, and where that is a wider one its network, may have to do with this address. */
  async function areClients(of: Pick<CodeSubject, 'client' | 'network'>, address: string): Promise<boolean> {
    const { client, network } = of
    const at = now()
    if (!(await claimClient(store, { client, address, at, most: addressesPerHour }))) return false
    if (network === client) return true
    return claimClient(store, { client: network, address, at, most: networkClients * addressesPerHour })
  }

  return {
    async claim(subject, { areFailsApart = false } = {}) {
      const { project, address, isKnown } = subject
      const at = now()
      const of = { project, address, at, most: areFailsApart ? Number.MAX_SAFE_INTEGER : mostFails }
      if (!isKnown) {
        const pause = await breaker.admit(subject, 'mails')
        if (pause !== undefined) return { refused: 'breaker', wait: pause }
        if (!(await areClients(subject, address))) return { refused: 'client', wait: oneHour / 1_000 }
      }
      if (!(await claimAddress(of))) return { refused: 'address', wait: await waitOf(of) }
      if (isKnown) return {}
      const untilTomorrow = Math.ceil((oneDay - (at % oneDay)) / 1_000)
      if (!(await claimNetwork(subject, at))) return { refused: 'network', wait: untilTomorrow }
      if (!(await claimProject(project, at))) return { refused: 'project', wait: untilTomorrow }
      return {}
    },
    async fail({ project, address, network, isKnown, isUnsent }) {
      const at = now()
      if (isUnsent) await giveBack({ project, address, network, isKnown, at })
      return waitOf({ project, address, at, most: Number.MAX_SAFE_INTEGER })
    },
    async claimGuess(guess) {
      if (guess.isKnown) return {}
      const pause = await breaker.admit(guess, 'guesses')
      if (pause !== undefined) return { refused: 'breaker', wait: pause }
      const row = await store.db
        .selectFrom('signin_flows')
        .select('address_mac')
        .where('flow', '=', guess.flow)
        .where('project_id', '=', guess.project)
        .executeTakeFirst()
      return row === undefined || (await areClients(guess, row.address_mac))
        ? {}
        : { refused: 'client', wait: oneHour / 1_000 }
    },
    areShortSpent: breaker.areShortSpent,
    claimShort: breaker.claimShort,
    giveBackShort: breaker.giveBack,
    async countFail({ project, feature, network, address, isKnown }, { isClaimed = false } = {}) {
      if (!isKnown && !isClaimed) await breaker.count({ project, feature, network })
      const at = now()
      await store.write([
        store.compose
          .updateTable('signin_addresses')
          .set(eb => {
            const isNewDay = eb('day_at', '<=', at - oneDay)
            const column = (name: 'day_at' | 'day_count', fresh: number) =>
              eb
                .case()
                .when(isNewDay)
                .then(eb.cast<number>(eb.val(fresh), 'bigint'))
                .else(eb.ref(name))
                .end()
            return {
              day_at: column('day_at', at),
              day_count: column('day_count', 0),
              fails: eb
                .case()
                .when(isNewDay)
                .then(eb.cast<number>(eb.val(1), 'bigint'))
                .else(eb('fails', '+', 1))
                .end(),
            }
          })
          .where('project_id', '=', project)
          .where('address_mac', '=', address)
          .compile(),
      ])
    },
  }

  /** Whether the address is due. One conditional statement decides, so that one of several concurrent claims wins. */
  async function claimAddress({ project, address, at, most }: AddressClaim): Promise<boolean> {
    const [won] = await store.write([
      store.compose
        .insertInto('signin_addresses')
        .values({
          project_id: project,
          address_mac: address,
          next_at: at + pauses[0],
          hour_at: at,
          hour_count: 1,
          day_at: at,
          day_count: 1,
          fails: 0,
        })
        .onConflict(conflict =>
          conflict
            .columns(['project_id', 'address_mac'])
            .doUpdateSet(eb => {
              const time = (value: number) => eb.cast<number>(eb.val(value), 'bigint')
              const newHour = eb('signin_addresses.hour_at', '<=', at - oneHour)
              const newDay = eb('signin_addresses.day_at', '<=', at - oneDay)
              const fresh = (isNew: typeof newHour, value: Count, otherwise: Count) =>
                eb.case().when(isNew).then(value).else(otherwise).end()
              const count = eb.ref('signin_addresses.hour_count')
              return {
                next_at: eb
                  .case()
                  .when(newHour)
                  .then(time(at + pauses[0]))
                  .when(count, '=', 0)
                  .then(time(at + pauses[0]))
                  .when(count, '=', 1)
                  .then(time(at + pauses[1]))
                  .when(count, '=', 2)
                  .then(time(at + pauses[2]))
                  .else(time(at + pauses[3]))
                  .end(),
                hour_at: fresh(newHour, time(at), eb.ref('signin_addresses.hour_at')),
                hour_count: fresh(newHour, time(1), eb('signin_addresses.hour_count', '+', 1)),
                day_at: fresh(newDay, time(at), eb.ref('signin_addresses.day_at')),
                day_count: fresh(newDay, time(1), eb('signin_addresses.day_count', '+', 1)),
                fails: fresh(newDay, time(0), eb.ref('signin_addresses.fails')),
              }
            })
            .where('signin_addresses.next_at', '<=', at)
            .where(eb =>
              eb.or([
                eb('signin_addresses.hour_at', '<=', at - oneHour),
                eb('signin_addresses.hour_count', '<', pauses.length),
              ]),
            )
            .where(eb =>
              eb.or([
                eb('signin_addresses.day_at', '<=', at - oneDay),
                eb.and([
                  eb('signin_addresses.day_count', '<', mostPerDay),
                  eb('signin_addresses.fails', '<', most),
                ]),
              ]),
            ),
        )
        .returning('next_at')
        .compile(),
    ])
    return won.length === 1
  }

  /** Takes an unsent message out of the counts of the address, the network and the project; the next one still waits 30 seconds. */
  async function giveBack(
    of: Pick<CodeSubject, 'project' | 'address' | 'network' | 'isKnown'> & { readonly at: number },
  ): Promise<void> {
    const { project, address, network, isKnown, at } = of
    await store.write([
      store.compose
        .updateTable('signin_addresses')
        .set(eb => ({
          next_at: at + pauses[0],
          hour_count: eb('hour_count', '-', 1),
          day_count: eb('day_count', '-', 1),
        }))
        .where('project_id', '=', project)
        .where('address_mac', '=', address)
        .where('hour_count', '>', 0)
        .where('day_count', '>', 0)
        .compile(),
      ...(isKnown ? [] : uncount(project, network, at)),
    ])
  }

  function uncount(project: string, network: string, at: number): readonly CompiledQuery[] {
    return [
      store.compose
        .updateTable('signin_days')
        .set(eb => ({ count: eb('count', '-', 1) }))
        .where('project_id', '=', project)
        .where('day', '=', Math.floor(at / oneDay))
        .where('count', '>', 0)
        .compile(),
      store.compose
        .updateTable('signin_network_days')
        .set(eb => ({ mails: eb('mails', '-', 1) }))
        .where('project_id', '=', project)
        .where('network_mac', '=', network)
        .where('day', '=', Math.floor(at / oneDay))
        .where('mails', '>', 0)
        .compile(),
    ]
  }

  async function claimNetwork(of: Pick<CodeSubject, 'project' | 'network'>, at: number): Promise<boolean> {
    const [won] = await store.write([
      store.compose
        .insertInto('signin_network_days')
        .values({ project_id: of.project, network_mac: of.network, day: Math.floor(at / oneDay), mails: 1 })
        .onConflict(conflict =>
          conflict
            .columns(['project_id', 'network_mac', 'day'])
            .doUpdateSet(eb => ({ mails: eb('signin_network_days.mails', '+', 1) }))
            .where('signin_network_days.mails', '<', mailsOfNetwork),
        )
        .returning('mails')
        .compile(),
    ])
    return won.length === 1
  }

  /** Whole seconds until the address is due again. */
  async function waitOf({ project, address, at, most }: AddressClaim): Promise<number> {
    const row = await store.db
      .selectFrom('signin_addresses')
      .selectAll()
      .where('project_id', '=', project)
      .where('address_mac', '=', address)
      .executeTakeFirst()
    if (row === undefined) return pauses[0] / 1_000
    const isDayOver = row.day_at <= at - oneDay
    const due = Math.max(
      row.next_at,
      row.hour_count >= pauses.length ? row.hour_at + oneHour : 0,
      !isDayOver && (row.day_count >= mostPerDay || row.fails >= most) ? row.day_at + oneDay : 0,
    )
    return Math.max(1, Math.ceil((due - at) / 1_000))
  }

  async function claimProject(project_id: string, at: number): Promise<boolean> {
    const [won] = await store.write([
      store.compose
        .insertInto('signin_days')
        .values({ project_id, day: Math.floor(at / oneDay), count: 1 })
        .onConflict(conflict =>
          conflict
            .columns(['project_id', 'day'])
            .doUpdateSet(eb => ({ count: eb('signin_days.count', '+', 1) }))
            .where('signin_days.count', '<', codesPerDay),
        )
        .returning('count')
        .compile(),
    ])
    return won.length === 1
  }
}
