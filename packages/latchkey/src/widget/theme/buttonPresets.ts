import type { ThemePreset, ThemeVariables } from '../../contract/options.ts'

/** What the buttons on the page need of a preset, at once; `presets` has the rest. */
export const buttonPresets: Readonly<Record<ThemePreset, ThemeVariables>> = {
  calm: { accent: 'light-dark(#3d5a80, #a9c1e0)', radiusMaster: '5px' },
  mono: { accent: 'light-dark(#111111, #ffffff)', radiusMaster: '2px' },
  vivid: { accent: 'light-dark(#6a26f0, #b197ff)', radiusMaster: '5px' },
  rounded: {
    accent: 'light-dark(#0064d2, #64b5ff)',
    radiusMaster: '7px',
    fontFamily: 'ui-rounded, "SF Pro Rounded", Nunito, system-ui, sans-serif',
  },
  square: {
    accent: 'light-dark(#0b5c70, #5ad4ea)',
    radiusMaster: '0px',
    fontFamily: 'Inter, "Helvetica Neue", Arial, sans-serif',
  },
}
