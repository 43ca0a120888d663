import type { ReceiptFact } from './receiptFacts.ts'

const sheet = `
  body { margin: 24mm 20mm; font: 11pt/1.45 system-ui, sans-serif; color: #000; }
  h1 { margin: 0 0 8mm; font-size: 18pt; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 2mm 8mm; margin: 0; }
  dt { color: #444; }
  dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
  code { font: 9.5pt/1.4 ui-monospace, monospace; }
  p { margin: 8mm 0 0; font-size: 9.5pt; color: #444; }
`

export interface PrintedReceipt {
  readonly title: string
  readonly facts: readonly ReceiptFact[]
  /** Below the facts. */
  readonly note: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
}

/**
 * Prints a receipt alone, without the page around it: from a frame that is gone afterwards. Strangers' words enter it as text. The styles are adopted, which
 * no content policy of the page refuses.
 */
export function printReceipt(page: Document, { title, facts, note, lang, dir }: PrintedReceipt): void {
  const frame = page.createElement('iframe')
  frame.title = title
  // Not hidden: browsers print nothing of a frame that is not drawn.
  frame.setAttribute('aria-hidden', 'true')
  frame.tabIndex = -1
  Object.assign(frame.style, {
    position: 'fixed',
    insetInlineStart: '-10000px',
    inlineSize: '1px',
    blockSize: '1px',
    border: '0',
  })
  page.body.append(frame)
  const { contentWindow: view, contentDocument: paper } = frame
  if (!view || !paper) {
    frame.remove()
    return
  }
  paper.documentElement.lang = lang
  paper.documentElement.dir = dir
  paper.title = title
  const styles = new (view as Window & typeof globalThis).CSSStyleSheet()
  styles.replaceSync(sheet)
  paper.adoptedStyleSheets = [styles]
  const list = paper.createElement('dl')
  for (const { label, value, isCode } of facts) {
    const written = textOf(isCode ? 'code' : 'bdi', value)
    const detail = paper.createElement('dd')
    detail.append(written)
    list.append(textOf('dt', label), detail)
  }
  paper.body.append(textOf('h1', title), list, textOf('p', note))
  view.addEventListener('afterprint', () => frame.remove(), { once: true })
  view.focus()
  view.print()

  function textOf(tag: string, text: string): HTMLElement {
    const element = (paper as Document).createElement(tag)
    element.textContent = text
    return element
  }
}
