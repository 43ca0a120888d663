import { randomBytes, randomInt } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Store } from '../../core/store/store.ts'
import { digestOf } from '../signin/secrets.ts'
import type { LoginTables } from './tables.ts'

export type FlowRow = Selectable<LoginTables['login_flows']>

/** Milliseconds for which a login that was begun can go on. */
export const flowLifetime = 600_000

/**
 * Logins by email, from the first call to the code; each belongs to one device, and each device has one (reference
 * §3.1).
 */
export interface Flows {
  begin(
    flow: Pick<FlowRow, 'project_id' | 'device' | 'page' | 'email' | 'identity' | 'browser'> & {
      /** The code's, where no link is needed; else the link's digest. */
      readonly by: { readonly codeFlow: string } | { readonly linkMac: string }
    },
  ): Promise<FlowRow>
  /** One that is not over. */
  find(project: string, flow: string): Promise<FlowRow | undefined>
  findByLink(link: string): Promise<FlowRow | undefined>
  /** Uses a link, once; the login lasts as long from then on. */
  decide(link: string, state: 'approved' | 'denied'): Promise<FlowRow | undefined>
  /** Takes a decision back that could not be carried out: there is no code. */
  reopen(flow: string): Promise<void>
  /** A code was sent for it; it lasts as long. */
  setCode(flow: string, codeFlow: string): Promise<void>
  /** Another link, once it was sent; the one before leads nowhere, unless it was used meanwhile. */
  renewLink(flow: string, linkMac: string): Promise<void>
  end(flow: string): Promise<void>
}

export function createFlows(deps: {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Flows {
  const { store, now } = deps
  const { compose, db } = store

  return {
    async begin({ by, ...flow }) {
      const at = now()
      const row: FlowRow = {
        ...flow,
        flow: randomBytes(16).toString('base64url'),
        ...('codeFlow' in by
          ? { link_mac: null, state: 'approved', code_flow: by.codeFlow }
          : { link_mac: by.linkMac, state: 'open', code_flow: null }),
        match_number: String(randomInt(100)).padStart(2, '0'),
        created_at: at,
        expires_at: at + flowLifetime,
      }
      await store.write([
        compose
          .deleteFrom('login_flows')
          .where('project_id', '=', row.project_id)
          .where('device', '=', row.device)
          .compile(),
        compose.insertInto('login_flows').values(row).compile(),
      ])
      return row
    },
    find: (project, flow) =>
      db
        .selectFrom('login_flows')
        .selectAll()
        .where('flow', '=', flow)
        .where('project_id', '=', project)
        .where('expires_at', '>', now())
        .executeTakeFirst(),
    findByLink: link =>
      db
        .selectFrom('login_flows')
        .selectAll()
        .where('link_mac', '=', digestOf(link))
        .where('expires_at', '>', now())
        .executeTakeFirst(),
    async decide(link, state) {
      const [[row]] = await store.write([
        compose
          .updateTable('login_flows')
          .set({ state, expires_at: now() + flowLifetime })
          .where('link_mac', '=', digestOf(link))
          .where('state', '=', 'open')
          .where('expires_at', '>', now())
          .returningAll()
          .compile(),
      ])
      return row
    },
    async reopen(flow) {
      await store.write([
        compose
          .updateTable('login_flows')
          .set({ state: 'open' })
          .where('flow', '=', flow)
          .where('code_flow', 'is', null)
          .compile(),
      ])
    },
    async setCode(flow, codeFlow) {
      await store.write([
        compose
          .updateTable('login_flows')
          .set({ code_flow: codeFlow, expires_at: now() + flowLifetime })
          .where('flow', '=', flow)
          .compile(),
      ])
    },
    async renewLink(flow, linkMac) {
      await store.write([
        compose
          .updateTable('login_flows')
          .set({ link_mac: linkMac, expires_at: now() + flowLifetime })
          .where('flow', '=', flow)
          .where('state', '=', 'open')
          .compile(),
      ])
    },
    async end(flow) {
      await store.write([compose.deleteFrom('login_flows').where('flow', '=', flow).compile()])
    },
  }
}
