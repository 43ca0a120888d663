import type { KeyObject } from 'node:crypto'
import type { Logger } from 'pino'
import type { Store } from '../../core/store/store.ts'
import { createBreaker } from './createBreaker.ts'
import { type CodeLimits, createCodeLimits } from './createCodeLimits.ts'
import { createEmailCodes, type EmailCodes } from './createEmailCodes.ts'
import { createKeyProofs, type KeyProofs } from './createKeyProofs.ts'
import { createKnownPages, type KnownPages } from './createKnownPages.ts'
import { createNonces, type Nonces } from './createNonces.ts'
import { createOnce, type Once } from './createOnce.ts'
import { createSessions, type Sessions } from './createSessions.ts'
import { createTokens, type Tokens } from './createTokens.ts'
import type { SignInSettings } from './readSignInSettings.ts'
import { deriveSecrets, macOf } from './secrets.ts'

/** What the calls of this room are made of. */
export interface SignIn {
  readonly once: Once
  readonly nonces: Nonces
  readonly tokens: Tokens
  readonly proofs: KeyProofs
  readonly sessions: Sessions
  readonly codes: EmailCodes
  readonly limits: CodeLimits
  /** Pages on which an address was proven before. */
  readonly known: KnownPages
  /** Names an address or a client by a digest that means nothing without our key. */
  readonly nameOf: (...texts: readonly string[]) => string
}

/** Makes the room from its key: all processes with the same key and store take one another's nonces, codes and tokens. */
export function createSignIn(deps: {
  readonly store: Store
  readonly settings: SignInSettings
  readonly key: KeyObject
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
}): SignIn {
  const { store, settings, key, log, now } = deps
  const secrets = deriveSecrets(key)
  const once = createOnce({ store, now })
  const { addressesPerHour, codesPerDay, failsPerHour, shortFailsPerDay, publicUrls } = settings
  const breaker = createBreaker({ store, failsPerHour, shortFailsPerDay, log, now })
  return {
    once,
    nonces: createNonces({ once, secret: secrets.nonces, now }),
    tokens: createTokens({ key, now }),
    proofs: createKeyProofs({ once, publicUrls, now }),
    sessions: createSessions({ store, now }),
    codes: createEmailCodes({ store, secret: secrets.codes, now }),
    known: createKnownPages({ store, now }),
    limits: createCodeLimits({ store, breaker, addressesPerHour, codesPerDay, now }),
    nameOf: (...texts) => macOf(secrets.people, ...texts),
  }
}
