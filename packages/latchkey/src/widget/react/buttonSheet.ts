import css from './hostbutton.css'

const sheets: WeakMap<Document, CSSStyleSheet> = new WeakMap()

/** The one sheet of the buttons in a document; constructed, so that it needs nothing of the page's CSP. */
export function buttonSheet(page: Document): CSSStyleSheet {
  const known = sheets.get(page)
  if (known) return known
  const sheet = new (page.defaultView ?? window).CSSStyleSheet()
  sheet.replaceSync(css)
  sheets.set(page, sheet)
  return sheet
}
