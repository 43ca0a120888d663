import type { ThemeVariables } from '../../contract/options.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import type { Stage } from '../../ui/stage/createStage.ts'

/**
 * Puts a configuration's theme on a stage: the host's mode, else the system's. The parser of theme variables is fetched
 * only where a host sets some; it applies the `current` configuration when it arrives, because chunks may come in any
 * order. `ignored` receives the invalid variables.
 */
export function applyTheme(
  stage: Pick<Stage, 'setTheme'>,
  current: () => Pick<ResolvedConfig, 'themeMode' | 'themeVariables'>,
  ignored: (name: keyof ThemeVariables) => void,
): void {
  const { themeMode, themeVariables } = current()
  stage.setTheme({ mode: themeMode ?? 'system' })
  if (!themeVariables || Object.keys(themeVariables).length === 0) return
  import('../../ui/theme/themeCss.ts').then(
    ({ themeCss }) => {
      const now = current()
      const theme = themeCss(now.themeVariables ?? {})
      stage.setTheme({ mode: now.themeMode ?? 'system', css: theme.css })
      for (const name of theme.ignored) ignored(name)
    },
    // Without its chunk the widget stands in its own colours, which is no reason to fail.
    () => undefined,
  )
}
