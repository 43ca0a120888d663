import { type Finding, refuse } from '../finding.ts'
import { isTest } from '../sourceFile.ts'
import { child, isInsideFunction, nameOf, type SyntaxNode, walk } from '../syntax.ts'
import type { Tree } from '../tree.ts'

const globals: ReadonlySet<string> = new Set([
  'window',
  'self',
  'document',
  'navigator',
  'location',
  'history',
  'localStorage',
  'sessionStorage',
  'indexedDB',
  'matchMedia',
  'requestAnimationFrame',
  'customElements',
  'HTMLElement',
  'Element',
  'Node',
  'ShadowRoot',
  'CSSStyleSheet',
  'MutationObserver',
  'ResizeObserver',
  'IntersectionObserver',
])

const expressions: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSInstantiationExpression',
])

/** The library can be imported where there is no page: nothing at a module's top touches the DOM. */
export function domAtImport(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    if (!path.startsWith('packages/latchkey/src/') || isTest(path) || path.endsWith('.d.ts')) continue
    const imported = importedNames(file.program)
    walk(file.program, (node, ancestors) => {
      if (isTypeOnly(node)) return false
      const name = nameOf(node)
      if (name === undefined || !globals.has(name) || imported.has(name)) return undefined
      if (isInsideFunction(ancestors) || isMerelyNamed(node, ancestors.at(-1))) return undefined
      const what = `"${name}" is touched when the module is imported`
      findings.push(refuse(file, node.start, 'dom', what, 'touch it inside a function that runs in a page'))
      return undefined
    })
  }
  return findings
}

function isTypeOnly(node: SyntaxNode): boolean {
  return node.type.startsWith('TS') && !expressions.has(node.type)
}

function isMerelyNamed(node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (parent === undefined) return false
  if (parent.type === 'UnaryExpression') return parent.operator === 'typeof'
  const isKey = child(parent, 'key') === node || child(parent, 'property') === node
  if (isKey) return parent.computed !== true && parent.shorthand !== true
  return parent.type.startsWith('Export') || parent.type.startsWith('Import')
}

function importedNames(program: SyntaxNode): Set<string> {
  const names = new Set<string>()
  walk(program, node => {
    if (/^Import\w*Specifier$/.test(node.type)) names.add(nameOf(child(node, 'local')) ?? '')
    return undefined
  })
  return names
}
