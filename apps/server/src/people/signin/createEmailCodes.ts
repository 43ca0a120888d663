import { randomBytes, randomInt } from 'node:crypto'
import type { LoginCodeForm } from 'latchkey/services'
import type { Store } from '../../core/store/store.ts'
import { isSame, macOf } from './secrets.ts'

/** Milliseconds for which a code counts. */
export const codeLifetime = 600_000
const mostTries = 3
/** Crockford's alphabet. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 20 bits where a code opens no wallet, 26 where it may, 45 where it alone does (reference §3.1, decision 059). */
const forms = {
  short: { alphabet: '0123456789', length: 6 },
  digits: { alphabet: '0123456789', length: 8 },
  letters: { alphabet: letters, length: 9 },
} as const satisfies Record<LoginCodeForm, unknown>

/** Characters of a code. */
export const codeLength = {
  short: forms.short.length,
  digits: forms.digits.length,
  letters: forms.letters.length,
} as const

/** Who asks: a page by its key, for a project. */
interface Asker {
  readonly project: string
  readonly origin: string
  readonly key: string
}

/** Codes that prove an address; the code itself is in the mail and nowhere else (T44). */
export interface EmailCodes {
  /**
   * Creates a code and sends it; after sending, it voids the earlier ones of this page. A code cannot be tried earlier,
   * because its flow is not returned yet.
   * @throws the errors of `send`; the earlier codes then stay valid.
   */
  begin(
    asker: Asker,
    to: { readonly email: string; readonly address: string; readonly form?: LoginCodeForm },
    send: (code: string) => Promise<void>,
  ): Promise<{ readonly flow: string; readonly expiresAt: number }>
  /**
   * Spends a try, whatever is wrong, and only then compares (T38, T39). The address that was proven, once; or that a guess
   * was wrong, and for which one.
   */
  check(
    asker: Asker,
    flow: string,
    code: string,
  ): Promise<{ readonly email: string } | { readonly failed: string } | undefined>
  /** The address that a code of this project was sent to. */
  emailOf(project: string, flow: string): Promise<string | undefined>
  /** Lets a code that was right be tried again, if a try is left: what it was for could not be done. */
  reopen(flow: string): Promise<void>
}

export function createEmailCodes(deps: {
  readonly store: Store
  readonly secret: Uint8Array
  /** Milliseconds since 1970. */
  readonly now: () => number
}): EmailCodes {
  const { store, secret, now } = deps
  const { compose } = store
  const seal = (flow: string, code: string) => macOf(secret, flow, code)

  return {
    async begin({ project, origin, key }, { email, address, form = 'digits' }, send) {
      const flow = randomBytes(16).toString('base64url')
      const { alphabet, length } = forms[form]
      const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
      const at = now()
      await store.write([
        compose
          .insertInto('signin_flows')
          .values({
            flow,
            project_id: project,
            key,
            origin,
            email,
            address_mac: address,
            mac: seal(flow, code),
            attempts: 0,
            used_at: null,
            created_at: at,
            expires_at: at + codeLifetime,
          })
          .compile(),
      ])
      try {
        await send(code)
      } catch (error) {
        await store.write([compose.deleteFrom('signin_flows').where('flow', '=', flow).compile()])
        throw error
      }
      await store.write([
        compose
          .deleteFrom('signin_flows')
          .where('project_id', '=', project)
          .where('key', '=', key)
          .where('flow', '<>', flow)
          // One that was made since voids this one.
          .where('created_at', '<=', at)
          .compile(),
      ])
      return { flow, expiresAt: at + codeLifetime }
    },
    async check({ project, origin, key }, flow, code) {
      const at = now()
      const [[row]] = await store.write([
        compose
          .updateTable('signin_flows')
          .set(eb => ({ attempts: eb('attempts', '+', 1) }))
          .where('flow', '=', flow)
          .where('project_id', '=', project)
          .where('used_at', 'is', null)
          .where('attempts', '<', mostTries)
          .where('expires_at', '>', at)
          .returning(['mac', 'key', 'origin', 'email', 'address_mac'])
          .compile(),
      ])
      if (row === undefined) return undefined
      // Compare all of them always, so that the time does not reveal which was wrong.
      const isAll =
        Number(isSame(row.mac, seal(flow, code))) &
        Number(isSame(row.key, key)) &
        Number(isSame(row.origin, origin))
      if (isAll === 0) return { failed: row.address_mac }
      const [won] = await store.write([
        compose
          .updateTable('signin_flows')
          .set({ used_at: at })
          .where('flow', '=', flow)
          .where('used_at', 'is', null)
          .returning('flow')
          .compile(),
      ])
      return won.length === 1 ? { email: row.email } : undefined
    },
    async emailOf(project, flow) {
      const row = await store.db
        .selectFrom('signin_flows')
        .select('email')
        .where('flow', '=', flow)
        .where('project_id', '=', project)
        .executeTakeFirst()
      return row?.email
    },
    async reopen(flow) {
      await store.write([
        compose.updateTable('signin_flows').set({ used_at: null }).where('flow', '=', flow).compile(),
      ])
    },
  }
}
