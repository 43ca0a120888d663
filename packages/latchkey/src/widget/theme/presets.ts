import type { ThemePreset, ThemeVariables } from '../../contract/options.ts'
import { buttonPresets } from './buttonPresets.ts'

/** The looks a host can choose by name: theme variables, and nothing that a host could not write itself. */
export const presets: Readonly<Record<ThemePreset, ThemeVariables>> = {
  calm: {
    ...buttonPresets.calm,
    card: 'light-dark(#fdfcf9, #1b1a18)',
    raised: 'light-dark(#f4f1ea, #262421)',
    line: 'light-dark(rgb(66 54 34 / .12), rgb(255 244 224 / .1))',
    text: 'light-dark(#2a2621, #f2eee6)',
    textMuted: 'light-dark(#645c51, #b0a899)',
    scrim: 'light-dark(rgb(48 42 33 / .4), rgb(10 9 7 / .55))',
  },
  mono: {
    ...buttonPresets.mono,
    card: 'light-dark(#ffffff, #0a0a0a)',
    raised: 'light-dark(#f5f5f5, #1a1a1a)',
    line: 'light-dark(rgb(0 0 0 / .12), rgb(255 255 255 / .16))',
    text: 'light-dark(#0a0a0a, #fafafa)',
    textMuted: 'light-dark(#5c5c5c, #a1a1a1)',
    scrim: 'light-dark(rgb(0 0 0 / .5), rgb(0 0 0 / .65))',
  },
  vivid: {
    ...buttonPresets.vivid,
    card: 'light-dark(#ffffff, #150f28)',
    raised: 'light-dark(#f4f0ff, #221a3d)',
    line: 'light-dark(rgb(86 36 190 / .14), rgb(196 181 253 / .16))',
    text: 'light-dark(#1b1036, #f6f2ff)',
    textMuted: 'light-dark(#5f5580, #b5a9d6)',
    scrim: 'light-dark(rgb(38 14 92 / .42), rgb(8 4 20 / .6))',
  },
  rounded: {
    ...buttonPresets.rounded,
    card: 'light-dark(#ffffff, #1c1c1f)',
    raised: 'light-dark(#f2f3f7, #2a2a2e)',
    line: 'light-dark(rgb(28 34 52 / .08), rgb(255 255 255 / .09))',
    text: 'light-dark(#10131a, #f5f5f7)',
    textMuted: 'light-dark(#5d6270, #abacb5)',
  },
  square: {
    ...buttonPresets.square,
    card: 'light-dark(#ffffff, #0f1316)',
    raised: 'light-dark(#f0f3f4, #1a2025)',
    line: 'light-dark(rgb(10 30 38 / .18), rgb(214 238 246 / .18))',
    text: 'light-dark(#0c1518, #eef4f6)',
    textMuted: 'light-dark(#51626a, #9fb0b7)',
    scrim: 'light-dark(rgb(8 20 26 / .5), rgb(0 4 6 / .65))',
  },
}
