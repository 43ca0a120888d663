import type { ThemeVariables } from '../../contract/options.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import type { Stage } from '../../ui/stage/createStage.ts'
import { themeCss } from '../../ui/theme/themeCss.ts'
import { presetVariables } from './presetVariables.ts'

/** Puts a preset and theme variables on a stage. `ignored` receives the invalid variables. */
export function dressStage(
  stage: Pick<Stage, 'setTheme'>,
  config: Pick<ResolvedConfig, 'themeMode' | 'themePreset' | 'themeVariables'>,
  ignored: (name: keyof ThemeVariables) => void,
): void {
  const theme = themeCss(presetVariables(config))
  stage.setTheme({ mode: config.themeMode ?? 'system', css: theme.css })
  for (const name of theme.ignored) ignored(name)
}
