import { useEngineState } from './useEngineState.ts'

/** What an error says: its own sentence, unless the host replaced `error.<code>`. */
export function useFaultText(): (fault: { readonly code: string; readonly message: string }) => string {
  const own = useEngineState(snapshot => snapshot.config.texts)
  return ({ code, message }) => own?.[`error.${code}`] ?? message
}
