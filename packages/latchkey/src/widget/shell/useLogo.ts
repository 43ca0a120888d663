import type { Header } from '../../ui/header/Header.tsx'
import { useEngineState } from './useEngineState.ts'

/** The host's logo for the head of a view, where it is `shown` there. */
export function useLogo(shown: boolean): Header.Logo | undefined {
  const logo = useEngineState(snapshot => snapshot.config.logo)
  const name = useEngineState(snapshot => snapshot.config.metadata?.name ?? location.host)
  if (!shown || !logo) return undefined
  return typeof logo === 'string' ? { light: logo, dark: logo, name } : { ...logo, name }
}
