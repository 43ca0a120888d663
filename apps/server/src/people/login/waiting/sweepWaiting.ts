import type { CompiledQuery } from 'kysely'
import { waitingTime } from 'latchkey/services'
import type { Logger } from 'pino'
import type { Term } from '../../../core/scale/shared.ts'
import type { Store } from '../../../core/store/store.ts'
import { isStoreError } from '../../../core/store/storeError.ts'
import type { Custody } from '../../custody/createCustody.ts'
import type { Login } from '../createLogin.ts'
import { makeLink } from '../makeLink.ts'
import { composeEffect } from './composeEffect.ts'
import { composeDue, composeGone, type WaitingRow } from './composeWaiting.ts'
import type { AddressMails } from './createAddressMails.ts'
import type { Waiting } from './createWaiting.ts'

const oneDay = 86_400_000
/** Milliseconds after which a call that began a change is taken to have ended before its mail went out. */
const callTime = 120_000
/** Changes that one round looks at. */
const mostAtOnce = 200

export interface WaitingSweep {
  readonly store: Store
  readonly login: Pick<Login, 'accounts' | 'devices' | 'passkeys'>
  readonly custody: Pick<Custody, 'shares' | 'wallets'>
  readonly waiting: Pick<Waiting, 'mails'>
  readonly addressMails: AddressMails
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * One round over the changes that wait: mails that have to go out before, and what is due takes effect, once. A change whose
 * mail cannot be sent waits on: from the last mail to the effect there is always a day.
 */
export async function sweepWaiting(deps: WaitingSweep, fence: Term['fence'] = []): Promise<void> {
  const { store, now, log } = deps
  const rows = await store.db
    .selectFrom('login_waiting')
    .selectAll()
    .where('state', '=', 'waiting')
    .where(eb => eb.or([eb('told_at', 'is', null), eb('effect_at', '<=', now() + oneDay)]))
    .orderBy('effect_at')
    .limit(mostAtOnce)
    .execute()
  for (const row of rows) {
    try {
      await proceed(deps, row, fence)
    } catch (error) {
      if (isStoreError(error)) throw error
      log.warn({ err: error, kind: row.kind }, 'a change that waits could not go on')
    }
  }
}

async function proceed(deps: WaitingSweep, row: WaitingRow, fence: Term['fence']): Promise<void> {
  const { store, waiting, now } = deps
  const { compose } = store
  const at = now()
  const update = (set: Partial<WaitingRow>) =>
    store.write([
      ...fence,
      compose
        .updateTable('login_waiting')
        .set(set)
        .where('id', '=', row.id)
        .where('state', '=', 'waiting')
        .compile(),
    ])
  if (row.told_at === null) {
    if (row.begun_at > at - callTime) return
    const { link, mac } = makeLink()
    const effect_at = at + waitingTime
    await update({ link_mac: mac })
    await waiting.mails.tell({ ...row, effect_at }, link)
    await update({ told_at: at, effect_at })
    return
  }
  if (row.reminded_at === null) {
    const { link, mac } = makeLink()
    const effect_at = Math.max(row.effect_at, at + oneDay)
    await update({ reminder_mac: mac })
    await waiting.mails.tell({ ...row, effect_at }, link)
    await update({ reminded_at: at, effect_at })
    return
  }
  if (row.effect_at <= at) await takeEffect(deps, row, fence)
}

async function takeEffect(deps: WaitingSweep, row: WaitingRow, fence: Term['fence']): Promise<void> {
  const { store, login, waiting, addressMails, now } = deps
  const at = now()
  const addresses = await login.accounts.addressesOf(row.account_id)
  const address = row.kind === 'email' ? await addressMails.before(row) : undefined
  try {
    await store.write([
      ...fence,
      ...composeDue(store, row, at),
      ...composeEffect(deps, row, { at, address }),
      ...composeGone(store, row),
      end('done', row, at),
    ])
  } catch (error) {
    if (!isStoreError(error, 'constraint')) throw error
    // Stopped or made meanwhile; else it cannot be made, as where the new address is another account's by now.
    await store.write([...fence, end('failed', row, at)])
    return
  }
  await waiting.mails.tellEnd(row, 'done', addresses)
  if (address !== undefined) await addressMails.after(address)

  function end(state: 'done' | 'failed', { id }: WaitingRow, ended_at: number): CompiledQuery {
    const query = store.compose.updateTable('login_waiting').set({ state, ended_at }).where('id', '=', id)
    return (
      state === 'failed' ? query.where('state', '=', 'waiting').where('effect_at', '<=', at) : query
    ).compile()
  }
}
