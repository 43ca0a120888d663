import type { FramePayload } from 'latchkey/services'
import { adoptCss, createSheet, type StageSurface, stageCss, tokensCss } from 'latchkey/ui'

/** Where the parts of the wallet's own page are drawn. */
export interface Place {
  readonly host: HTMLElement
  /** The root element of the drawn screens. */
  readonly root: HTMLElement
  readonly surface: StageSurface
  /** Takes another look: tokens as a sheet. */
  dress(css: string): void
  /** Follows the language and the direction of the page around. */
  speak(theme: Pick<FramePayload<'SYNC_THEME'>, 'locale' | 'dir' | 'texts'>): void
}

/**
 * What each place adds to the parts' look. The layout follows the page's direction. Each text keeps the direction of its own
 * first letter, because the sentences are the wallet's: otherwise a page could move the sign or the unit of an amount by its
 * direction (T07).
 */
const placeCss =
  '@layer views{.place{font:var(--lk-weight-1) var(--lk-text-3)/1.4 var(--lk-font-family);-webkit-font-smoothing:antialiased}' +
  '.place:dir(rtl){direction:rtl;text-align:right}.place:dir(rtl) :not([dir],[dir] *){unicode-bidi:plaintext}}'

/** Makes the place in a shadow of its own, with a line that is read aloud. */
export function createPlace(
  document: Document,
  options: {
    /** Of the place itself. */
    readonly css?: string
    /** Of the page around it. */
    readonly pageCss: string
    leave(): void
  },
): Place {
  const host = document.createElement('div')
  const shadow = host.attachShadow({ mode: 'open' })
  const root = document.createElement('div')
  root.className = 'place'
  const live = document.createElement('div')
  live.className = 'visually-hidden'
  live.setAttribute('role', 'status')
  // Below the drawn screens it would add a pixel to scroll to.
  shadow.append(live, root)
  document.body.append(host)
  document.adoptedStyleSheets.push(createSheet(document, options.pageCss))
  adoptCss(shadow, stageCss)
  const theme = createSheet(document, tokensCss())
  shadow.adoptedStyleSheets.push(theme)
  adoptCss(shadow, placeCss)
  if (options.css) adoptCss(shadow, options.css)
  return {
    host,
    root,
    dress: css => theme.replaceSync(css),
    speak({ locale = 'en', dir = 'ltr', texts }) {
      document.documentElement.lang = locale
      document.documentElement.dir = dir
      host.dir = dir
      // Sentences are in English whatever the page speaks; only a page with words of its own has others read.
      host.lang = texts ? locale : 'en'
    },
    surface: {
      adopt: text => adoptCss(shadow, text),
      announce: text => {
        live.textContent = text
      },
      isOpen: true,
      setLabel: label => {
        document.title = label || 'Wallet'
      },
      requestClose: () => options.leave(),
      showToasts: () => {},
    },
  }
}
