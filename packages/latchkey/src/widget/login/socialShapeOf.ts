import type { SocialMethod } from '../../contract/loginNames.ts'
import { apple, discord, facebook, farcaster, github, google, key, x } from '../../ui/icon/socialShapes.ts'

const shapes: Readonly<Record<SocialMethod, string>> = {
  apple,
  discord,
  facebook,
  farcaster,
  github,
  google,
  passkey: key,
  x,
}

/** The drawing of a way to log in. */
export const socialShapeOf = (method: SocialMethod): string => shapes[method]
