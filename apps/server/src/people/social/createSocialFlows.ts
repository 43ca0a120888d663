import { randomBytes, randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { SocialFailure } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import type { LoginIdentity } from '../login/createAccounts.ts'
import { digestOf } from '../signin/secrets.ts'
import type { SocialResult } from './createSocialClient.ts'
import type { SocialTables } from './tables.ts'

/** The purpose of a visit to a provider: to log in, to link one more identity, or to prove the logged-in visitor. */
export type SocialPurpose = 'login' | 'link' | 'prove'

export type SocialRow = Selectable<SocialTables['social_flows']>

/** Milliseconds for which a login that was begun can go on. */
export const socialLifetime = 600_000

/** Logins through a provider: each step is taken once, by the first caller (reference §3.3). */
export interface SocialFlows {
  /** In place of the one that this device has with this provider. */
  begin(
    flow: Pick<
      SocialRow,
      'project_id' | 'device' | 'provider' | 'page' | 'return_to' | 'account_id' | 'browser'
    > & { readonly purpose: SocialPurpose },
  ): Promise<SocialRow>
  /** One that is not over. */
  find(flow: string): Promise<SocialRow | undefined>
  /**
   * Goes to the provider with this state, and voids the earlier one. With `isOwn`, for a window that has shown to be of the
   * browser that began, which counts the first time alone. Undefined once a visitor came back.
   */
  open(
    flow: string,
    state: string,
    more?: { readonly channel?: string; readonly isOwn?: boolean },
  ): Promise<SocialRow | undefined>
  /** One that waits for an answer to this state. */
  findByState(provider: string, state: string): Promise<SocialRow | undefined>
  /** Stores the identity, where no confirmation is needed: for the first caller. */
  finish(flow: string, identity: LoginIdentity): Promise<SocialRow | undefined>
  /** Takes the state of an answer, once. */
  claim(provider: string, state: string): Promise<SocialRow | undefined>
  /** Stores the identity; with `confirm`, it counts once the returning visitor confirms it. */
  settle(flow: string, result: SocialResult, confirm?: string): Promise<void>
  /** Takes the returning visitor's confirmation, once; undefined when it is invalid. */
  confirm(flow: string, confirm: string, isOwn: boolean): Promise<SocialRow | undefined>
  fail(flow: string, failure: SocialFailure): Promise<void>
  /** Ends a finished flow, for the first caller that reads it. */
  take(flow: string): Promise<SocialRow | undefined>
}

export function createSocialFlows(deps: {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
}): SocialFlows {
  const { store, now } = deps
  const { compose, db } = store

  return {
    async begin(flow) {
      const at = now()
      const row: SocialRow = {
        ...flow,
        flow: randomBytes(16).toString('base64url'),
        step: 'begun',
        match_number: String(randomInt(100)).padStart(2, '0'),
        is_own: 0,
        state_mac: null,
        channel: null,
        confirm_mac: null,
        identity: null,
        logged_in_at: null,
        failure: null,
        created_at: at,
        expires_at: at + socialLifetime,
      }
      await store.write([
        compose
          .deleteFrom('social_flows')
          .where('project_id', '=', row.project_id)
          .where('device', '=', row.device)
          .where('provider', '=', row.provider)
          .compile(),
        compose.insertInto('social_flows').values(row).compile(),
      ])
      return row
    },
    find: flow =>
      db
        .selectFrom('social_flows')
        .selectAll()
        .where('flow', '=', flow)
        .where('expires_at', '>', now())
        .executeTakeFirst(),
    async open(flow, state, { channel, isOwn = false } = {}) {
      const [[row]] = await store.write([
        compose
          .updateTable('social_flows')
          .set({
            step: 'opened',
            state_mac: digestOf(state),
            channel: channel ?? null,
            is_own: isOwn ? 1 : 0,
          })
          .where('flow', '=', flow)
          .where('step', 'in', isOwn ? ['begun'] : ['begun', 'opened'])
          .where('expires_at', '>', now())
          .returningAll()
          .compile(),
      ])
      return row
    },
    findByState: (provider, state) =>
      db
        .selectFrom('social_flows')
        .selectAll()
        .where('state_mac', '=', digestOf(state))
        .where('provider', '=', provider)
        .where('step', '=', 'opened')
        .where('expires_at', '>', now())
        .executeTakeFirst(),
    async finish(flow, identity) {
      const [[row]] = await store.write([
        compose
          .updateTable('social_flows')
          .set({ step: 'done', identity: JSON.stringify(identity) })
          .where('flow', '=', flow)
          .where('step', '=', 'opened')
          .where('expires_at', '>', now())
          .returningAll()
          .compile(),
      ])
      return row
    },
    async claim(provider, state) {
      const [[row]] = await store.write([
        compose
          .updateTable('social_flows')
          .set({ step: 'exchanging' })
          .where('state_mac', '=', digestOf(state))
          .where('provider', '=', provider)
          .where('step', '=', 'opened')
          .where('expires_at', '>', now())
          .returningAll()
          .compile(),
      ])
      return row
    },
    async settle(flow, { identity, loggedInAt = null }, confirm) {
      await store.write([
        compose
          .updateTable('social_flows')
          .set({
            step: confirm === undefined ? 'done' : 'confirm',
            logged_in_at: loggedInAt,
            identity: JSON.stringify(identity),
            confirm_mac: confirm === undefined ? null : digestOf(confirm),
          })
          .where('flow', '=', flow)
          .where('step', '=', 'exchanging')
          .compile(),
      ])
    },
    async confirm(flow, confirm, isOwn) {
      const [[row]] = await store.write([
        compose
          .updateTable('social_flows')
          .set(isOwn ? { step: 'done' } : { step: 'failed', failure: 'denied', identity: null })
          .where('flow', '=', flow)
          .where('confirm_mac', '=', digestOf(confirm))
          .where('step', '=', 'confirm')
          .where('expires_at', '>', now())
          .returningAll()
          .compile(),
      ])
      return row
    },
    async fail(flow, failure) {
      await store.write([
        compose
          .updateTable('social_flows')
          .set({ step: 'failed', failure })
          .where('flow', '=', flow)
          .where('step', 'in', ['begun', 'opened', 'exchanging'])
          .compile(),
      ])
    },
    async take(flow) {
      const [[row]] = await store.write([
        compose
          .deleteFrom('social_flows')
          .where('flow', '=', flow)
          .where('step', 'in', ['done', 'failed'])
          .returningAll()
          .compile(),
      ])
      return row
    },
  }
}
