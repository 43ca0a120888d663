import type { CompiledQuery, Selectable } from 'kysely'
import type { PasskeyPurpose, postPasskeyLogin, postPasskeyRegister } from 'latchkey/services'
import type * as v from 'valibot'
import type { Project } from '../../core/http/project.ts'
import type { Store } from '../../core/store/store.ts'
import { isStoreError } from '../../core/store/storeError.ts'
import { isAllowedOrigin } from '../../projects/createGate.ts'
import type { Nonces } from '../signin/createNonces.ts'
import { composePasskey, type NewPasskey } from './composePasskey.ts'
import type { LoginIdentity } from './createAccounts.ts'
import type { LoginSessionRow } from './createLoginSessions.ts'
import { forgetIdentities } from './forgetIdentities.ts'
import type { LoginTables } from './tables.ts'
import { whyKept } from './whyKept.ts'

export type PasskeyRow = Selectable<LoginTables['login_passkeys']>
type Made = v.InferOutput<typeof postPasskeyRegister.body>['credential']
type Used = v.InferOutput<typeof postPasskeyLogin.body>['credential']

/** ES256, EdDSA, RS256: the last for Windows' own. */
export const passkeyAlgorithms = [-7, -8, -257] as const

const oneDay = 86_400_000

/** Loaded for the first passkey: with all that it reads certificates with, it is a tenth of what a start costs. */
const loadVerifier = () => import('@simplewebauthn/server')

/** What a ceremony is for: a challenge counts for nothing else. */
interface Ceremony {
  readonly project: Project
  /** Thumbprint of the device's key. */
  readonly device: string
  readonly purpose: PasskeyPurpose
  /** Of the session that goes along. */
  readonly account: string | undefined
}

/** Passkeys that log in. Their private keys are with the visitor, and the data that they decrypt is unknown here. */
export interface Passkeys {
  challenge(ceremony: Ceremony): { readonly challenge: string; readonly expiresAt: number }
  /** Reads a passkey created for this challenge, on the wallet's origin, by a verified user. */
  readMade(
    ceremony: Ceremony,
    made: Made,
  ): Promise<Pick<PasskeyRow, 'public_key' | 'counter' | 'is_synced'> | undefined>
  /** The account of a passkey that was used for this challenge; it is then known to be in use. */
  readUsed(ceremony: Ceremony, used: Used): Promise<PasskeyRow | undefined>
  /**
   * Adds the passkey to the account of a session, at once; without a session, to a new account. False when its id is
   * taken, there is no room, or the session has ended by now (T82).
   */
  add(
    passkey: NewPasskey,
    session: Pick<LoginSessionRow, 'id' | 'account_id' | 'device'> | undefined,
  ): Promise<boolean>
  /** Whether it came to its account less than a day ago; one that its account began with did not come to it. */
  isNewcomer(passkey: PasskeyRow): Promise<boolean>
  /** Whether the account has one that is no newcomer. */
  hasProving(account: string): Promise<boolean>
  list(account: string): Promise<readonly PasskeyRow[]>
  /** Deletes one for a session, unless it is all that the account is known by: then `last`. The other sessions by it end. */
  delete(
    session: Pick<LoginSessionRow, 'account_id' | 'id'>,
    credential: string,
  ): Promise<'deleted' | 'unknown' | 'last' | 'unprotected'>
  /** The same as queries for a batch; the second has a row where it was deleted. */
  deletion(
    session: Pick<LoginSessionRow, 'account_id' | 'id'>,
    credential: string,
  ): readonly [CompiledQuery, CompiledQuery<{ subject: string }>, ...CompiledQuery[]]
}

export const passkeyIdentity = (credential: string, rpId: string, label: string | null): LoginIdentity => ({
  kind: 'passkey',
  issuer: rpId,
  subject: credential,
  email: null,
  label,
  name: null,
})

/** The name that passkeys of the wallet's origin belong to. */
export const rpIdOf = (walletOrigin: string): string =>
  URL.canParse(walletOrigin) ? new URL(walletOrigin).hostname : ''

export function createPasskeys(deps: {
  readonly store: Store
  readonly nonces: Nonces
  readonly walletOrigin: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Passkeys {
  const { store, nonces, walletOrigin, now } = deps
  const { compose, db } = store
  const rpId = rpIdOf(walletOrigin)
  const holderOf = ({ device, purpose, account = '' }: Ceremony) => `passkey ${purpose} ${account} ${device}`

  /** What both ceremonies have to show; the challenge is used up by looking. */
  const expected = (ceremony: Ceremony) => ({
    expectedChallenge: (challenge: string) => {
      const nonce = Buffer.from(challenge, 'base64url').toString('hex')
      return nonces.consume(ceremony.project.id, holderOf(ceremony), nonce)
    },
    expectedOrigin: walletOrigin,
    expectedRPID: rpId,
    requireUserVerification: true,
  })

  const find = (credential: string) =>
    db.selectFrom('login_passkeys').selectAll().where('credential', '=', credential).executeTakeFirst()

  const list: Passkeys['list'] = account =>
    db
      .selectFrom('login_passkeys')
      .selectAll()
      .where('account_id', '=', account)
      .orderBy('created_at')
      .orderBy('credential')
      .execute()

  const isNewcomer: Passkeys['isNewcomer'] = async ({ account_id, created_at }) => {
    if (now() - created_at >= oneDay) return false
    const account = await db
      .selectFrom('login_accounts')
      .select('created_at')
      .where('id', '=', account_id)
      .executeTakeFirst()
    return account?.created_at !== created_at
  }

  const deletion = (session: Pick<LoginSessionRow, 'account_id' | 'id'>, credential: string) =>
    [
      ...forgetIdentities(store, session, { kind: 'passkey', subject: credential }),
      compose
        .deleteFrom('login_passkeys')
        .where('credential', '=', credential)
        .where('account_id', '=', session.account_id)
        .where(eb =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('login_identities')
                .select('subject')
                .where('account_id', '=', session.account_id)
                .where('kind', '=', 'passkey')
                .where('subject', '=', credential),
            ),
          ),
        )
        .compile(),
    ] as const

  return {
    challenge(ceremony) {
      const { nonce, expiresAt } = nonces.issue(ceremony.project.id, holderOf(ceremony))
      return { challenge: Buffer.from(nonce, 'hex').toString('base64url'), expiresAt }
    },
    async readMade(ceremony, made) {
      const { id, clientDataJSON, attestationObject } = made
      if (topOriginOf(ceremony.project, clientDataJSON) === undefined) return undefined
      const { verifyRegistrationResponse } = await loadVerifier()
      const result = await unlessRefused(
        verifyRegistrationResponse({
          response: {
            id,
            rawId: id,
            type: 'public-key',
            clientExtensionResults: {},
            response: { clientDataJSON, attestationObject },
          },
          supportedAlgorithmIDs: passkeyAlgorithms.slice(),
          ...expected(ceremony),
        }),
      )
      if (!result?.verified || result.registrationInfo === undefined) return undefined
      const { credential, credentialBackedUp } = result.registrationInfo
      if (credential.id !== id) return undefined
      return {
        public_key: credential.publicKey,
        counter: credential.counter,
        is_synced: credentialBackedUp ? 1 : 0,
      }
    },
    async readUsed(ceremony, used) {
      const { id, clientDataJSON, authenticatorData, signature } = used
      const row = await find(id)
      const expectedTopOrigin = topOriginOf(ceremony.project, clientDataJSON)
      if (row === undefined || expectedTopOrigin === undefined) return undefined
      const { verifyAuthenticationResponse } = await loadVerifier()
      const result = await unlessRefused(
        verifyAuthenticationResponse({
          response: {
            id,
            rawId: id,
            type: 'public-key',
            clientExtensionResults: {},
            response: { clientDataJSON, authenticatorData, signature },
          },
          credential: { id, publicKey: new Uint8Array(row.public_key), counter: row.counter },
          ...expected(ceremony),
          expectedTopOrigin,
        }),
      )
      if (!result?.verified) return undefined
      const { newCounter, credentialBackedUp } = result.authenticationInfo
      const [[seen]] = await store.write([
        compose
          .updateTable('login_passkeys')
          .set({ counter: newCounter, is_synced: credentialBackedUp ? 1 : 0, used_at: now() })
          .where('credential', '=', id)
          .where('counter', '=', row.counter)
          .returningAll()
          .compile(),
      ])
      return seen
    },
    async add(passkey, session) {
      const identity = passkeyIdentity(passkey.credential, rpId, passkey.label)
      try {
        const [, known] = await store.write(composePasskey(store, { passkey, identity, session, at: now() }))
        return known.length === 1
      } catch (error) {
        if (isStoreError(error, 'constraint')) return false
        throw error
      }
    },
    isNewcomer,
    async hasProving(account) {
      for (const passkey of await list(account)) if (!(await isNewcomer(passkey))) return true
      return false
    },
    list,
    async delete(session, credential) {
      const { account_id: account } = session
      const row = await find(credential)
      if (row?.account_id !== account) return 'unknown'
      const [, gone] = await store.write(deletion(session, credential))
      return gone.length === 1 ? 'deleted' : whyKept(store, account, { kind: 'passkey', subject: credential })
    },
    deletion,
  }
}

/**
 * The page around, as the browser says it: undefined where the project does not list it, and no other page may hold a
 * ceremony (T12). Empty at the top level, and where a browser does not say.
 */
function topOriginOf(project: Project, clientDataJSON: string): string | undefined {
  try {
    const data = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as { topOrigin?: unknown }
    const { topOrigin = '' } = data
    return topOrigin === '' || (typeof topOrigin === 'string' && isAllowedOrigin(project, topOrigin))
      ? topOrigin
      : undefined
  } catch {
    return undefined
  }
}

/** Returns undefined for the library's errors, whose reasons stay private; rethrows a failing store. */
async function unlessRefused<T>(verifying: Promise<T>): Promise<T | undefined> {
  try {
    return await verifying
  } catch (error) {
    if (isStoreError(error)) throw error
    return undefined
  }
}
