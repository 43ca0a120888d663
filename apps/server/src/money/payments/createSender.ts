import { randomInt, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Logger } from 'pino'
import type { Store } from '../../core/store/store.ts'
import { type FetchPublic, PublicFetchError } from '../../data/images/fetchPublic.ts'
import type { DeliveryAttempt } from './delivery.ts'
import { nextTry } from './retries.ts'
import { signMessage } from './signMessage.ts'
import type { PaymentTables } from './tables.ts'

/** Milliseconds for one try, and for which it is claimed. */
const timeout = 15_000
const claimFor = 20_000
/** Messages under way at once, and of one project. */
const mostAtOnce = 32
const mostOfProject = 4
/** Tries that the log of a message keeps. */
const mostAttempts = 64
const mostLooked = 500

type Row = Pick<
  Selectable<PaymentTables['webhook_deliveries']>,
  'id' | 'project_id' | 'body' | 'attempts' | 'tries' | 'since'
>

/** Starts what is due and can be, and resolves once it is claimed; `ended` when each of these has its answer. */
export type SendDue = () => Promise<{ readonly ended: Promise<void> }>

/**
 * Makes the sender of messages to webhooks. A message is claimed in the store before it is sent, so of several processes one
 * sends it; when that one dies, the claim ends. Those of one payment go in their order: while one waits, later ones do.
 */
export function createSender(deps: {
  readonly store: Store
  readonly now: () => number
  readonly log: Logger
  readonly fetchWebhook: FetchPublic
  /** From 0 to 1; by chance unless given. */
  readonly chance?: () => number
}): SendDue {
  const { store, now, log, fetchWebhook, chance = () => randomInt(1_000) / 1_000 } = deps
  const underWay = new Map<string, string>()

  return async () => {
    const due = await store.db
      .selectFrom('webhook_deliveries as due')
      .select(['id', 'project_id', 'body', 'attempts', 'tries', 'since'])
      .where('state', '=', 'waiting')
      .where('next_at', '<=', now())
      .where('claimed_until', '<=', now())
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('webhook_deliveries as earlier')
              .select('earlier.id')
              .whereRef('earlier.payment_id', '=', 'due.payment_id')
              .whereRef('earlier.version', '<', 'due.version')
              .where('earlier.state', '=', 'waiting'),
          ),
        ),
      )
      .orderBy('next_at')
      .limit(mostLooked)
      .execute()
    const started: Promise<void>[] = []
    for (const row of due) {
      const ofProject = [...underWay.values()].filter(project => project === row.project_id).length
      if (underWay.size >= mostAtOnce) break
      if (underWay.has(row.id) || ofProject >= mostOfProject) continue
      const claim = randomUUID()
      if (!(await take(row.id, claim))) continue
      underWay.set(row.id, row.project_id)
      started.push(
        send(row, claim)
          .catch(error => log.error({ delivery: row.id, err: error }, 'message not sent'))
          .finally(() => underWay.delete(row.id)),
      )
    }
    return { ended: Promise.all(started).then(() => undefined) }
  }

  async function take(id: string, claim: string): Promise<boolean> {
    const at = now()
    const [rows] = await store.write([
      store.compose
        .updateTable('webhook_deliveries')
        .set({ claim, claimed_until: at + claimFor })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .where('claimed_until', '<=', at)
        .returning('id')
        .compile(),
    ])
    return rows.length === 1
  }

  async function send(row: Row, claim: string): Promise<void> {
    const attempt = await tryOnce(row)
    const at = now()
    const tries = row.tries + 1
    const isDelivered = attempt.status !== null && attempt.status >= 200 && attempt.status < 300
    // 410: the host wants none of it any more.
    const isGone = attempt.status === 410 || attempt.failure === noWebhook
    const next =
      isDelivered || isGone ? null : nextTry({ tries, since: row.since, now: at, chance: chance() })
    const attempts: DeliveryAttempt[] = [...JSON.parse(row.attempts), attempt].slice(-mostAttempts)
    await store.write([
      store.compose
        .updateTable('webhook_deliveries')
        .set({
          state: isDelivered ? 'delivered' : next === null ? 'given_up' : 'waiting',
          attempts: JSON.stringify(attempts),
          tries,
          next_at: next,
          claim: null,
          claimed_until: 0,
        })
        .where('id', '=', row.id)
        .where('claim', '=', claim)
        .compile(),
    ])
  }

  async function tryOnce({ id, project_id, body }: Row): Promise<DeliveryAttempt> {
    const webhook = await store.db
      .selectFrom('project_webhooks')
      .select(['url', 'secret', 'old_secret as oldSecret', 'old_until as oldUntil'])
      .where('project_id', '=', project_id)
      .executeTakeFirst()
    const at = now()
    if (webhook === undefined) return { at, status: null, failure: noWebhook }
    try {
      const { status } = await fetchWebhook(webhook.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signMessage({ id, body }, webhook, at) },
        body,
        timeout,
        maxBytes: 65_536,
      })
      return { at, status, failure: null }
    } catch (error) {
      if (!(error instanceof PublicFetchError)) throw error
      return { at, status: null, failure: error.code }
    }
  }
}

const noWebhook = 'no webhook'
