import { useContext } from 'react'
import { LatchkeyError } from '../../contract/error.ts'
import type { Latchkey } from '../handle/latchkey.ts'
import { LatchkeyContext } from './LatchkeyContext.tsx'

export interface HookOptions {
  /** Uses this handle instead of the provider's. */
  readonly latchkey?: Latchkey | undefined
}

/**
 * The handle of the nearest provider, or the one given.
 * @throws LatchkeyError NO_PROVIDER when there is neither.
 */
export function useLatchkey(options: HookOptions = {}): Latchkey {
  const provided = useContext(LatchkeyContext)
  const latchkey = options.latchkey ?? provided
  if (latchkey) return latchkey
  throw new LatchkeyError({
    code: 'NO_PROVIDER',
    kind: 'invalid',
    message:
      'No Latchkey provider found: wrap the tree in <LatchkeyProvider latchkey={…}>. If it is, two copies of the package are installed',
  })
}
