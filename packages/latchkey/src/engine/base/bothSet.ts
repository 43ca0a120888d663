import { hostError, type LatchkeyError } from '../../contract/error.ts'

/** Two sign-in providers are one too many (SPEC §5). */
export function bothSet(): LatchkeyError {
  return hostError('CONFIG_INVALID', 'siweConfig and siwx cannot both be set')
}
