import { parseSource } from '../layers/sourceFile.ts'
import { child, children, isNode, nameOf, type SyntaxNode, walk } from '../layers/syntax.ts'

/**
 * Writes the functions of a module in parentheses, as engines know those that are called at once: they compile such a
 * function with the script, beside the main thread, instead of at its first call within the click that opens the widget.
 * Declarations become variables at the module's top, where hoisting puts them anyway. Bundlers keep the parentheses.
 * @throws Error when the module does not parse.
 */
export function compileEarly(path: string, text: string): string {
  const { program, errors } = parseSource(path, text)
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`)
  const marks: { readonly at: number; readonly mark: string }[] = []
  walk(program, (node, ancestors) => {
    const above = ancestors.at(-1)
    if (isFunctionValue(node) && !(above && isMethod(above)))
      marks.push({ at: node.start, mark: '(' }, { at: node.end, mark: ')' })
    return undefined
  })
  marks.sort((a, b) => a.at - b.at)
  const marked = (from: number, to: number) => {
    let out = ''
    let at = from
    for (const { at: next, mark } of marks.filter(({ at }) => at >= from && at <= to)) {
      out += text.slice(at, next) + mark
      at = next
    }
    return out + text.slice(at, to)
  }
  const hoisted: string[] = []
  let body = ''
  let at = 0
  for (const node of children(program, 'body')) {
    const id = child(node, 'id')
    if (node.type !== 'FunctionDeclaration' || id === undefined) continue
    hoisted.push(`var ${nameOf(id)} = (${text.slice(node.start, id.start)}${marked(id.end, node.end)});\n`)
    body += marked(at, node.start)
    at = node.end
  }
  return hoisted.join('') + body + marked(at, text.length)
}

function isFunctionValue(node: SyntaxNode): boolean {
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression'
}

/** `m() {}` of an object or a class: the tree has a function there, the text does not. */
function isMethod(node: SyntaxNode): boolean {
  if (node.type === 'MethodDefinition') return true
  return node.type === 'Property' && (node.method === true || node.kind !== 'init') && isNode(node.value)
}
