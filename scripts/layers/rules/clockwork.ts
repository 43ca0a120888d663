import { type Finding, refuse } from '../finding.ts'
import { clockwork, secretRooms } from '../rooms.ts'
import { isTest } from '../sourceFile.ts'
import { child, children, nameOf, type SyntaxNode, walk } from '../syntax.ts'
import type { Tree } from '../tree.ts'

const timers: ReadonlySet<string> = new Set(['setTimeout', 'setInterval', 'requestIdleCallback'])
const methods: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Date', new Set(['now'])],
  ['performance', new Set(['now'])],
  ['Math', new Set(['random'])],
  ['crypto', new Set(['getRandomValues', 'randomUUID'])],
])

/** Time is `ctx.clock` and randomness `ctx.random`, so that rules can be tested without waiting or luck. */
export function clockworkRule(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    if (isTest(path) || !clockwork.prefixes.some(prefix => path.startsWith(prefix))) continue
    if (clockwork.exempt.some(exempt => exempt === path)) continue
    walk(file.program, node => {
      const raw = rawSource(node)
      if (raw === undefined) return undefined
      const fix = /random|crypto/.test(raw)
        ? 'use ctx.random'
        : 'use ctx.clock (or CSS, or requestAnimationFrame)'
      findings.push(refuse(file, node.start, 'clock', `raw ${raw}`, fix))
      return undefined
    })
  }
  return findings
}

/** Code that makes secrets takes them from the platform's generator for secrets, never from `Math.random` (T81). */
export function secretsRule(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    if (isTest(path) || !secretRooms.prefixes.some(prefix => path.startsWith(prefix))) continue
    if (secretRooms.exempt.some(exempt => exempt.file === path)) continue
    walk(file.program, node => {
      const fix = 'use crypto.getRandomValues, or list the file with a reason in scripts/layers/rooms.ts'
      if (takesMathRandom(node)) findings.push(refuse(file, node.start, 'secrets', 'Math.random', fix))
      return undefined
    })
  }
  return findings
}

/** `Math.random`, called or not, `Math['random']`, and `{ random } = Math`. */
function takesMathRandom(node: SyntaxNode): boolean {
  if (node.type === 'MemberExpression') {
    const property = child(node, 'property')
    const name = nameOf(property) ?? property?.value
    return lastName(child(node, 'object')) === 'Math' && name === 'random'
  }
  if (node.type !== 'VariableDeclarator' || lastName(child(node, 'init')) !== 'Math') return false
  const pattern = child(node, 'id')
  return pattern?.type === 'ObjectPattern' && children(pattern, 'properties').some(isRandom)
}

function isRandom(property: SyntaxNode): boolean {
  return property.type === 'RestElement' || nameOf(child(property, 'key')) === 'random'
}

function rawSource(node: SyntaxNode): string | undefined {
  if (node.type === 'NewExpression') {
    const isNow = nameOf(child(node, 'callee')) === 'Date' && children(node, 'arguments').length === 0
    return isNow ? 'new Date()' : undefined
  }
  if (node.type !== 'CallExpression') return undefined
  const callee = child(node, 'callee')
  const name = nameOf(callee)
  if (name !== undefined) return timers.has(name) ? name : undefined
  if (callee?.type !== 'MemberExpression') return undefined
  const property = nameOf(child(callee, 'property')) ?? ''
  const object = lastName(child(callee, 'object'))
  if (timers.has(property) && !/clock$/i.test(object)) return `${object}.${property}`
  return methods.get(object)?.has(property) ? `${object}.${property}` : undefined
}

function lastName(node: SyntaxNode | undefined): string {
  if (node?.type === 'MemberExpression') return nameOf(child(node, 'property')) ?? ''
  return nameOf(node) ?? ''
}
