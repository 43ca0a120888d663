import type { LoginSession } from 'latchkey/services'
import type { Custody } from '../custody/createCustody.ts'
import type { CustodyCaller } from '../custody/custodyCaller.ts'
import type { LoginIdentity } from './createAccounts.ts'
import type { Login } from './createLogin.ts'
import type { GivenSession } from './createLoginSessions.ts'
import { isFresh } from './requireFresh.ts'
import { requireUser } from './requireUser.ts'

/** A proven visitor, at a device, for a project. */
export interface Entry {
  readonly project: string
  readonly identity: LoginIdentity
  readonly device: {
    /** RFC 7638 thumbprint, by a proof of that key. */
    readonly key: string
    /** The page that shows the wallet; one of the project's. */
    readonly page: string
    /** Such as "Chrome on Windows". */
    readonly name: string | undefined
  }
  /** `email`, `passkey`, or a provider's name. */
  readonly provider: string
  readonly provedBy: CustodyCaller['provedBy']
  /**
   * It may have come about without a prompt, so it proves nothing by itself (S5). What counts: the visitor's own last proof, if
   * they are logged in at this device and project; when they logged in at the provider, by its word; or that the account is new.
   */
  readonly silent?: { readonly loggedInAt: number | null } | undefined
}

export interface IssueDeps {
  readonly login: Pick<Login, 'accounts' | 'devices' | 'sessions'>
  readonly custody: Pick<Custody, 'needOf' | 'revokeDevice'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/**
 * The end of every way to log in: the identity's account, made if there is none; its device, known from now on; and a new
 * session, whatever there was before (T57). The identity has to be proven, and the device's key with the same request.
 */
export async function issueSession(deps: IssueDeps, entry: Entry): Promise<LoginSession> {
  const { accounts, devices, sessions } = deps.login
  const { project, identity, device, provider, provedBy, silent } = entry
  // Nothing of an owner's is behind an account that is made now.
  const isNew = silent !== undefined && (await accounts.find(identity)) === undefined
  const account = await accounts.enter(identity)
  const { key, page, name = null } = device
  const credential = identity.kind === 'passkey' ? identity.subject : null
  const session = {
    project_id: project,
    account_id: account,
    device: key,
    provider,
    credential,
    proved_by: provedBy,
  }
  // Concurrently: rows written together reach the disk together.
  const [given, idle] = await Promise.all([
    sessions.begin(session, isNew ? undefined : silent && { provedAt: silent.loggedInAt ?? 0 }),
    devices.trust(account, { key, page, name }),
  ])
  for (const each of idle) {
    // The key share first: a device that is still registered is revoked the next time.
    await deps.custody.revokeDevice(account, each)
    await devices.forget(account, each)
  }
  return describeSession(deps, given)
}

/** Describes a session for its device. @throws RouteFault SIGN_IN_INVALID when its account is gone. */
export async function describeSession(
  { login, custody, now }: IssueDeps,
  { row, token, refresh }: GivenSession,
): Promise<LoginSession> {
  const [user, need] = await Promise.all([
    requireUser(login.accounts, row.account_id, row.provider),
    custody.needOf(row.account_id, row.device),
  ])
  return {
    token,
    expiresAt: new Date(row.token_until).toISOString(),
    refresh,
    refreshUntil: new Date(row.refresh_until).toISOString(),
    device: row.device,
    user,
    need,
    isProven: isFresh(now() - row.proved_at),
  }
}
