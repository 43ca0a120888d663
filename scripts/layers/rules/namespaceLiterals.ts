import { type Finding, refuse } from '../finding.ts'
import { namespaceLiterals } from '../rooms.ts'
import { isTest } from '../sourceFile.ts'
import { child, nameOf, type SyntaxNode, stringOf, text, walk } from '../syntax.ts'
import type { Tree } from '../tree.ts'

const names = namespaceLiterals.names.join('|')
const literal = new RegExp(`^(?:${names})(?::.*)?$`, 's')
const pattern = new RegExp(`(?<![a-z0-9])(?:${names})(?=:|\\$|$)`)

/** Code that serves every namespace names none: what they differ in is in the facts of their adapters. */
export function namespaceLiteralsRule(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    if (isTest(path) || !namespaceLiterals.prefixes.some(prefix => path.startsWith(prefix))) continue
    if (namespaceLiterals.exempt.some(({ files }) => files.test(path))) continue
    walk(file.program, (node, ancestors) => {
      // A type says what may come, not what code does.
      if (/^TS(?:LiteralType|TypeReference|UnionType)/.test(node.type)) return false
      const found = namedBy(node, ancestors.at(-1))
      if (found === undefined) return undefined
      const what = `the namespace "${found}" is named by code that serves all of them`
      const fix = 'read what differs from the facts of its adapter (contract/namespaceFacts.ts)'
      findings.push(refuse(file, node.start, 'namespaces', what, fix))
      return undefined
    })
  }
  return findings
}

/** The namespace that a text, a template, a pattern or a field names. */
function namedBy(node: SyntaxNode, parent: SyntaxNode | undefined): string | undefined {
  if (node.type === 'Literal') {
    const regex = node.regex
    if (typeof regex === 'object' && regex !== null && 'pattern' in regex)
      return pattern.exec(String(regex.pattern))?.[0]
    return match(stringOf(node))
  }
  if (node.type === 'TemplateElement') {
    const value = node.value
    const cooked = typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : undefined
    return match(typeof cooked === 'string' ? cooked : undefined)
  }
  const isField =
    (parent?.type === 'MemberExpression' &&
      parent.computed === false &&
      child(parent, 'property') === node) ||
    (parent?.type === 'Property' && parent.computed === false && child(parent, 'key') === node)
  return isField ? match(nameOf(node) ?? text(node, 'name')) : undefined
}

function match(value: string | undefined): string | undefined {
  return value !== undefined && literal.test(value) ? value.split(':')[0] : undefined
}
