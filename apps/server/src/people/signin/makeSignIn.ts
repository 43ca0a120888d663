import type { KeyObject } from 'node:crypto'
import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { makeAttestationKey } from '../attestation/openAttestationKey.ts'
import { createSignIn, type SignIn } from './createSignIn.ts'
import type { SignInSettings } from './readSignInSettings.ts'

/** The sign-in of this server: `oneOf(ctx, makeSignIn)`. */
export function makeSignIn(ctx: ServicesContext<{ readonly signIn: SignInSettings }>): SignIn {
  return createSignIn({ ...ctx, settings: ctx.settings.signIn, key: oneOf(ctx, makeSignInKey) })
}

/** The key behind sign-in: one of this process alone, unless one is provided. */
export function makeSignInKey(_ctx: object): KeyObject {
  return makeAttestationKey()
}
