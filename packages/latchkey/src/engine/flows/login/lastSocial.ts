import { isSocialMethod, type SocialMethod } from '../../../contract/loginNames.ts'
import type { StoredKey } from '../../base/stored.ts'

/** `@latchkey/<id>/social`: the provider of the last login here (SPEC §3 "connected social"). */
export const lastSocial: StoredKey<SocialMethod> = {
  name: 'social',
  version: 1,
  lifetime: 90 * 24 * 3_600_000,
  parse: data => (isSocialMethod(data) ? data : undefined),
}
