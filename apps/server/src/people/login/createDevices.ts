import type { CompiledQuery } from 'kysely'
import { mostDevices } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'

/** A browser as it is known for an account. */
export interface KnownDevice {
  readonly device: string
  readonly name: string | null
  readonly page: string
  readonly createdAt: number
  readonly seenAt: number
}

/** The browsers that an account was logged in with (reference §3.1). */
export interface Devices {
  /** Whether the address is of an account that this device was logged in to: then a code is enough. */
  isKnown(emailIdentity: string, device: string): Promise<boolean>
  /**
   * Knows a device from now on, and says which have to be forgotten for it: those seen longest ago that have no key share. A
   * login alone takes the place of no device that can sign.
   */
  trust(
    account: string,
    device: { readonly key: string; readonly name: string | null; readonly page: string },
  ): Promise<readonly string[]>
  /** Says that it is in use. */
  see(account: string, device: string): Promise<void>
  /** The one last seen first. */
  list(account: string): Promise<readonly KnownDevice[]>
  /** Forgets it and ends its sessions; whether it was known. */
  forget(account: string, device: string): Promise<boolean>
  /** The same as queries for a batch; the first has a row where it was known. */
  forgetting(account: string, device: string): readonly [CompiledQuery<{ device: string }>, CompiledQuery]
}

export function createDevices(deps: {
  readonly store: Store
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Devices {
  const { store, now } = deps
  const { compose, db } = store

  const list: Devices['list'] = async account => {
    const rows = await db
      .selectFrom('login_devices')
      .selectAll()
      .where('account_id', '=', account)
      .orderBy('seen_at', 'desc')
      .orderBy('device')
      .execute()
    return rows.map(({ device, name, page, created_at, seen_at }) => ({
      device,
      name,
      page,
      createdAt: created_at,
      seenAt: seen_at,
    }))
  }

  const forgetting = (account: string, device: string) =>
    [
      compose
        .deleteFrom('login_devices')
        .where('account_id', '=', account)
        .where('device', '=', device)
        .returning('device')
        .compile(),
      compose
        .deleteFrom('login_sessions')
        .where('account_id', '=', account)
        .where('device', '=', device)
        .compile(),
    ] as const

  const forget: Devices['forget'] = async (account, device) => {
    const [rows] = await store.write(forgetting(account, device))
    return rows.length === 1
  }

  return {
    async isKnown(emailIdentity, device) {
      const row = await db
        .selectFrom('login_identities')
        .innerJoin('login_devices', 'login_devices.account_id', 'login_identities.account_id')
        .select('login_devices.device')
        .where('login_identities.kind', '=', 'email')
        .where('login_identities.issuer', '=', 'email')
        .where('login_identities.subject', '=', emailIdentity)
        .where('login_devices.device', '=', device)
        .executeTakeFirst()
      return row !== undefined
    },
    async trust(account, { key, name, page }) {
      const at = now()
      await store.write([
        compose
          .insertInto('login_devices')
          .values({ account_id: account, device: key, name, page, created_at: at, seen_at: at })
          .onConflict(conflict =>
            conflict.columns(['account_id', 'device']).doUpdateSet({ name, seen_at: at }),
          )
          .compile(),
      ])
      const holding = await db
        .selectFrom('custody_pairs')
        .select('device')
        .where('account_id', '=', account)
        .execute()
      const holders = new Set(holding.map(({ device }) => device))
      const others = (await list(account)).filter(({ device }) => device !== key)
      const over = others.length - (mostDevices - 1)
      const idle = others.filter(({ device }) => !holders.has(device))
      return over > 0 ? idle.slice(-over).map(({ device }) => device) : []
    },
    async see(account, device) {
      await store.write([
        compose
          .updateTable('login_devices')
          .set({ seen_at: now() })
          .where('account_id', '=', account)
          .where('device', '=', device)
          .compile(),
      ])
    },
    list,
    forget,
    forgetting,
  }
}
