import type { CustodyMode, LoginCodeForm } from 'latchkey/services'
import { RouteFault } from '../../core/http/routeFault.ts'
import type { Store } from '../../core/store/store.ts'
import type { AccountAddresses, Authorise } from '../custody/custodyCaller.ts'
import type { SignIn } from '../signin/createSignIn.ts'
import { type Accounts, createAccounts } from './createAccounts.ts'
import { type Addresses, createAddresses } from './createAddresses.ts'
import { type Changes, createChanges } from './createChanges.ts'
import { createDevices, type Devices } from './createDevices.ts'
import { createFlows, type Flows } from './createFlows.ts'
import { createLoginSessions, type LoginSessionRow, type LoginSessions } from './createLoginSessions.ts'
import { createPasskeys, type Passkeys } from './createPasskeys.ts'
import { type LoginCaller, readToken } from './loginCaller.ts'

/** The login of the embedded wallet (reference §3): accounts, devices, sessions, and pending logins. */
export interface Login {
  readonly accounts: Accounts
  readonly devices: Devices
  readonly sessions: LoginSessions
  readonly flows: Flows
  readonly changes: Changes
  readonly passkeys: Passkeys
  readonly limits: Addresses
  /** What codes look like here that may open a wallet: longer ones where one alone does. */
  readonly codeForm: LoginCodeForm
  /** A device that an address was not used with gets a link first, and the code once it was approved. */
  readonly checksDevice: boolean
  /** Whose session a request goes with, by its token and a proof of the device's key for it. @throws RouteFault SIGN_IN_INVALID */
  readonly authorise: (...request: Parameters<Authorise>) => Promise<LoginCaller>
  readonly addresses: AccountAddresses
}

export function createLogin(deps: {
  readonly store: Store
  readonly signIn: Pick<SignIn, 'proofs' | 'nonces'>
  readonly mode: CustodyMode
  /** Whether a new device is checked by a link also where a session opens no wallet (LOGIN_DEVICE_CHECK). */
  readonly deviceCheck: boolean
  /** Where the wallet's page is, whose passkeys count. */
  readonly walletOrigin: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Login {
  const { signIn, mode, deviceCheck, now } = deps
  const accounts = createAccounts(deps)
  const sessions = createLoginSessions(deps)
  const passkeys = createPasskeys({ ...deps, nonces: signIn.nonces })

  const authorise: Login['authorise'] = async (c, project) => {
    const token = readToken(c)
    const session = token === undefined ? undefined : await sessions.find(project.id, token)
    // Only what belongs to a session is worth the proof's place among those that were seen.
    const proof = session && (await signIn.proofs.open(c, token))
    if (session === undefined || proof === undefined || proof.key !== session.device)
      throw new RouteFault('SIGN_IN_INVALID')
    await sessions.confirm(session)
    return {
      ...toCaller(session, now()),
      hasPasskey: () => passkeys.hasProving(session.account_id),
      proveByKey: async () => void (await sessions.prove(session, 'key')),
      session,
      proofId: proof.id,
      bodyHash: proof.bodyHash,
    }
  }

  return {
    accounts,
    devices: createDevices(deps),
    sessions,
    flows: createFlows(deps),
    changes: createChanges(deps),
    passkeys,
    limits: createAddresses(deps),
    codeForm: mode === 'operator' ? 'letters' : 'digits',
    checksDevice: deviceCheck || mode === 'operator',
    authorise,
    addresses: { addressesOf: accounts.addressesOf },
  }
}

function toCaller(session: LoginSessionRow, at: number) {
  return {
    accountId: session.account_id,
    deviceId: session.device,
    deviceThumbprint: session.device,
    sessionAge: Math.max(0, at - session.proved_at),
    // As they were written by us.
    provedBy: session.proved_by as LoginCaller['provedBy'],
    isFrozen: session.frozenUntil > at,
  }
}
