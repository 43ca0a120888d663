import { visitorKeys } from 'oxc-parser'
import { parseSource } from '../layers/sourceFile.ts'
import { child, children, isNode, nameOf, type SyntaxNode, walk } from '../layers/syntax.ts'

/**
 * Writes the functions of a module in parentheses, as engines know those that are called at once: they compile such a
 * function with the script, beside the main thread, instead of at its first call within the click that opens the widget.
 * What cannot stand in parentheses is written so that it can: declarations become variables at the top of their block,
 * where hoisting puts them anyway, methods of objects become properties, and `async` arrows, which V8 leaves for later
 * even so, functions. Bundlers keep the parentheses.
 * @throws Error when the module does not parse.
 */
export function compileEarly(path: string, text: string): string {
  const { program, errors } = parseSource(path, text)
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`)
  const constructors = constructorsIn(program)

  /** The text between two places, with what `parts` name in it written anew. */
  function write(from: number, to: number, parts: readonly SyntaxNode[], above: SyntaxNode): string {
    let out = ''
    let at = from
    for (const part of parts) {
      // `{ a }` is its key and its value in one place.
      if (part.start < at || part.end > to) continue
      out += text.slice(at, part.start) + writeNode(part, above)
      at = part.end
    }
    return out + text.slice(at, to)
  }

  function writeNode(node: SyntaxNode, above: SyntaxNode): string {
    if (node.type === 'BlockStatement') return writeBlock(node, isFunction(above) ? 'var' : 'let')
    if (isPlainMethod(node))
      return `${writeKey(node)}: (${writeFunction(child(node, 'value') as SyntaxNode)})`
    const asItIs = () => write(node.start, node.end, partsOf(node), node)
    if (!isFunctionValue(node) || isMethod(above)) return asItIs()
    return `(${isAsyncArrow(node) && !hasOwnThis(node) ? writeFunction(node) : asItIs()})`
  }

  /** Statements, with the functions that are declared among them in front. */
  function writeBlock(block: SyntaxNode, word: 'var' | 'let'): string {
    const statements = children(block, 'body')
    const directives = statements.filter(({ directive }) => typeof directive === 'string')
    const declared = statements.filter(({ type }) => type === 'FunctionDeclaration')
    const hoisted = declared.map(node => `${word} ${nameOf(child(node, 'id'))} = (${writeFunction(node)});\n`)
    const [start, end] = block.type === 'Program' ? [0, text.length] : [block.start, block.end]
    const opening = block.type === 'Program' ? 0 : start + 1
    let at = directives.at(-1)?.end ?? opening
    // A directive may end with its line.
    const gap = directives.length > 0 && declared.length > 0 ? '\n' : ''
    let out = text.slice(start, at) + gap + hoisted.join('')
    for (const node of declared) {
      out += write(at, node.start, statements, block)
      at = node.end
    }
    return out + write(at, end, statements, block)
  }

  function writeKey(method: SyntaxNode): string {
    const key = child(method, 'key') as SyntaxNode
    const name = writeNode(key, method)
    return method.computed === true ? `[${name}]` : name
  }

  /** A declaration, a method or an `async` arrow: as an arrow where that says the same in fewer letters and is compiled early. */
  function writeFunction(node: SyntaxNode): string {
    const body = child(node, 'body') as SyntaxNode
    const id = child(node, 'id')
    const isAsync = node.async === true
    const isArrow = isAsyncArrow(node)
    const start = isArrow ? node.start + 'async'.length : (id?.end ?? node.start)
    const arrow = isArrow ? text.indexOf('=>', children(node, 'params').at(-1)?.end ?? start) : body.start
    const given = write(start, arrow, children(node, 'params'), node).trim()
    const parameters = given.startsWith('(') ? given : `(${given})`
    const block =
      body.type === 'BlockStatement'
        ? writeNode(body, node)
        : `{ return ${write(arrow + '=>'.length, node.end, [body], node).trim()} }`
    const isConstructor = constructors.has(nameOf(id) ?? '')
    if (!isAsync && node.generator !== true && !isConstructor && !hasOwnThis(node))
      return `${parameters} => ${block}`
    return `${isAsync ? 'async ' : ''}function${node.generator === true ? '*' : ''} ${parameters} ${block}`
  }

  return writeBlock(program, 'var')
}

/** The nodes right below one, as they stand in the text. */
function partsOf(node: SyntaxNode): SyntaxNode[] {
  const parts = (visitorKeys[node.type] ?? []).flatMap(field => node[field])
  return parts.filter(isNode).toSorted((a, b) => a.start - b.start)
}

/** Names behind `new` and `extends`, which no arrow may have. */
function constructorsIn(program: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>()
  walk(program, node => {
    const name = nameOf(child(node, node.type === 'NewExpression' ? 'callee' : 'superClass'))
    if (name !== undefined) names.add(name)
    return undefined
  })
  return names
}

/** Whether turning a function into an arrow, or back, would change its `this` or `arguments`. */
function hasOwnThis(of: SyntaxNode): boolean {
  let has = false
  walk(of, node => {
    if (
      node !== of &&
      (node.type === 'ClassBody' || (isFunction(node) && node.type !== 'ArrowFunctionExpression'))
    )
      return false
    has ||= ['ThisExpression', 'Super', 'MetaProperty'].includes(node.type) || nameOf(node) === 'arguments'
    return !has
  })
  return has
}

function isFunction(node: SyntaxNode): boolean {
  return isFunctionValue(node) || node.type === 'FunctionDeclaration'
}

function isFunctionValue(node: SyntaxNode): boolean {
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression'
}

function isAsyncArrow(node: SyntaxNode): boolean {
  return node.type === 'ArrowFunctionExpression' && node.async === true
}

/** `m() {}` of an object or a class: the tree has a function there, the text does not. */
function isMethod(node: SyntaxNode): boolean {
  if (node.type === 'MethodDefinition') return true
  return node.type === 'Property' && (node.method === true || node.kind !== 'init') && isNode(node.value)
}

/** A method that may as well be a property. */
function isPlainMethod(node: SyntaxNode): boolean {
  if (node.type !== 'Property' || node.method !== true) return false
  let hasSuper = false
  walk(node, ({ type }) => {
    hasSuper ||= type === 'Super'
    return !hasSuper
  })
  return !hasSuper
}
