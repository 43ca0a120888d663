import type { Expression, ExpressionBuilder } from 'kysely'
import type { Database } from '../../core/store/database.ts'
import type { Store } from '../../core/store/store.ts'

const oneHour = 3_600_000
const oneDay = 86_400_000
/** Messages to one address in a day, and wrong guesses after which it gets no further code, in all projects together. */
const mostSent = 20
export const mostFails = 10

/** The counts for an address across projects: one person has one account in all of them. */
export interface Addresses {
  /**
   * Counts a message; whole seconds to wait when none may be sent. One statement decides, whichever process asks (T42). With
   * `areFailsApart` wrong guesses do not matter: what is sent is no code.
   */
  claim(address: string, options?: { readonly areFailsApart?: boolean }): Promise<number | undefined>
  /** Takes the count of a message back that was not sent. */
  giveBack(address: string): Promise<void>
  /** Whether a code for this address would be compared now (T40). */
  mayGuess(address: string): Promise<boolean>
  /**
   * Counts a guess as a wrong one before it is compared, so that guesses made at once do not pass together (T39, T40). The
   * number of today's; undefined, and nothing is counted, where the day has none left.
   */
  claimGuess(address: string): Promise<number | undefined>
  /** Takes the count of a guess back that was right, or was not compared. */
  giveBackGuess(address: string): Promise<void>
  /** Stops mail to an address for an hour, after its owner refused a login. */
  deny(address: string): Promise<void>
}

export function createAddresses(deps: {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Addresses {
  const { store, now } = deps
  const { compose, db } = store
  const find = (address: string) =>
    db.selectFrom('login_addresses').selectAll().where('address_mac', '=', address).executeTakeFirst()

  return {
    async claim(address_mac, { areFailsApart = false } = {}) {
      const at = now()
      const most = areFailsApart ? Number.MAX_SAFE_INTEGER : mostFails
      const [won] = await store.write([
        compose
          .insertInto('login_addresses')
          .values({ address_mac, day_at: at, sent: 1, fails: 0, denied_until: 0 })
          .onConflict(conflict =>
            conflict
              .column('address_mac')
              .doUpdateSet(eb => ({
                day_at: ifNewDay(eb, at, eb.val(at), eb.ref('login_addresses.day_at')),
                sent: ifNewDay(eb, at, eb.val(1), eb('login_addresses.sent', '+', 1)),
                fails: ifNewDay(eb, at, eb.val(0), eb.ref('login_addresses.fails')),
              }))
              .where('login_addresses.denied_until', '<=', at)
              .where(eb =>
                eb.or([
                  eb('login_addresses.day_at', '<=', at - oneDay),
                  eb.and([eb('login_addresses.sent', '<', mostSent), eb('login_addresses.fails', '<', most)]),
                ]),
              ),
          )
          .returning('sent')
          .compile(),
      ])
      if (won.length === 1) return undefined
      const row = await find(address_mac)
      if (row === undefined) return 1
      const isFull = row.sent >= mostSent || row.fails >= most
      const due = Math.max(row.denied_until, isFull ? row.day_at + oneDay : 0)
      return Math.max(1, Math.ceil((due - at) / 1_000))
    },
    async giveBack(address_mac) {
      await store.write([
        compose
          .updateTable('login_addresses')
          .set(eb => ({ sent: eb('sent', '-', 1) }))
          .where('address_mac', '=', address_mac)
          .where('sent', '>', 0)
          .compile(),
      ])
    },
    async mayGuess(address) {
      const row = await find(address)
      return row === undefined || row.fails < mostFails || row.day_at <= now() - oneDay
    },
    async claimGuess(address_mac) {
      const at = now()
      const [[row]] = await store.write([
        compose
          .insertInto('login_addresses')
          .values({ address_mac, day_at: at, sent: 0, fails: 1, denied_until: 0 })
          .onConflict(conflict =>
            conflict
              .column('address_mac')
              .doUpdateSet(eb => ({
                day_at: ifNewDay(eb, at, eb.val(at), eb.ref('login_addresses.day_at')),
                sent: ifNewDay(eb, at, eb.val(0), eb.ref('login_addresses.sent')),
                fails: ifNewDay(eb, at, eb.val(1), eb('login_addresses.fails', '+', 1)),
              }))
              .where(eb =>
                eb.or([
                  eb('login_addresses.day_at', '<=', at - oneDay),
                  eb('login_addresses.fails', '<', mostFails),
                ]),
              ),
          )
          .returning('fails')
          .compile(),
      ])
      return row?.fails
    },
    async giveBackGuess(address_mac) {
      await store.write([
        compose
          .updateTable('login_addresses')
          .set(eb => ({ fails: eb('fails', '-', 1) }))
          .where('address_mac', '=', address_mac)
          .where('fails', '>', 0)
          .compile(),
      ])
    },
    async deny(address_mac) {
      const at = now()
      const denied_until = at + oneHour
      await store.write([
        compose
          .insertInto('login_addresses')
          .values({ address_mac, day_at: at, sent: 0, fails: 0, denied_until })
          .onConflict(conflict => conflict.column('address_mac').doUpdateSet({ denied_until }))
          .compile(),
      ])
    },
  }
}

/** What a column becomes where the day that is counted is over, and otherwise. */
function ifNewDay(
  eb: ExpressionBuilder<Database, 'login_addresses'>,
  at: number,
  fresh: Expression<number>,
  otherwise: Expression<number>,
): Expression<number> {
  return eb
    .case()
    .when('login_addresses.day_at', '<=', at - oneDay)
    .then(eb.cast<number>(fresh, 'bigint'))
    .else(otherwise)
    .end()
}
