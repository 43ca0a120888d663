/** A root that can take stylesheets; a constructed sheet only works in the document whose window made it. */
type StyleRoot = Document | ShadowRoot

const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>()

/** Adds a stylesheet's text to a root once; one sheet per text and document serves every stage of that document. */
export function adoptCss(root: StyleRoot, css: string): void {
  const document = root.nodeType === 9 ? (root as Document) : (root.ownerDocument as Document)
  const known = sheets.get(document) ?? new Map<string, CSSStyleSheet>()
  sheets.set(document, known)
  const sheet = known.get(css) ?? createSheet(document, css)
  known.set(css, sheet)
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
}

/** Makes a stylesheet for text that changes, such as a theme. Adopted rules need no `style-src` of the page's CSP. */
export function createSheet(document: Document, css: string): CSSStyleSheet {
  const Sheet = document.defaultView?.CSSStyleSheet ?? CSSStyleSheet
  const sheet = new Sheet()
  sheet.replaceSync(css)
  return sheet
}
