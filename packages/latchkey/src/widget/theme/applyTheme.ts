import type { ThemeVariables } from '../../contract/options.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import type { Stage } from '../../ui/stage/createStage.ts'

/**
 * Puts a configuration's theme on a stage: the host's mode, else the system's. Presets and the parser of theme variables
 * are fetched only where a host sets some; they apply the `current` configuration when they arrive, because chunks may come in
 * any order. `ignored` receives the invalid variables.
 */
export function applyTheme(
  stage: Pick<Stage, 'setTheme'>,
  current: () => Pick<ResolvedConfig, 'themeMode' | 'themePreset' | 'themeVariables'>,
  ignored: (name: keyof ThemeVariables) => void,
): void {
  const { themeMode, themePreset, themeVariables } = current()
  stage.setTheme({ mode: themeMode ?? 'system' })
  if (!themePreset && Object.keys(themeVariables ?? {}).length === 0) return
  import('./dressStage.ts').then(
    ({ dressStage }) => dressStage(stage, current(), ignored),
    // Without its chunk the widget stands in its own colours, which is no reason to fail.
    () => undefined,
  )
}
