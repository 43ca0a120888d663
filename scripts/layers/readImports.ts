import type { SourceFile } from './sourceFile.ts'
import { child, type SyntaxNode, stringOf, text, walk } from './syntax.ts'

/** One import of a file, as written. */
export interface ImportEdge {
  specifier: string
  /** `static` runs on load, `dynamic` is `import()`, `type` leaves nothing at run time. */
  kind: 'static' | 'dynamic' | 'type'
  start: number
}

/** Every import, re-export, `import()` and import type of a file, in the order of the text. */
export function readImports(file: SourceFile): ImportEdge[] {
  const edges: ImportEdge[] = []
  walk(file.program, node => {
    const specifier = stringOf(child(node, 'source'))
    const kind = kindOf(node)
    if (specifier !== undefined && kind !== undefined) edges.push({ specifier, kind, start: node.start })
    return undefined
  })
  return edges
}

// `import { type A } from` is kept at run time by verbatimModuleSyntax, so only the whole declaration counts as a type.
function kindOf(node: SyntaxNode): ImportEdge['kind'] | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return text(node, 'importKind') === 'type' ? 'type' : 'static'
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return text(node, 'exportKind') === 'type' ? 'type' : 'static'
    case 'ImportExpression':
      return 'dynamic'
    case 'TSImportType':
      return 'type'
    default:
      return undefined
  }
}
