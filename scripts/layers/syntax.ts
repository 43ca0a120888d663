import { visitorKeys } from 'oxc-parser'

/** A node of the parsed tree, seen loosely: rules look at a handful of fields and check each before use. */
export type SyntaxNode = { type: string; start: number; end: number } & { readonly [field: string]: unknown }

/** What `walk` hands out: return false to leave the node's children out. */
export type Visit = (node: SyntaxNode, ancestors: readonly SyntaxNode[]) => boolean | undefined

/** Whether a value of the tree is a node. */
export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** The node in a field, or undefined. */
export function child(node: SyntaxNode, field: string): SyntaxNode | undefined {
  const value = node[field]
  return isNode(value) ? value : undefined
}

/** The nodes in a list field; absent or sparse entries are left out. */
export function children(node: SyntaxNode, field: string): SyntaxNode[] {
  const value = node[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The text in a field, or undefined. */
export function text(node: SyntaxNode | undefined, field: string): string | undefined {
  const value = node?.[field]
  return typeof value === 'string' ? value : undefined
}

/** The name of an identifier, or undefined for anything else. */
export function nameOf(node: SyntaxNode | undefined): string | undefined {
  return node?.type === 'Identifier' ? text(node, 'name') : undefined
}

/** The value of a string literal, or undefined for anything else. */
export function stringOf(node: SyntaxNode | undefined): string | undefined {
  return node?.type === 'Literal' ? text(node, 'value') : undefined
}

/** Visits a tree from the top down, each node with the nodes above it, outermost first. */
export function walk(root: SyntaxNode, visit: Visit): void {
  const ancestors: SyntaxNode[] = []
  const step = (node: SyntaxNode): void => {
    if (visit(node, ancestors) === false) return
    ancestors.push(node)
    for (const field of visitorKeys[node.type] ?? []) {
      const value = node[field]
      if (isNode(value)) step(value)
      else if (Array.isArray(value)) for (const each of value) if (isNode(each)) step(each)
    }
    ancestors.pop()
  }
  step(root)
}

const functions: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
])

/** Whether code at this place runs only when some function is called. */
export function isInsideFunction(ancestors: readonly SyntaxNode[]): boolean {
  return ancestors.some(node => functions.has(node.type) || isInstanceField(node))
}

function isInstanceField(node: SyntaxNode): boolean {
  return node.type === 'PropertyDefinition' && node.static !== true
}
