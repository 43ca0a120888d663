import type { ThemeVariables } from '../../contract/options.ts'

/**
 * Puts the host's theme variables on a button of the page, in the place of those before; `ui/theme` does the whole set
 * when the widget loads.
 */
export function applyButtonTheme(
  { style }: HTMLElement,
  variables: ThemeVariables & { readonly mark?: string | undefined },
): void {
  style.cssText = ''
  for (const [name, value = ''] of Object.entries(variables)) {
    const property = `--lk-${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
    // Without it the sheet's own default holds.
    if (/^[^:;{}<>\\]{1,200}$/.test(value) && !/url\(/i.test(value)) style.setProperty(property, value)
  }
}
