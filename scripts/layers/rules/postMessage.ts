import { type Finding, refuse } from '../finding.ts'
import { isTest } from '../sourceFile.ts'
import { child, children, nameOf, type SyntaxNode, stringOf, walk } from '../syntax.ts'
import type { Tree } from '../tree.ts'

/** A message is never posted to whatever origin happens to be there. */
export function postMessage(tree: Tree): Finding[] {
  const findings: Finding[] = []
  for (const [path, file] of tree.files) {
    if (isTest(path)) continue
    walk(file.program, node => {
      if (node.type !== 'CallExpression') return undefined
      const callee = child(node, 'callee')
      const name = nameOf(callee) ?? nameOf(callee === undefined ? undefined : child(callee, 'property'))
      const target = children(node, 'arguments')[1]
      if (name !== 'postMessage' || target === undefined || !namesAnyOrigin(target)) return undefined
      const what = 'postMessage to any origin ("*")'
      findings.push(refuse(file, node.start, 'postmessage', what, 'name the one origin that may read it'))
      return undefined
    })
  }
  return findings
}

function namesAnyOrigin(target: SyntaxNode): boolean {
  if (stringOf(target) === '*') return true
  return children(target, 'properties').some(
    property =>
      nameOf(child(property, 'key')) === 'targetOrigin' && stringOf(child(property, 'value')) === '*',
  )
}
