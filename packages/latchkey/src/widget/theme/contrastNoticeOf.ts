import type { ResolvedConfig } from '../../engine/base/config.ts'
import { contrastNotice } from '../../ui/theme/contrastNotice.ts'
import { presetVariables } from './presetVariables.ts'

/** What the author of a page should know of the colours in its configuration; undefined when all can be read. */
export function contrastNoticeOf(config: ResolvedConfig): string | undefined {
  const { themeMode, themeVariables } = config
  // Most pages set none.
  return themeVariables && contrastNotice(presetVariables(config), themeVariables, themeMode)
}
