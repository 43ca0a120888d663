import { type Finding, refuse } from '../finding.ts'
import { plainWords } from '../plainWords.ts'
import type { SourceFile } from '../sourceFile.ts'
import { child, children, type SyntaxNode, stringOf, walk } from '../syntax.ts'
import type { Tree } from '../tree.ts'

/** Comments and test titles of the listed folders name the visitor, the host, the server or the code. */
export function plainWordsRule(tree: Tree): Finding[] {
  return [...tree.files.values()]
    .filter(({ path }) => plainWords.folders.some(folder => path.startsWith(folder)))
    .flatMap(file => [
      ...file.comments.flatMap(comment => riddleIn(file, comment, 'a comment')),
      ...titlesOf(file).flatMap(title => riddleIn(file, title, 'a test title')),
    ])
}

function riddleIn(file: SourceFile, range: { readonly start: number; readonly end: number }, what: string) {
  const found = plainWords.riddle.exec(file.text.slice(range.start, range.end))
  if (found === null) return []
  const fix = 'name the visitor, the host, the server or the code, in the present tense'
  return [refuse(file, range.start + found.index, 'words', `${what} says "${found[0]}"`, fix)]
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
