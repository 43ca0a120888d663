import { parseSource } from '../layers/sourceFile.ts'
import { child, children, nameOf, text, walk } from '../layers/syntax.ts'

/**
 * Writes the numbers of a table where a module reads them from it by name. What reads no more of the table than numbers
 * needs no table, which bundlers keep or leave out as a whole: a page would load each number for the few that it uses.
 * @throws Error when the module does not parse, or reads what the table has not.
 */
export function inlineNumbers(
  path: string,
  source: string,
  { table, from, numbers }: inlineNumbers.Options,
): string {
  // Of hundreds of modules a few dozen read the table; the others need not be parsed.
  if (!source.includes(from)) return source
  const { program, errors } = parseSource(path, source)
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`)
  const isImported = children(program, 'body').some(
    node =>
      node.type === 'ImportDeclaration' &&
      text(child(node, 'source'), 'value')?.endsWith(`/${from}`) === true &&
      children(node, 'specifiers').some(each => nameOf(child(each, 'local')) === table),
  )
  if (!isImported) return source
  let out = ''
  let at = 0
  walk(program, (node, ancestors) => {
    if (node.type !== 'MemberExpression' || node.computed === true) return undefined
    if (nameOf(child(node, 'object')) !== table) return undefined
    const key = nameOf(child(node, 'property')) ?? ''
    const number = numbers[key]
    if (typeof number !== 'number') throw new Error(`${path} reads ${table}.${key}, which is no number.`)
    const above = ancestors.at(-1)
    const isRead = above?.type === 'MemberExpression' && child(above, 'object') === node
    out += source.slice(at, node.start) + (isRead ? `(${number})` : number)
    at = node.end
    return undefined
  })
  return out + source.slice(at)
}

export declare namespace inlineNumbers {
  interface Options {
    /** The table's name, in its own module and in those that import it. */
    readonly table: string
    /** The end of its module's path. */
    readonly from: string
    readonly numbers: Readonly<Record<string, unknown>>
  }
}
