import { errorTextOf } from '../../contract/errors/errorTextOf.ts'
import type { ErrorCode } from '../../contract/errors/table.ts'
import { useEngineState } from './useEngineState.ts'

/** The sentence of an error, SPEC §8's unless the host replaced `error.<code>`. */
export function useErrorText(): (code: ErrorCode) => string {
  const own = useEngineState(snapshot => snapshot.config.texts)
  return code => errorTextOf(code, own)
}
