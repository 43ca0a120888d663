/** A docstring as a cell of a table. */
export interface DocstringCell {
  readonly text: string
  /** What `@default` says, values as code; undefined without the tag. */
  readonly defaultText: string | undefined
}

/** Reads a docstring: its sentences and errors in one line, without the sections of the specification. */
export function readDocstring(docstring: string): DocstringCell {
  const [body = '', ...tags] = docstring.replace(/\s+/g, ' ').split(/ ?@(?=default |throws )/)
  const tag = (name: string) => tags.find(each => each.startsWith(`${name} `))?.slice(name.length + 1)
  const thrown = tag('throws')?.replace(/^LatchkeyError /, '')
  const sentences = thrown === undefined ? body : `${body} Throws ${thrown}`
  return { text: linked(withoutSections(sentences)), defaultText: defaultOf(tag('default')) }
}

function withoutSections(text: string): string {
  return text.replace(/ \((?:SPEC|DECISIONS|T\d|F\d)[^)]*\)/g, '').trim()
}

/** Pages are named from the repository's root in a docstring, from this page's folder in the table. */
function linked(text: string): string {
  return text.replace(/\bdocs\/([\w/-]+)\.md/g, '[$1]($1.md)').replaceAll('|', '\\|')
}

function defaultOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  return /^(?:true|false|\d+)$/.test(text) ? `\`${text}\`` : text.replace(/'[^']*'/g, '`$&`')
}
