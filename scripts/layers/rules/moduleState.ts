import { type Finding, refuse } from '../finding.ts'
import { hostPages, instanceState } from '../rooms.ts'
import { isTest, type SourceFile } from '../sourceFile.ts'
import { child, children, isInsideFunction, nameOf, type SyntaxNode, text, walk } from '../syntax.ts'
import type { Tree } from '../tree.ts'

const collections: ReadonlySet<string> = new Set(['Map', 'Set', 'WeakMap', 'WeakSet'])
const mutators: ReadonlySet<string> = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
])
const rule = 'state'
const advice = 'make it inside a create…() and pass it on'

/** Nothing changeable lives in a module: two widgets on a page, or two copies of the package, would share it. */
export function moduleState(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    if (isTest(path) || hostPages.test(path) || /\.(config|d)\.ts$/.test(path)) continue
    findings.push(...variables(file), ...collectionsOf(file), ...changes(file), ...staticFields(file))
  }
  return findings
}

function variables(file: SourceFile): Finding[] {
  return topDeclarations(file)
    .filter(node => text(node, 'kind') !== 'const' && node.declare !== true)
    .map(node => refuse(file, node.start, rule, `"${text(node, 'kind')}" at the top of a module`, advice))
}

function collectionsOf(file: SourceFile): Finding[] {
  const findings: Finding[] = []
  walk(file.program, (node, ancestors) => {
    const name = nameOf(child(node, 'callee'))
    if (node.type !== 'NewExpression' || name === undefined || !collections.has(name)) return undefined
    if (isInsideFunction(ancestors) || isHarmless(file, node, ancestors)) return undefined
    const fix = `annotate it Readonly${name.replace('Weak', '')}<…> if it never changes, else ${advice}`
    findings.push(refuse(file, node.start, rule, `new ${name} at the top of a module`, fix))
    return undefined
  })
  return findings
}

// A collection inside another one is as constant as what the outermost annotation says.
function isHarmless(file: SourceFile, node: SyntaxNode, ancestors: readonly SyntaxNode[]): boolean {
  const own = child(node, 'typeArguments')
  const written = own === undefined ? '' : `WeakMap${file.text.slice(own.start, own.end)}`
  const types = [written, ...ancestors.flatMap(ancestor => annotationOf(file, ancestor))]
  // By the document, or by the instance: nothing that lives longer or is shared by two.
  const owners = file.path === instanceState ? /^WeakMap<object,/ : /^WeakMap<Document,/
  return types.some(type => /^Readonly(Map|Set)\b/.test(type) || owners.test(type))
}

function annotationOf(file: SourceFile, ancestor: SyntaxNode): string[] {
  const annotated =
    ancestor.type === 'VariableDeclarator'
      ? child(ancestor, 'id')
      : /^TS(As|Satisfies)Expression$/.test(ancestor.type)
        ? ancestor
        : undefined
  const annotation = annotated === undefined ? undefined : child(annotated, 'typeAnnotation')
  return annotation === undefined
    ? []
    : [file.text.slice(annotation.start, annotation.end).replace(/^:\s*/, '')]
}

function changes(file: SourceFile): Finding[] {
  const literals = topLiterals(file)
  const findings: Finding[] = []
  walk(file.program, (node, ancestors) => {
    const target = changedObject(node)
    const name = nameOf(target)
    if (target === undefined || name === undefined || !literals.has(name)) return undefined
    if (isShadowed(name, ancestors)) return undefined
    findings.push(
      refuse(file, node.start, rule, `"${name}", made at the top of the module, is changed`, advice),
    )
    return undefined
  })
  return findings
}

function staticFields(file: SourceFile): Finding[] {
  const findings: Finding[] = []
  walk(file.program, (node, ancestors) => {
    if (node.type !== 'PropertyDefinition' || node.static !== true || node.readonly === true) return undefined
    if (node.declare !== true && !isInsideFunction(ancestors)) {
      findings.push(
        refuse(
          file,
          node.start,
          rule,
          'a static field that can change',
          `write "static readonly", or ${advice}`,
        ),
      )
    }
    return undefined
  })
  return findings
}

function topDeclarations(file: SourceFile): SyntaxNode[] {
  return children(file.program, 'body')
    .map(statement =>
      statement.type === 'ExportNamedDeclaration' ? child(statement, 'declaration') : statement,
    )
    .filter(node => node?.type === 'VariableDeclaration')
    .filter(node => node !== undefined)
}

function topLiterals(file: SourceFile): Set<string> {
  const found = new Set<string>()
  for (const declarator of topDeclarations(file).flatMap(node => children(node, 'declarations'))) {
    let value = child(declarator, 'init')
    while (value !== undefined && /^TS\w+Expression$/.test(value.type)) value = child(value, 'expression')
    const name = nameOf(child(declarator, 'id'))
    if (name !== undefined && /^(Array|Object)Expression$/.test(value?.type ?? '')) found.add(name)
  }
  return found
}

/** The object that an expression changes in place: `x.push()`, `x.a = 1`, `x[0]++`, `delete x.a`, `Object.assign(x)`. */
function changedObject(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'AssignmentExpression') return memberRoot(child(node, 'left'))
  if (node.type === 'UpdateExpression') return memberRoot(child(node, 'argument'))
  if (node.type === 'UnaryExpression' && node.operator === 'delete')
    return memberRoot(child(node, 'argument'))
  const callee = child(node, 'callee')
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return undefined
  const method = nameOf(child(callee, 'property')) ?? ''
  const object = child(callee, 'object')
  if (nameOf(object) === 'Object' && method === 'assign') return children(node, 'arguments')[0]
  return mutators.has(method) ? (memberRoot(object) ?? object) : undefined
}

function memberRoot(node: SyntaxNode | undefined): SyntaxNode | undefined {
  if (node?.type !== 'MemberExpression') return undefined
  const object = child(node, 'object')
  return memberRoot(object) ?? object
}

function isShadowed(name: string, ancestors: readonly SyntaxNode[]): boolean {
  return ancestors.some(node => {
    if (node.type === 'Program') return false
    const declared = [
      ...children(node, 'params'),
      ...children(node, 'body').flatMap(bindings),
      ...bindings(child(node, 'left')),
    ]
    return [...declared, ...bindings(child(node, 'init'))].some(pattern => patternNames(pattern).has(name))
  })
}

function bindings(statement: SyntaxNode | undefined): SyntaxNode[] {
  if (statement?.type !== 'VariableDeclaration') return []
  return children(statement, 'declarations').flatMap(declarator => child(declarator, 'id') ?? [])
}

function patternNames(pattern: SyntaxNode): Set<string> {
  const found = new Set<string>()
  walk(pattern, node => {
    const name = nameOf(node)
    if (name !== undefined) found.add(name)
    return undefined
  })
  return found
}
