import type { ThemePreset } from 'latchkey'
import type { ShowOptions, ViewState } from 'latchkey/gallery'
import type { Look } from './galleryValues.ts'

/** What `showViewState` takes to show a state in a look; what the state itself asks for stays. */
export function toShowOptions(state: ViewState, look: Look): ShowOptions {
  const { theme, preset, accent, dir, text, locale } = look
  const themeVariables = {
    ...state.options?.themeVariables,
    ...(accent && { accent }),
    ...(text === '200' && { fontSizeMaster: '20px' }),
  }
  return {
    ...((theme === 'light' || theme === 'dark') && { themeMode: theme }),
    ...((dir === 'ltr' || dir === 'rtl') && { direction: dir }),
    options: {
      ...(preset && { themePreset: preset as ThemePreset }),
      ...(Object.keys(themeVariables).length > 0 && { themeVariables }),
      ...(locale !== 'en' && { locale }),
    },
  }
}
