import { parseSource } from '../layers/sourceFile.ts'
import { child, children, stringOf } from '../layers/syntax.ts'

/**
 * A chunk without its imports of other chunks that bring no names: a bundler leaves one where it wrote a constant in the
 * place of its name. In a package without side effects it does nothing, and the bundlers of hosts warn of it.
 * @throws Error when the chunk does not parse.
 */
export function dropBareImports(path: string, text: string): string {
  const { program, errors } = parseSource(path, text)
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`)
  let kept = ''
  let at = 0
  for (const node of children(program, 'body')) {
    const isBare = node.type === 'ImportDeclaration' && children(node, 'specifiers').length === 0
    if (!isBare || !stringOf(child(node, 'source'))?.startsWith('.')) continue
    kept += text.slice(at, node.start)
    at = text[node.end] === '\n' ? node.end + 1 : node.end
  }
  return kept + text.slice(at)
}
