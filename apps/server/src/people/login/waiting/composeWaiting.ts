import type { Expression, Selectable } from 'kysely'
import { mostWaiting, waitingTime } from 'latchkey/services'
import type { Store } from '../../../core/store/store.ts'
import { composeTurn } from '../composeTurn.ts'
import type { LoginTables } from '../tables.ts'

export type WaitingRow = Selectable<LoginTables['login_waiting']>

type Compose = Pick<Store, 'compose'>
type Rows = Expression<unknown>

/**
 * Begins a change, for a session that still exists, unless the same waits already, there is no room, or one of the account was
 * stopped within the time that a change waits. Queries for one batch, the second with a row for a change that was begun.
 */
export function composeBegin(store: Compose, row: WaitingRow) {
  const { compose } = store
  const own = compose.selectFrom('login_waiting as known').where('known.account_id', '=', row.account_id)
  const waiting = own.where('known.state', '=', 'waiting')
  return [
    composeTurn(store, row.account_id),
    compose
      .insertInto('login_waiting')
      .columns([
        'id',
        'account_id',
        'project_id',
        'kind',
        'subject',
        'label',
        'session',
        'device',
        'browser',
        'page',
        'link_mac',
        'state',
        'begun_at',
        'effect_at',
      ])
      .expression(eb =>
        eb
          .selectFrom('login_sessions')
          .select([
            eb.cast<string>(eb.val(row.id), 'text').as('id'),
            'login_sessions.account_id',
            'login_sessions.project_id',
            eb.cast<WaitingRow['kind']>(eb.val(row.kind), 'text').as('kind'),
            eb.cast<string>(eb.val(row.subject), 'text').as('subject'),
            eb.cast<string | null>(eb.val(row.label), 'text').as('label'),
            'login_sessions.id as session',
            'login_sessions.device',
            eb.cast<string | null>(eb.val(row.browser), 'text').as('browser'),
            eb.cast<string>(eb.val(row.page), 'text').as('page'),
            eb.cast<string>(eb.val(row.link_mac), 'text').as('link_mac'),
            eb.cast<string>(eb.val('waiting'), 'text').as('state'),
            eb.cast<number>(eb.val(row.begun_at), 'bigint').as('begun_at'),
            eb.cast<number>(eb.val(row.effect_at), 'bigint').as('effect_at'),
          ])
          .where('login_sessions.id', '=', row.session)
          .where('login_sessions.account_id', '=', row.account_id)
          .where(one =>
            one.not(
              one.exists(
                waiting
                  .select('known.id')
                  .where('known.kind', '=', row.kind)
                  .where('known.subject', '=', row.subject),
              ),
            ),
          )
          .where(one =>
            one.not(
              one.exists(
                own
                  .select('known.id')
                  .where('known.state', '=', 'stopped')
                  .where('known.ended_at', '>', row.begun_at - waitingTime),
              ),
            ),
          )
          .where(
            waiting.select(({ fn }) => fn.countAll<number>().as('count')),
            '<',
            mostWaiting,
          ),
      )
      .returning('id')
      .compile(),
  ] as const
}

/** Which of an account's changes are stopped. */
export type StoppedChanges =
  | { readonly id: string }
  /** Those that this device began. */
  | { readonly device: string }
  /** Those that another device began. */
  | { readonly notDevice: string }
  | { readonly kind: 'email' }
  | 'all'

/** Stops changes of an account that wait: queries for one batch, the second with a row for each that was stopped. */
export function composeStop(
  store: Compose,
  { account, some, at }: { readonly account: string; readonly some: StoppedChanges; readonly at: number },
) {
  const { compose } = store
  return [
    composeTurn(store, account),
    compose
      .updateTable('login_waiting')
      .set({ state: 'stopped', ended_at: at })
      .where('account_id', '=', account)
      .where('state', '=', 'waiting')
      .where(eb => {
        if (some === 'all') return eb.lit(true)
        if ('id' in some) return eb('id', '=', some.id)
        if ('device' in some) return eb('device', '=', some.device)
        return 'kind' in some ? eb('kind', '=', some.kind) : eb('device', '<>', some.notDevice)
      })
      .returningAll()
      .compile(),
    // The new address of a change that was stopped is stored no longer.
    compose
      .deleteFrom('login_changes')
      .where('account_id', '=', account)
      .where('step', '=', 'waiting')
      .where('change_id', 'not in', eb =>
        eb
          .selectFrom('login_waiting')
          .select('subject')
          .where('account_id', '=', account)
          .where('kind', '=', 'email')
          .where('state', '=', 'waiting'),
      )
      .compile(),
  ] as const
}

/**
 * Refuses the whole batch, as a violated constraint, unless the change still waits and its time has come, after both mails: of
 * two processes one makes it, and one that was stopped is not made.
 */
export function composeDue(store: Compose, row: Pick<WaitingRow, 'id' | 'account_id'>, at: number) {
  const { compose } = store
  const due = compose
    .selectFrom('login_waiting')
    .select('id')
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
    .where('effect_at', '<=', at)
    .where('reminded_at', 'is not', null)
  return [composeTurn(store, row.account_id), refuse(store, { unless: due })] as const
}

/** Refuses the whole batch, as a violated constraint, where a way to log in that it removes is still there: it was the last. */
export function composeGone(store: Compose, { account_id, kind, subject }: WaitingRow) {
  if (kind !== 'passkey' && kind !== 'social') return []
  const left = store.compose
    .selectFrom('login_identities')
    .select('subject')
    .where('account_id', '=', account_id)
    .where('kind', '=', subject === 'farcaster' ? 'farcaster' : kind)
    .where(kind === 'passkey' ? 'subject' : 'issuer', '=', subject)
  return [refuse(store, { where: left })]
}

/** Violates a constraint where rows are found, or unless some are. */
function refuse({ compose }: Compose, rows: { readonly where: Rows } | { readonly unless: Rows }) {
  return (
    compose
      .insertInto('login_accounts')
      .columns(['id', 'created_at', 'frozen_until'])
      // No account is without an id.
      .expression(
        compose
          .selectNoFrom(eb => [
            eb.cast<string>(eb.val(null), 'text').as('id'),
            eb.cast<number>(eb.val(0), 'bigint').as('created_at'),
            eb.cast<number>(eb.val(0), 'bigint').as('frozen_until'),
          ])
          .where(eb => ('where' in rows ? eb.exists(rows.where) : eb.not(eb.exists(rows.unless)))),
      )
      .compile()
  )
}
