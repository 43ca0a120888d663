import { useContext } from 'react'
import { hostError } from '../../contract/error.ts'
import type { Latchkey } from '../handle/latchkey.ts'
import { LatchkeyContext } from './LatchkeyContext.tsx'

/** Options of every hook. */
export interface HookOptions {
  /** Uses this handle instead of the provider's. */
  readonly latchkey?: Latchkey | undefined
}

/**
 * Returns the handle of the nearest provider, or the one given.
 * @throws LatchkeyError NO_PROVIDER when there is neither.
 */
export function useLatchkey(options: HookOptions = {}): Latchkey {
  const provided = useContext(LatchkeyContext)
  const latchkey = options.latchkey ?? provided
  if (latchkey) return latchkey
  throw hostError('NO_PROVIDER', noProvider)
}

const noProvider =
  'No Latchkey provider found: wrap the tree in <LatchkeyProvider>, from the same copy of the package'
