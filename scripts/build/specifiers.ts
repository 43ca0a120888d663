import { parseSource } from '../layers/sourceFile.ts'
import { child, children, nameOf, type SyntaxNode, stringOf, walk } from '../layers/syntax.ts'

/** A module specifier in an emitted file: the text between the quotes and where it stands. */
export interface Specifier {
  value: string
  start: number
  end: number
  /** By `import()`: it loads later than the file itself. */
  lazy: boolean
}

/** Every specifier of an emitted `.js` or `.d.ts` file: imports, re-exports, `import()`, and `new URL('./x', import.meta.url)`. */
export function readSpecifiers(path: string, text: string): Specifier[] {
  const found: Specifier[] = []
  const { program, errors } = parseSource(path, text)
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`)
  walk(program, node => {
    const literal = child(node, 'source') ?? urlOf(node)
    const value = stringOf(literal)
    if (literal !== undefined && value !== undefined)
      found.push({
        value,
        start: literal.start + 1,
        end: literal.end - 1,
        lazy: node.type === 'ImportExpression',
      })
    return undefined
  })
  return found
}

function urlOf(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type !== 'NewExpression' || nameOf(child(node, 'callee')) !== 'URL') return undefined
  const [url, base] = children(node, 'arguments')
  return base?.type === 'MemberExpression' ? url : undefined
}

/** The text with some of its specifiers replaced; `replace` returns undefined for those that stay. */
export function rewriteSpecifiers(
  path: string,
  text: string,
  replace: (value: string) => string | undefined,
): string {
  let result = text
  for (const { value, start, end } of readSpecifiers(path, text).reverse()) {
    const replacement = replace(value)
    if (replacement !== undefined) result = result.slice(0, start) + replacement + result.slice(end)
  }
  return result
}
