import type { ThemeVariables } from '../../contract/options.ts'

/** Puts the host's theme variables on a button of the page; `ui/theme` does the whole set when the widget loads. */
export function applyButtonTheme(
  element: HTMLElement | null,
  variables: ThemeVariables & { readonly mark?: string | undefined },
): void {
  for (const [name, value = ''] of Object.entries(variables)) {
    const property = `--lk-${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`
    // An empty value takes the property away, so the sheet's own default holds.
    element?.style.setProperty(
      property,
      /^[^:;{}<>\\]{1,200}$/.test(value) && !/url\(/i.test(value) ? value : '',
    )
  }
}
