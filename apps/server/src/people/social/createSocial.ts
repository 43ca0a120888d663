import { type KeyObject, randomBytes } from 'node:crypto'
import type { Store } from '../../core/store/store.ts'
import { deriveSecrets, isSame, macOf } from '../signin/secrets.ts'
import { createSocialClient, type SocialClient, type SocialQuestion } from './createSocialClient.ts'
import { createSocialFlows, type SocialFlows } from './createSocialFlows.ts'
import type { SocialSettings } from './readSocialSettings.ts'
import { unlinkIdentity } from './unlinkIdentity.ts'

/** Logins by way of a provider, for the calls of the wallet and for the pages of its origin. */
export interface Social {
  readonly client: SocialClient
  readonly flows: SocialFlows
  /** Lets a session’s account be known by a provider no more. */
  readonly unlink: (
    session: Parameters<typeof unlinkIdentity>[1],
    provider: string,
  ) => ReturnType<typeof unlinkIdentity>
  readonly walletOrigin: string
  /** A state and its parameters; only the state's digest is stored. */
  readonly question: (state?: string) => SocialQuestion
  /** The nonce that a login's signed text must hold: letters and digits, unpredictable without our key. */
  readonly nonceOf: (flow: string) => string
  /** What the browser that a state was given to holds. */
  readonly browserMark: (state: string) => string
  readonly isMark: (mark: string | undefined, state: string) => boolean
  /** What the frame that began a login can tell a window of its own browser, and no other window knows (S2). */
  readonly ownSecret: (flow: string) => string
  readonly isOwnSecret: (secret: string, flow: string) => boolean
}

export function createSocial(deps: {
  readonly store: Store
  readonly settings: SocialSettings
  /** The key behind sign-in. */
  readonly key: KeyObject
  readonly walletOrigin: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}): Social {
  const { settings, walletOrigin, now } = deps
  const secret = deriveSecrets(deps.key).social
  const browserMark = (state: string) => macOf(secret, 'browser', state)
  const ownSecret = (flow: string) => macOf(secret, 'own', flow)
  return {
    client: createSocialClient({ settings, walletOrigin, now }),
    flows: createSocialFlows(deps),
    unlink: (session, provider) => unlinkIdentity(deps.store, session, provider),
    walletOrigin,
    question: (state = randomBytes(32).toString('base64url')) => ({
      state,
      nonce: macOf(secret, 'nonce', state),
      verifier: macOf(secret, 'verifier', state),
    }),
    nonceOf: flow => Buffer.from(macOf(secret, 'text', flow), 'base64url').toString('hex'),
    browserMark,
    isMark: (mark, state) => isSame(mark ?? '', browserMark(state)),
    ownSecret,
    isOwnSecret: (given, flow) => isSame(given, ownSecret(flow)),
  }
}
