import { type Finding, refuse } from '../finding.ts'
import { plainWords } from '../plainWords.ts'
import { isTest, type SourceFile } from '../sourceFile.ts'
import { child, children, type SyntaxNode, stringOf, walk } from '../syntax.ts'
import type { Tree } from '../tree.ts'

/**
 * Comments and test titles of the listed folders name the visitor, the host, the server or the code. What ships says
 * nothing in a phrase of the list, nor does a page, and no text by key is too long to be read.
 */
export function plainWordsRule(tree: Tree): Finding[] {
  const listed = (path: string, folders: readonly string[]) => folders.some(folder => path.startsWith(folder))
  return [
    ...[...tree.files.values()].flatMap(file => [
      ...(listed(file.path, plainWords.folders) ? riddlesIn(file) : []),
      ...(listed(file.path, plainWords.shipped) && !isTest(file.path) ? phrasesIn(file) : []),
      ...(plainWords.texts.test(file.path) ? longTextsIn(file) : []),
    ]),
    ...tree.pages.flatMap(page => phraseIn(page, { start: 0, end: page.text.length }, 'a page')),
  ]
}

function riddlesIn(file: SourceFile): Finding[] {
  return [
    ...file.comments.flatMap(comment => riddleIn(file, comment, 'a comment')),
    ...titlesOf(file).flatMap(title => riddleIn(file, title, 'a test title')),
  ]
}

function riddleIn(file: SourceFile, range: Range, what: string) {
  const found = plainWords.riddle.exec(file.text.slice(range.start, range.end))
  if (found === null) return []
  const fix = 'name the visitor, the host, the server or the code, in the present tense'
  return [refuse(file, range.start + found.index, 'words', `${what} says "${found[0]}"`, fix)]
}

interface Range {
  readonly start: number
  readonly end: number
}

/** Strings, templates and what stands between tags. */
const said: ReadonlySet<string> = new Set(['Literal', 'TemplateElement', 'JSXText'])

function phrasesIn(file: SourceFile): Finding[] {
  const findings: Finding[] = []
  walk(file.program, node => {
    if (said.has(node.type)) findings.push(...phraseIn(file, node, 'a text'))
    return undefined
  })
  return findings
}

/** Every phrase of the list in a part of a file. */
function phraseIn(file: Pick<SourceFile, 'path' | 'text'>, range: Range, what: string): Finding[] {
  const all = new RegExp(plainWords.phrases, 'giu')
  const fix = 'write what a native speaker would say'
  return [...file.text.slice(range.start, range.end).matchAll(all)].map(found =>
    refuse(file, range.start + found.index, 'words', `${what} says "${found[0]}"`, fix),
  )
}

function longTextsIn(file: SourceFile): Finding[] {
  const findings: Finding[] = []
  walk(file.program, node => {
    const text = node.type === 'Property' ? stringOf(child(node, 'value')) : undefined
    const count = text?.trim().split(/\s+/).length ?? 0
    if (count > plainWords.longestText) {
      const what = `a text has ${count} words`
      findings.push(refuse(file, node.start, 'words', what, `say it in ${plainWords.longestText}`))
    }
    return undefined
  })
  return findings
}

/** The first argument of each call of `describe`, `it` or `test`, of their `each` and `for` as well. */
function titlesOf(file: SourceFile): SyntaxNode[] {
  const titles: SyntaxNode[] = []
  walk(file.program, node => {
    const callee = child(node, 'callee')
    if (node.type !== 'CallExpression' || callee === undefined) return undefined
    if (!/^(?:describe|it|test)\b/.test(file.text.slice(callee.start, callee.end))) return undefined
    const [title] = children(node, 'arguments')
    if (title !== undefined && (stringOf(title) !== undefined || title.type === 'TemplateLiteral'))
      titles.push(title)
    return undefined
  })
  return titles
}
