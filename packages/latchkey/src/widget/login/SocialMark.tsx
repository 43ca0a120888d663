import type { SocialMethod } from '../../contract/loginNames.ts'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Mark } from '../../ui/icon/Mark.tsx'
import {
  apple,
  discord,
  facebook,
  farcaster,
  github,
  google,
  type MarkShape,
  x,
} from '../../ui/icon/marks.ts'
import { key } from '../../ui/icon/shapes.ts'

const marks: Readonly<Record<Exclude<SocialMethod, 'passkey'>, MarkShape>> = {
  apple,
  discord,
  facebook,
  farcaster,
  github,
  google,
  x,
}

export declare namespace SocialMark {
  interface Props {
    readonly method: SocialMethod
    /** Pixels, default 20. */
    readonly size?: number
  }
}

/** The mark of an account to log in by; a key for passkeys, which are no company's. */
export function SocialMark({ method, size }: SocialMark.Props) {
  const sized = size === undefined ? {} : { size }
  return method === 'passkey' ? <Icon shape={key} {...sized} /> : <Mark shape={marks[method]} {...sized} />
}
