import { limits } from '../../../contract/limits.ts'
import { isSocialMethod, type SocialMethod } from '../../../contract/loginNames.ts'
import type { StoredKey } from '../../base/stored.ts'

/** A login for which this tab went to the provider; a flow that comes back in another address counts for nothing (T52). */
export interface AwaitedSocial {
  readonly method: SocialMethod
  readonly flow: string
}

/** `@latchkey/<id>/awaitedSocial` of this tab alone (`openTabStore`), for as long as the login can go on. */
export const awaitedSocial: StoredKey<AwaitedSocial> = {
  name: 'awaitedSocial',
  version: 1,
  lifetime: limits.socialLogin,
  parse(data) {
    const { method, flow } = Object(data) as Readonly<Record<string, unknown>>
    return isSocialMethod(method) && typeof flow === 'string' && flow.length <= 64
      ? { method, flow }
      : undefined
  },
}
