import {
  type CustodyMode,
  getCustodyWallet,
  getPasskeys,
  type LoginCodeForm,
  postLoginCode,
  postLoginEmail,
  provingSocials,
} from 'latchkey/services'
import { CustodyRefusal } from '../keys/custodyClient.ts'
import type { Entry } from './createEntry.ts'
import type { Sessions } from './createSessions.ts'
import type { LinkName } from './createSocialLinks.ts'
import { ownEmail } from './ownEmail.ts'
import type { PasskeyLogin } from './passkey/createPasskeyLogin.ts'
import type { SecretWay } from './recoverAccount.ts'

/** A code that was sent to the logged-in visitor. */
export interface ProofCode {
  readonly flow: string
  readonly form: LoginCodeForm
  readonly email: string
}

/**
 * A passkey, a code by mail, or a provider that the account is known by and that has its visitor log in anew, or sign, when
 * asked to; `secret` is what recovers their wallet, for accounts without any of these.
 */
export type ProofWay = 'passkey' | 'code' | LinkName | 'secret'

/** Proves the logged-in visitor again, as changes of an account or its recovery require. */
export interface Proof {
  /** How they can, the best first; none: by logging in anew. @throws CustodyRefusal */
  ways(): Promise<readonly ProofWay[]>
  /** @throws CustodyRefusal EMAIL_COOLDOWN, LOGIN_STEP_UP where this browser is not known to their mailbox any more */
  sendCode(): Promise<ProofCode>
  /** @throws CustodyRefusal EMAIL_CODE_INVALID, LOGIN_ENDED */
  enterCode(sent: ProofCode, code: string): Promise<void>
  /** @throws PasskeyError, CustodyRefusal */
  byPasskey(): Promise<void>
  /** Which recovery secrets the wallet has that can be typed. @throws CustodyRefusal */
  secrets(): Promise<readonly SecretWay['kind'][]>
  /** @throws KeysError `secret`, CustodyRefusal CUSTODY_LIMIT, CUSTODY_LOCKED */
  bySecret(way: SecretWay): Promise<void>
}

export function createProof(deps: {
  readonly host: string
  /** The mode that the page was built for: in the operator's, the services take no secret for a proof. */
  readonly mode: CustodyMode
  readonly sessions: Sessions
  readonly entry: Entry
  readonly passkeys: PasskeyLogin
}): Proof {
  const { host, mode, sessions, entry, passkeys } = deps
  const ownUser = async () => (await sessions.read())?.user

  async function secrets(): Promise<readonly SecretWay['kind'][]> {
    const user = await ownUser()
    if (mode !== 'user' || user === undefined || !(await entry.addressesOf(user.account))) return []
    const { wallet } = await sessions.client.call(getCustodyWallet)
    return (['code', 'password'] as const).filter(way => wallet?.factors.some(({ kind }) => kind === way))
  }

  return {
    async ways() {
      const known = passkeys.isSupported ? (await sessions.client.call(getPasskeys)).passkeys : []
      const user = await ownUser()
      const identities = user?.identities ?? []
      const ways = [
        ...(known.length > 0 ? (['passkey'] as const) : []),
        ...(ownEmail(user) === undefined ? [] : (['code'] as const)),
        ...provingSocials.filter(name =>
          identities.some(({ kind, issuer }) => kind === 'social' && issuer === name),
        ),
        ...(identities.some(({ kind }) => kind === 'farcaster') ? (['farcaster'] as const) : []),
      ]
      if (ways.length > 0) return ways
      return (await secrets()).length > 0 ? ['secret'] : []
    },
    async sendCode() {
      const email = ownEmail(await ownUser())
      if (email === undefined) throw new CustodyRefusal('LOGIN_STEP_UP')
      const step = await sessions.client.call(postLoginEmail, { email, page: host, fresh: true })
      // An unknown browser has to log in again.
      if (step.action !== 'VERIFY_OTP') throw new CustodyRefusal('LOGIN_STEP_UP')
      return { flow: step.flow, form: step.form, email }
    },
    async enterCode({ flow }, code) {
      const session = await sessions.bare.call(postLoginCode, { flow, code })
      // An address that became another account's meanwhile proves nothing for the logged-in visitor.
      if (session.user.account !== (await ownUser())?.account) {
        void sessions.refuse(session)
        throw new CustodyRefusal('LOGIN_STEP_UP')
      }
      await entry.enter(session)
    },
    async byPasskey() {
      await passkeys.prove()
    },
    secrets,
    bySecret: entry.proveBy,
  }
}
