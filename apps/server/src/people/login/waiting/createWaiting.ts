import { randomBytes } from 'node:crypto'
import { type WaitingChange, type WaitingKind, waitingTime } from 'latchkey/services'
import type { Logger } from 'pino'
import { RouteFault } from '../../../core/http/routeFault.ts'
import type { Store } from '../../../core/store/store.ts'
import type { Custody } from '../../custody/createCustody.ts'
import { digestOf } from '../../signin/secrets.ts'
import type { Login } from '../createLogin.ts'
import type { LoginCaller } from '../loginCaller.ts'
import { makeLink } from '../makeLink.ts'
import { composeBegin, composeStop, type StoppedChanges, type WaitingRow } from './composeWaiting.ts'
import { createWaitingMails, type WaitingMails } from './createWaitingMails.ts'

/** What is to be done to an account. */
export interface WantedChange {
  readonly kind: WaitingKind
  /** Thumbprint of a device, id of a passkey, name of a provider, id of a change of address; else empty. */
  readonly subject?: string
  /** What to show of it. */
  readonly label?: string | null
}

/** Changes that destroy access, begun by a device without the key: each waits until its owner could have stopped it. */
export interface Waiting {
  /** Whether a device may not destroy access at once: the account has a wallet, and the device no key share of it. */
  mustWait(caller: Pick<LoginCaller, 'accountId' | 'deviceThumbprint'>): Promise<boolean>
  /**
   * Begins a change and mails every address of the account. What waits already stays as it is.
   * @throws RouteFault APKT010 after one was stopped and where too many wait, APKT009 (503) when no mail goes out
   */
  begin(caller: LoginCaller, wanted: WantedChange): Promise<WaitingChange>
  /** The next one first. */
  list(account: string, device: string): Promise<readonly WaitingChange[]>
  /** Stops changes that wait; what was stopped, and mails about it. */
  stop(account: string, some: StoppedChanges): Promise<readonly WaitingRow[]>
  /** The change of a mailed link, while it waits, and once it was stopped. */
  findByLink(link: string): Promise<WaitingRow | undefined>
  readonly mails: WaitingMails
}

export interface WaitingDeps {
  readonly store: Store
  readonly login: Pick<Login, 'accounts' | 'devices'>
  readonly custody: Pick<Custody, 'needOf' | 'notices'>
  /** Where the wallet's page is; links in mails lead there. */
  readonly walletOrigin: string
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export function createWaiting(deps: WaitingDeps): Waiting {
  const { store, login, custody, now } = deps
  const { db } = store
  const mails = createWaitingMails(deps)

  const listRows = (account: string) =>
    db
      .selectFrom('login_waiting')
      .selectAll()
      .where('account_id', '=', account)
      .where('state', '=', 'waiting')
      .orderBy('effect_at')
      .orderBy('id')
      .execute()

  /** Why nothing was begun. @throws RouteFault */
  async function refuse(account: string, at: number): Promise<never> {
    const stopped = await db
      .selectFrom('login_waiting')
      .select(({ fn }) => fn.max('ended_at').as('last'))
      .where('account_id', '=', account)
      .where('state', '=', 'stopped')
      .executeTakeFirst()
    const due = (stopped?.last ?? 0) + waitingTime
    const [next] = await listRows(account)
    const until = due > at ? due : next?.effect_at
    if (until === undefined) throw new RouteFault('SIGN_IN_INVALID')
    throw new RouteFault('APKT010', { retryAfter: Math.max(1, Math.ceil((until - at) / 1_000)) })
  }

  return {
    mails,
    mustWait: async ({ accountId, deviceThumbprint }) =>
      (await custody.needOf(accountId, deviceThumbprint)) === 'recover',
    async begin({ accountId: account, session }, { kind, subject = '', label = null }) {
      const at = now()
      const { link, mac } = makeLink()
      const here = (await login.devices.list(account)).find(({ device }) => device === session.device)
      const row: WaitingRow = {
        id: randomBytes(16).toString('base64url'),
        account_id: account,
        project_id: session.project_id,
        kind,
        subject,
        label,
        session: session.id,
        device: session.device,
        browser: here?.name ?? null,
        page: here?.page ?? '',
        link_mac: mac,
        reminder_mac: null,
        state: 'waiting',
        begun_at: at,
        effect_at: at + waitingTime,
        told_at: null,
        reminded_at: null,
        ended_at: null,
      }
      const [, begun] = await store.write(composeBegin(store, row))
      if (begun.length === 0) {
        const same = (await listRows(account)).find(each => each.kind === kind && each.subject === subject)
        return same === undefined ? refuse(account, at) : describeWaiting(same, session.device)
      }
      // One that no mail tells of does not wait: the caller may try again.
      await mails.tell(row, link, () => drop(row.id))
      await store.write([
        store.compose.updateTable('login_waiting').set({ told_at: at }).where('id', '=', row.id).compile(),
      ])
      return describeWaiting(row, session.device)
    },
    async list(account, device) {
      return (await listRows(account)).map(row => describeWaiting(row, device))
    },
    async stop(account, some) {
      const at = now()
      const [, stopped] = await store.write(composeStop(store, { account, some, at }))
      for (const row of stopped)
        await mails.tellEnd(row, 'stopped', await login.accounts.addressesOf(account))
      return stopped
    },
    findByLink(link) {
      const mac = digestOf(link)
      return db
        .selectFrom('login_waiting')
        .selectAll()
        .where(eb => eb.or([eb('link_mac', '=', mac), eb('reminder_mac', '=', mac)]))
        .where('state', 'in', ['waiting', 'stopped'])
        .executeTakeFirst()
    },
  }

  async function drop(id: string): Promise<void> {
    await store.write([store.compose.deleteFrom('login_waiting').where('id', '=', id).compile()])
  }
}

/** A change as its account's devices see it; `device` is the one that asks. */
function describeWaiting(row: WaitingRow, device: string): WaitingChange {
  return { id: row.id, ...describeRow(row), isOwn: row.device === device }
}

/** A change as a mailed link shows it. */
export function describeRow({ kind, label, browser, page, begun_at, effect_at }: WaitingRow) {
  return {
    kind,
    label,
    browser,
    page,
    begunAt: new Date(begun_at).toISOString(),
    effectAt: new Date(effect_at).toISOString(),
  }
}
