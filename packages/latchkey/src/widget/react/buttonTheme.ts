import type { ThemeVariables } from '../../contract/options.ts'

/** The few theme variables a button on the page needs; `ui/theme` does the whole set when the widget loads. */
export function buttonTheme({ accent, fontFamily, fontSizeMaster, radiusMaster }: ThemeVariables) {
  return {
    '--lk-accent': safe(accent),
    '--lk-font-family': safe(fontFamily),
    '--lk-font-size-master': safe(fontSizeMaster),
    '--lk-radius-master': safe(radiusMaster),
  }
}

// An empty value takes the property away, so the sheet's own default holds.
function safe(value: string | undefined): string {
  return value !== undefined && value.length <= 200 && !/[:;{}<>\\]|\/\*|url\(/i.test(value) ? value : ''
}
