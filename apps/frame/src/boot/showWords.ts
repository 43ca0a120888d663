/** Says one sentence on an otherwise empty page; its style is a constructed sheet, which no policy has to allow. */
export function showWords(document: Document, words: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-inline-size:32rem;margin:3rem auto;padding-inline:1rem}',
  )
  document.adoptedStyleSheets.push(sheet)
  const line = document.createElement('p')
  line.setAttribute('role', 'alert')
  line.textContent = words
  document.body.replaceChildren(line)
}
