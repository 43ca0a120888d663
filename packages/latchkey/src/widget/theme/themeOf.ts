import type { LatchkeyState } from '../../contract/state.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'

/** The theme of the state, as a configuration has it. */
export function themeOf(config: ResolvedConfig): LatchkeyState['theme'] {
  return {
    mode: config.themeMode ?? 'system',
    preset: config.themePreset,
    variables: config.themeVariables ?? {},
  }
}
