import type { ThemeVariables } from '../../contract/options.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'
import { presets } from './presets.ts'

/** The theme variables of a configuration: the host's own over those of its preset. */
export function presetVariables({
  themePreset,
  themeVariables,
}: Pick<ResolvedConfig, 'themePreset' | 'themeVariables'>): ThemeVariables {
  // Plain JavaScript may name anything; the check of the options says so.
  const preset: ThemeVariables =
    themePreset !== undefined && Object.hasOwn(presets, themePreset) ? presets[themePreset] : {}
  const given = Object.entries(themeVariables ?? {}).filter(([, value]) => value !== undefined)
  const own = Object.fromEntries(given)
  const { raised, line, text, textMuted, ...rest } = preset
  // On a card of the host's own stand surfaces and texts that belong to it.
  return { ...rest, ...(!('card' in own) && preset), ...own }
}
